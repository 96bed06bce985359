/* The BVH reader: any bytes, all options. A clip that is read is written in three ways and read
 * back with the same skeleton, frames and values. */
#include "fuzz.h"

#include "base/buffer.h"
#include "bvh/bvh.h"
#include "base/mem.h"
#include "base/number.h"

static bool add_bytes(void *context, const char *bytes, size_t n)
{
    dbt_buffer_add(context, bytes, n);
    return true;
}

/* How a clip's frames are written. */
typedef enum manner {
    AS_LINES,   /* the file's own lines, if it has them */
    AS_PATCHED, /* every other value in the file's own text */
    AS_VALUES,  /* everything is written anew, also the header */
    N_MANNERS
} manner;

enum { DECIMALS = 15 };

static bool is_kept(manner how, const dbt_clip *clip, size_t frame, int channel)
{
    if (how == AS_VALUES || !dbt_clip_line(clip, frame).begin)
        return false;
    return how == AS_LINES || channel % 2 == 0;
}

static void write_clip(const dbt_clip *clip, manner how, dbt_buffer *out)
{
    const size_t n_channels = (size_t)clip->skeleton.n_channels;
    dbt_clip bare = *clip; /* without its text the header is written anew */
    bare.text.bytes = NULL;
    dbt_bvh_writer writer;
    bool *kept = dbt_alloc_array(n_channels, sizeof *kept);
    for (size_t c = 0; c < n_channels; c++)
        kept[c] = c % 2 == 0;
    dbt_bvh_write_begin(&writer, how == AS_VALUES ? &bare : clip, clip->n_frames, DECIMALS,
                        (dbt_sink){ add_bytes, out });
    for (size_t f = 0; f < clip->n_frames; f++) {
        dbt_values_frame frame = { .values = dbt_clip_frame(clip, f) };
        if (how != AS_VALUES)
            frame.line = dbt_clip_line(clip, f);
        if (how == AS_PATCHED)
            frame.kept = kept;
        dbt_bvh_write_frame(&writer, &frame);
    }
    FUZZ_CHECK(dbt_bvh_write_end(&writer));
    dbt_bvh_writer_release(&writer);
    dbt_free(kept);
}

/* Equal, or below the 1e-43 from which dbt_exact_write is exact. */
static bool same_offset(double a, double b)
{
    return a == b || (fabs(a) < 1e-43 && fabs(b) < 1e-43);
}

static bool same_vector(dbt_vec3 a, dbt_vec3 b)
{
    return same_offset(a.x, b.x) && same_offset(a.y, b.y) && same_offset(a.z, b.z);
}

static bool same_name(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* A leaf without End Site is written with an End Site of length 0. */
static void compare_sites(const dbt_skeleton *a, const dbt_skeleton *b, int joint)
{
    const int last_a = a->joints[joint].last_end_site, last_b = b->joints[joint].last_end_site;
    if (last_a < 0 || last_b < 0) {
        FUZZ_CHECK(last_a < 0 &&
                   (last_b < 0 || same_vector(b->end_sites[last_b].offset, DBT_VEC3_ZERO)));
        return;
    }
    for (int i = last_a, k = last_b;;) {
        FUZZ_CHECK(same_vector(a->end_sites[i].offset, b->end_sites[k].offset));
        FUZZ_CHECK(same_name(a->end_sites[i].name, b->end_sites[k].name));
        i = a->end_sites[i].next;
        k = b->end_sites[k].next;
        FUZZ_CHECK((i == last_a) == (k == last_b));
        if (i == last_a)
            return;
    }
}

static void compare_heads(const dbt_clip *a, const dbt_clip *b)
{
    FUZZ_CHECK(dbt_skeleton_same_layout(&a->skeleton, &b->skeleton));
    FUZZ_CHECK(a->frame_time == b->frame_time && a->n_frames == b->n_frames);
    for (int j = 0; j < a->skeleton.n_joints; j++) {
        const dbt_joint *p = &a->skeleton.joints[j], *q = &b->skeleton.joints[j];
        FUZZ_CHECK(same_vector(p->offset, q->offset) && p->first_channel == q->first_channel);
        compare_sites(&a->skeleton, &b->skeleton, j);
    }
}

static void compare(const dbt_clip *a, const dbt_clip *b, manner how)
{
    compare_heads(a, b);
    for (size_t f = 0; f < a->n_frames; f++)
        for (int c = 0; c < a->skeleton.n_channels; c++) {
            const double value = dbt_clip_frame(a, f)[c], again = dbt_clip_frame(b, f)[c];
            FUZZ_CHECK(isfinite(value));
            FUZZ_CHECK(again == (is_kept(how, a, f, c) ? value : dbt_fixed_round(value, DECIMALS)));
        }
}

static void check_clip(const dbt_clip *clip)
{
    FUZZ_CHECK(clip->skeleton.n_joints > 0 && clip->skeleton.n_channels > 0);
    FUZZ_CHECK(clip->frame_time >= DBT_MIN_FRAME_TIME && clip->frame_time <= DBT_MAX_FRAME_TIME);
    for (int how = 0; how < N_MANNERS; how++) {
        dbt_buffer out = { 0 };
        dbt_clip again;
        dbt_error err;
        write_clip(clip, (manner)how, &out);
        const bool ok = dbt_bvh_read(out.bytes, out.size, "again", NULL, &again, &err);
        if (!ok)
            fprintf(stderr, "%zu:%zu: %s\n", err.line, err.col, err.msg);
        FUZZ_CHECK(ok);
        compare(clip, &again, (manner)how);
        dbt_clip_release(&again);
        dbt_buffer_release(&out);
    }
}

static void check_error(const dbt_error *err, const char *text, size_t size)
{
    char line[700];
    FUZZ_CHECK(err->code == DBT_E_FORMAT || err->code == DBT_E_SYNTAX ||
               err->code == DBT_E_NUMBER || err->code == DBT_E_FRAMES || err->code == DBT_E_LIMIT);
    FUZZ_CHECK(err->line > 0 && err->col > 0 && err->line + err->col <= size + 2);
    dbt_error_format(err, line, sizeof line);
    FUZZ_CHECK(!strchr(line, '\n'));
    (void)text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const dbt_bvh_options all[] = {
        { .lenient = false },
        { .lenient = true },
        { .assume_fps = 29.97 },
        { .assume_fps = 1e-6, .lenient = true },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        dbt_clip clip;
        dbt_error err = { .code = DBT_OK };
        if (dbt_bvh_read((const char *)data, size, "fuzz", &all[i], &clip, &err))
            check_clip(&clip);
        else
            check_error(&err, (const char *)data, size);
        dbt_clip_release(&clip);
    }
    return 0;
}

FUZZ_WORDS(
    "HIERARCHY\n|ROOT a\n|JOINT b\n|JOINT b {|JOINT b\n{\nOFFSET 1 2 3\n}\n|"
    "End Site\n{\nOFFSET 0 1 0\n}\n|End Site|End tip|{|}|{\n|}\n|OFFSET 0 0 0\n|OFFSET|"
    "CHANNELS 3 Zrotation Xrotation Yrotation\n|CHANNELS 0\n|CHANNELS 1 Xposition\n|"
    "CHANNELS 6 Xposition Yposition Zposition Zrotation Yrotation Xrotation\n|Xposition|"
    "Yposition|Zposition|Xrotation|Yrotation|Zrotation|MOTION\n|Frames: 2\n|Frames:|Frames :|"
    "Frame Time: 0.1\n|FrameTime:|Frame Time:|Frame Time :|0 0 0 0 0 0\n|1 2 3|1-2+3|"
    "\xef\xbb\xbf|\xff|# x|\r|\r\n|   ")
