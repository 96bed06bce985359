/* The page that shows a report's data. src/embed_page.sh makes it when dbtool is built. */
#ifndef DBT_REPORT_REPORT_PAGE_H
#define DBT_REPORT_REPORT_PAGE_H

#include <stddef.h>

/* The HTML, followed by a zero byte. Size 0 if dbtool was built without the page. */
extern const unsigned char dbt_report_page[];
extern const size_t dbt_report_page_size;
/* How many of its bytes come before the data. */
extern const size_t dbt_report_page_data;

#endif
