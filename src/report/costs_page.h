/* The page that shows the costs of cuts. src/embed_page.sh makes it when dbtool is built. */
#ifndef DBT_REPORT_COSTS_PAGE_H
#define DBT_REPORT_COSTS_PAGE_H

#include <stddef.h>

/* The HTML, followed by a zero byte. */
extern const unsigned char dbt_costs_page[];
extern const size_t dbt_costs_page_size;
/* How many of its bytes come before the data. */
extern const size_t dbt_costs_page_data;

#endif
