/* Files of --roles. The input is a file, a line "====" and a clip. Each entry has a position in the
 * file. If the roles match the clip, its joints have them, and the body is found or refused. */
#include "fuzz.h"

#include "base/mem.h"
#include "bvh/bvh.h"
#include "bvh/role_file.h"
#include "fit/fit.h"

static void check_entries(const dbt_role_file *roles)
{
    for (ptrdiff_t i = 0; i < arrlen(roles->entries.list); i++)
        FUZZ_CHECK(((const dbt_role_entry *)roles->entries.list[i].value)->begin > roles->text);
}

static void check_chosen(const dbt_role_file *roles, const dbt_clip *clip)
{
    int n_chosen = 0, n_entries = 0;
    for (int j = 0; j < clip->skeleton.n_joints; j++)
        n_chosen += clip->skeleton.joints[j].chosen_role.is_set;
    for (ptrdiff_t i = 0; i < arrlen(roles->entries.list); i++)
        n_entries += ((const dbt_role_entry *)roles->entries.list[i].value)->role.is_set;
    FUZZ_CHECK((n_chosen > 0) <= (n_entries > 0));
}

static void check_clip(const dbt_role_file *roles, dbt_clip *clip)
{
    dbt_error err = { .code = DBT_OK };
    dbt_role_match match = { .roles = NULL };
    if (!dbt_role_file_apply(roles, clip, &match, &err)) {
        FUZZ_CHECK(err.code == DBT_E_PARAM && err.line > 0 && *err.msg);
        return;
    }
    check_chosen(roles, clip);
    FUZZ_CHECK(dbt_role_match_check(&match, &err) == !match.missing);
    dbt_fit_roles found;
    dbt_fit_roles_find(&found, clip);
    FUZZ_CHECK(found.n_missing >= 0 && found.n_missing <= DBT_MAX_ROLES);
    dbt_fit_roles_release(&found);
    dbt_fit_rig *rig = dbt_fit_rig_new(clip, &err);
    FUZZ_CHECK(rig || *err.msg);
    dbt_fit_rig_free(rig);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *text = (const char *)data;
    const dbt_bvh_options options = { .lenient = true };
    size_t at = 0;
    const size_t first = fuzz_section(text, size, &at);
    dbt_role_file roles;
    dbt_clip clip = { .file = NULL };
    dbt_error err = { .code = DBT_OK };
    if (dbt_role_file_read(&roles, text, first, "roles", &err)) {
        check_entries(&roles);
        if (dbt_bvh_read(text + at, size - at, "clip", &options, &clip, &err))
            check_clip(&roles, &clip);
    } else {
        FUZZ_CHECK(err.line > 0 && *err.msg && !roles.entries.list);
    }
    dbt_clip_release(&clip);
    dbt_role_file_release(&roles);
    return 0;
}

FUZZ_WORDS(
    "{|}|[|]|,|: |null|\"head\"|\"hips\"|\"left hip\"|\"right knee\"|\"left upper arm\"|"
    "\"right collar\"|\"left toe\"|\"joints\": [|{\"name\": \"a\", \"role\": null}|"
    "\"a\": \"left ankle\"|\"b\": null|\"Head\": \"head\"|\"\\u0000\"|====\n|"
    "JOINT a { OFFSET 1 2 3 CHANNELS 3 Zrotation Xrotation Yrotation End Site { OFFSET 0 0 0 } "
    "}|"
    "JOINT Head|JOINT LeftUpLeg|OFFSET 0 1 0|0 0 0 0 0 0")
