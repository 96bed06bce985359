/* The record of a clip in an index: any bytes, the first three of which are the size of the BVH
 * file. A record that is read is written and read again as the same clip, no larger than its file
 * may be. The same bytes as an index: only those that begin as one are taken. */
#include "fuzz.h"

#include "base/mem.h"
#include "run/clip_index.h"
#include "run/clip_record.h"

#include <math.h>
#include <unistd.h>

static void check_clip(const dbt_clip *clip, size_t text_size)
{
    const dbt_skeleton *skeleton = &clip->skeleton;
    const size_t n = clip->n_frames * (size_t)skeleton->n_channels;
    int n_channels = 0;
    FUZZ_CHECK(n <= text_size && skeleton->n_joints > 0 && clip->frame_time > 0.0);
    for (int j = 0; j < skeleton->n_joints; j++) {
        const dbt_joint *joint = &skeleton->joints[j];
        FUZZ_CHECK(joint->parent < j && (joint->parent >= 0 || j == 0));
        FUZZ_CHECK(joint->first_channel == n_channels && joint->name[0] != '\0');
        n_channels += joint->n_channels;
    }
    FUZZ_CHECK(n_channels == skeleton->n_channels);
    for (int e = 0; e < skeleton->n_end_sites; e++)
        FUZZ_CHECK(skeleton->end_sites[e].parent < skeleton->n_joints);
    for (size_t k = 0; k < n; k++)
        FUZZ_CHECK(isfinite(clip->values[k]));
}

static void check_record(const char *bytes, size_t size, size_t text_size)
{
    dbt_clip clip, again;
    dbt_error err = { .code = DBT_OK };
    if (!dbt_clip_record_read(bytes, size, text_size, "clip", &clip, &err)) {
        FUZZ_CHECK(err.code == DBT_E_FORMAT && !clip.values && !clip.skeleton.joints);
        return;
    }
    dbt_buffer record = { 0 };
    check_clip(&clip, text_size);
    dbt_clip_record_write(&clip, &record);
    FUZZ_CHECK(dbt_clip_record_read(record.bytes, record.size, text_size, "clip", &again, NULL));
    FUZZ_CHECK(dbt_skeleton_same_layout(&clip.skeleton, &again.skeleton));
    FUZZ_CHECK(clip.n_frames == again.n_frames);
    FUZZ_CHECK(memcmp(clip.values, again.values,
                      clip.n_frames * (size_t)clip.skeleton.n_channels * sizeof(double)) == 0);
    dbt_buffer_release(&record);
    dbt_clip_release(&clip);
    dbt_clip_release(&again);
}

static void check_index(const char *bytes, size_t size)
{
    char path[256];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/fuzz-index-XXXXXX", folder ? folder : "/tmp");
    const int fd = mkstemp(path);
    FUZZ_CHECK(fd >= 0 && write(fd, bytes, size) == (ssize_t)size && close(fd) == 0);
    dbt_error err = { .code = DBT_OK };
    dbt_clip_index *index = dbt_clip_index_open(path, &err);
    FUZZ_CHECK(index ? size == 0 || bytes[0] == 'd' : err.code == DBT_E_FORMAT);
    dbt_clip_index_close(index);
    unlink(path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    check_index(bytes, size);
    if (size >= 3)
        check_record(bytes + 3, size - 3, (size_t)dbt_record_number(bytes, 3));
    return 0;
}

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
    (void)seed;
    return LLVMFuzzerMutate(data, size, max_size);
}
