#include "run/contenders.h"

#include "base/mem.h"

void dbt_contenders_free(dbt_contender *list)
{
    for (ptrdiff_t i = 0; i < arrlen(list); i++) {
        dbt_contender *m = &list[i];
        dbt_work_close(&m->work);
        dbt_free(m->cut_rows);
        dbt_free(m->kept);
        dbt_free(m->label);
    }
    arrfree(list);
}
