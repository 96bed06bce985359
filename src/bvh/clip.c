#include "bvh/clip.h"

#include "base/mem.h"

void dbt_clip_release(dbt_clip *clip)
{
    dbt_skeleton_release(&clip->skeleton);
    dbt_free(clip->values);
    dbt_free(clip->text.lines);
    arrfree(clip->pops);
    dbt_free(clip->glitches.list);
    dbt_free(clip->glitches.runs);
    *clip = (dbt_clip){ 0 };
}

void dbt_clip_drop_lines(dbt_clip *clip)
{
    dbt_free(clip->text.lines);
    clip->text.lines = NULL;
}

dbt_span dbt_clip_line(const dbt_clip *clip, size_t frame)
{
    const dbt_clip_text *text = &clip->text;
    if (!text->lines || text->lines[frame] == DBT_NO_LINE)
        return (dbt_span){ NULL, NULL };
    const char *begin = text->bytes + text->lines[frame];
    return (dbt_span){ begin, dbt_line_end(begin, text->bytes + text->size) };
}
