/* The page that shows what cuts cost, made by src/embed_page.sh while dbtool is built. */
#ifndef DBT_REPORT_COSTS_PAGE_H
#define DBT_REPORT_COSTS_PAGE_H

#include <stddef.h>

/* The HTML, and a zero. */
extern const unsigned char dbt_costs_page[];
extern const size_t dbt_costs_page_size;
/* How much of it comes before the data. */
extern const size_t dbt_costs_page_data;

#endif
