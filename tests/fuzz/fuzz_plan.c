/* The plan reader: any bytes. Every job that is read is written as a line of JSON. These lines are
 * a plan of the same jobs, which are written with the same bytes. */
#include "fuzz.h"

#include "base/mem.h"
#include "job/plan.h"

static void format_jobs(const dbt_plan *plan, dbt_buffer *out)
{
    for (ptrdiff_t i = 0; i < arrlen(plan->jobs); i++)
        dbt_job_format(&plan->jobs[i], out);
}

static void check_errors(const dbt_plan *plan, size_t size)
{
    FUZZ_CHECK(plan->n_errors > 0 && plan->n_errors <= DBT_MAX_PLAN_ERRORS);
    for (int i = 0; i < plan->n_errors; i++) {
        const dbt_error *err = &plan->errors[i];
        char line[700];
        FUZZ_CHECK(err->code == DBT_E_SYNTAX || err->code == DBT_E_PARAM ||
                   err->code == DBT_E_LIMIT);
        FUZZ_CHECK(err->line > 0 && err->col > 0 && err->line + err->col <= size + 2);
        dbt_error_format(err, line, sizeof line);
        FUZZ_CHECK(!strchr(line, '\n'));
    }
}

static void check_jobs(const dbt_plan *plan)
{
    dbt_buffer first = { 0 }, second = { 0 };
    dbt_plan again;
    format_jobs(plan, &first);
    const bool ok =
        dbt_plan_read(&again, first.bytes, first.size, "again", &(dbt_plan_options){ 0 });
    if (!ok)
        fprintf(stderr, "%s%zu:%zu: %s\n", first.bytes, again.errors[0].line, again.errors[0].col,
                again.errors[0].msg);
    FUZZ_CHECK(ok && arrlen(again.jobs) == arrlen(plan->jobs));
    format_jobs(&again, &second);
    if (first.size != second.size || memcmp(first.bytes, second.bytes, first.size) != 0)
        fprintf(stderr, "%s%s", first.bytes, second.bytes);
    FUZZ_CHECK(first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0);
    dbt_plan_release(&again);
    dbt_buffer_release(&first);
    dbt_buffer_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const folders[] = { NULL, "folder" };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const dbt_plan_options options = { .folder = folders[i],
                                           .single_out = "out.bvh",
                                           .max_jobs = 20 };
        dbt_plan plan;
        if (!dbt_plan_read(&plan, (const char *)data, size, "fuzz", &options))
            check_errors(&plan, size);
        else
            check_jobs(&plan);
        dbt_plan_release(&plan);
    }
    return 0;
}

FUZZ_WORDS(
    "\"defaults\":|\"jobs\":|\"methods\":|\"name\":|\"out\":|\"cuts\":|\"layers\":|\"clip\":|"
    "\"at\":|\"from\":|\"method\":|\"preset\":|\"profile\":|\"skip\":|\"align\":|\"root\":|"
    "\"up\":|\"past_end\":|\"until\":|\"interpolate\":|\"limits\":|\"precision\":|"
    "\"unroll\":|\"window\":|\"feet\":|\"contact_height\":|\"contact_speed\":|"
    "\"assume_fps\":|\"lenient\":|\"strict\":|\"joints\":|\"weight\":|\"positions\":|"
    "\"clips\":|\"fade_out\":|\"shape\":|\"fade\":|\"halflife\":|\"blend_time\":|\"curve\":|"
    "\"relative_velocity\":|\"limit_margin\":|\"max_linear_velocity\":|"
    "\"max_angular_velocity\":|\"dead-halflife\"|\"crossfade\"|"
    "\"crossfade:blend_time=0.1,curve=linear\"|\"inertialize-spring\"|\"dead-bounce\"|"
    "\"cached-pose\"|\"dead-clamp:limit_margin=1\"|\"unreal\"|\"unity\"|\"none\"|\"end\"|"
    "\"end-0.3\"|\"72f\"|\"end-3f\"|\"250ms\"|\"hold\"|\"loop\"|\"x\"|\"z\"|\"linear\"|"
    "\"triangle\"|\"sqrt-triangle\"|\"smootherstep\"|\"a.bvh\"|\"*\"|\"*/[!a]?\"|"
    "[\"*\",\"a\"]|\"pairs\":|\"pairs\":{\"clips\":[\"a\",\"b\",\"c\"]}|\"take\":|\"chain\"|"
    "\"random:2:1\"|\"{clip}{clip2}\"|\"{folder2}{at2}{from1}\"|\"/b.bvh\"|\"{name}.bvh\"|"
    "\"{method}{halflife}\"|\"{{\"|\"{root}\"|\"{preset}\"|\"a/\"|\"/\"|{\"clip\":\"a/\"}|"
    "\"-\"|\"\"|\"Hand*\"|\"[a-\"|true|false|null|{|}|[|]|,|:|[0.1,0.2]|"
    "[\"cut\",\"crossfade\"]|{\"clip\":\"a\"},|{}|[]|\\u0000|\\ud83d\\ude00|\\ud800|\\\"|\\n|"
    "\xc3\xa4|\xff|\xef\xbb\xbf")
