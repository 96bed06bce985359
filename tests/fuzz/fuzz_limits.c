/* The reader of joint limits: any bytes. Limits that are read are bound to a skeleton with their
 * joints, written, and read again with the same joints and limits. */
#include "fuzz.h"

#include "motion/limits.h"
#include "base/mem.h"

/* Makes a skeleton of ROOT and a joint for each entry. The caller frees skeleton->joints. */
static void make_skeleton(const dbt_limits_file *limits, dbt_skeleton *skeleton)
{
    static char root[] = "\x01root"; /* JSON names cannot contain this byte unescaped */
    *skeleton = (dbt_skeleton){ 0 };
    arrput(skeleton->joints, ((dbt_joint){ .name = root, .parent = -1, .last_end_site = -1 }));
    for (size_t i = 0; i < arrlenu(limits->entries.list); i++)
        arrput(skeleton->joints,
               ((dbt_joint){ .name = (char *)(uintptr_t)limits->entries.list[i].name,
                             .last_end_site = -1 }));
    skeleton->n_joints = (int)arrlen(skeleton->joints);
}

static bool format(const dbt_limits_file *limits, const dbt_skeleton *skeleton, dbt_buffer *out,
                   dbt_error *err)
{
    const dbt_chain chain = { .branch = 0 };
    dbt_joint_limits *joints = dbt_alloc_array((size_t)skeleton->n_joints, sizeof *joints);
    FUZZ_CHECK(joints);
    const bool bound = dbt_limits_bind(limits, skeleton, &chain, joints, err);
    if (bound)
        dbt_limits_format(skeleton, joints, out);
    dbt_free(joints);
    return bound;
}

/* Equal within rounding: degrees are converted to radians and back. */
static bool is_near(double a, double b)
{
    return fabs(a - b) <= 1e-12 * (1.0 + fabs(a));
}

static bool is_near_vector(dbt_vec3 a, dbt_vec3 b)
{
    return is_near(a.x, b.x) && is_near(a.y, b.y) && is_near(a.z, b.z);
}

static void compare(const dbt_limits_file *a, const dbt_limits_file *b)
{
    for (size_t i = 0; i < arrlenu(a->entries.list); i++) {
        const dbt_joint_limits *p = &((const dbt_named_limits *)a->entries.list[i].value)->limits;
        const dbt_joint_limits *q = &((const dbt_named_limits *)b->entries.list[i].value)->limits;
        FUZZ_CHECK(strcmp(a->entries.list[i].name, b->entries.list[i].name) == 0);
        FUZZ_CHECK(is_near_vector(p->min, q->min) && is_near_vector(p->max, q->max));
        FUZZ_CHECK(fabs(dbt_quat_dot(p->ref, q->ref) - 1.0) < 1e-12);
    }
}

static void check_limits(const dbt_limits_file *limits)
{
    dbt_skeleton skeleton;
    dbt_buffer first = { 0 }, second = { 0 };
    dbt_limits_file again;
    dbt_error err;
    make_skeleton(limits, &skeleton);
    if (format(limits, &skeleton, &first, &err)) {
        const bool ok = dbt_limits_read(&again, first.bytes, first.size, "again", &err);
        if (!ok)
            fprintf(stderr, "%s%zu:%zu: %s\n", first.bytes, err.line, err.col, err.msg);
        FUZZ_CHECK(ok && arrlen(again.entries.list) == arrlen(limits->entries.list));
        FUZZ_CHECK(format(&again, &skeleton, &second, NULL));
        compare(limits, &again);
        dbt_limits_release(&again);
        if (arrlen(limits->entries.list) > 0) { /* a joint that the skeleton lacks */
            skeleton.n_joints--;
            FUZZ_CHECK(!format(limits, &skeleton, &second, &err));
            FUZZ_CHECK(err.code == DBT_E_PARAM && err.line > 0 && err.col > 0);
        }
    }
    arrfree(skeleton.joints);
    dbt_buffer_release(&first);
    dbt_buffer_release(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    dbt_limits_file limits;
    dbt_error err;
    if (dbt_limits_read(&limits, (const char *)data, size, "fuzz", &err)) {
        check_limits(&limits);
    } else {
        FUZZ_CHECK(err.code == DBT_E_SYNTAX || err.code == DBT_E_PARAM);
        FUZZ_CHECK(err.line > 0 && err.col > 0 && err.line + err.col <= size + 2);
    }
    dbt_limits_release(&limits);
    return 0;
}

FUZZ_WORDS("\"ref\":|\"min\":|\"max\":|[1,0,0,0]|[0.6,0.8,0,0]|[-10,-20,-30]|[10,20,30]|\"Hips\":|"
           "\"Arm\":|{|}|[|]|,|:|\"|\\u0041|{\"ref\":[1,0,0,0],\"min\":[0,0,0],\"max\":[0,0,0]}|"
           "null|true")
