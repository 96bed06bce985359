/* The page that shows a report's data; src/embed_page.sh generates its bytes at build time. */
#ifndef DBT_REPORT_REPORT_PAGE_H
#define DBT_REPORT_REPORT_PAGE_H

#include "base/error.h"

#include <stddef.h>

/* The HTML [dbt_report_page_size], then a zero byte. Size 0: dbtool was built without the page. */
extern const unsigned char dbt_report_page[];
extern const size_t dbt_report_page_size;
/* Offset in the HTML at which the data is inserted, bytes. */
extern const size_t dbt_report_page_data;

/* Fails with DBT_E_PARAM if dbtool was built without the page. */
static inline bool dbt_report_page_check(dbt_error *err)
{
    return dbt_report_page_size > 0 ||
           dbt_fail(err, DBT_E_PARAM,
                    "built without the page of reports: install Chart.js (Debian's "
                    "libjs-chart.js, or make CHARTJS=FILE) and build dbtool again");
}

#endif
