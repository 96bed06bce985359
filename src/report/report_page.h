/* The pages that show data; src/embed_page.sh generates their bytes at build time. */
#ifndef DBT_REPORT_REPORT_PAGE_H
#define DBT_REPORT_REPORT_PAGE_H

#include "base/error.h"

/* The HTML before and after the data. Both are "" if dbtool was built without the page. */
typedef struct dbt_page {
    const char *head, *tail;
} dbt_page;

/* The page of a report, and that of a map of cut costs. */
extern const dbt_page dbt_report_page, dbt_costs_page;

/* Fails with DBT_E_PARAM if dbtool was built without the page of reports. */
static inline bool dbt_report_page_check(dbt_error *err)
{
    return *dbt_report_page.head ||
           dbt_fail(err, DBT_E_PARAM,
                    "built without the page of reports: install Chart.js (Debian's "
                    "libjs-chart.js, or make CHARTJS=FILE) and build dbtool again");
}

#endif
