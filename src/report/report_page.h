/* The page that shows a report's data, made by src/embed_page.sh while dbtool is built. */
#ifndef DBT_REPORT_REPORT_PAGE_H
#define DBT_REPORT_REPORT_PAGE_H

#include <stddef.h>

/* The HTML, and a zero; of size 0 where dbtool was built without it. */
extern const unsigned char dbt_report_page[];
extern const size_t dbt_report_page_size;
/* How much of it comes before the data. */
extern const size_t dbt_report_page_data;

#endif
