/* The page that shows a map of cut costs; src/embed_page.sh generates its bytes at build time. */
#ifndef DBT_REPORT_COSTS_PAGE_H
#define DBT_REPORT_COSTS_PAGE_H

#include <stddef.h>

/* The HTML [dbt_costs_page_size], then a zero byte. */
extern const unsigned char dbt_costs_page[];
extern const size_t dbt_costs_page_size;
/* Offset in the HTML at which the data is inserted, bytes. */
extern const size_t dbt_costs_page_data;

#endif
