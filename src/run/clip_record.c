/* The values of a channel. Most texts have a fixed number of decimals d: then each value times 10^d
 * is a whole number k, and k / 10^d, one correctly rounded division of numbers that are both exact,
 * is the double nearest to the decimal number, which is what the reader of BVH makes of it. So a
 * channel is kept as k - base, in as few bytes as hold them all. Each value is computed back when
 * it is written; a channel where one comes back with other bits is kept as doubles. */
#include "run/clip_record.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/min_max.h"
#include "bvh/bvh.h"

#include <math.h>
#include <string.h>

/* How the values of a channel are kept: one value for all frames; whole numbers of 1 to 7 bytes; or
 * doubles. */
enum { CONSTANT = 0, MOST_BYTES = 7, DOUBLES = 8 };

/* Powers of ten up to this one are exact, and few texts have more decimals. */
enum { MOST_DECIMALS = 15 };

/* Whole numbers up to this one are exact. */
#define MOST_WHOLE 0x1p53

enum { NO_NAME = 0xffff, FRAMES_AT_ONCE = 64 };

static const double powers[MOST_DECIMALS + 1] = { 1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 };

uint64_t dbt_record_number(const char *bytes, size_t n)
{
    uint64_t number = 0;
    for (size_t k = n; k-- > 0;)
        number = number << 8 | (unsigned char)bytes[k];
    return number;
}

void dbt_record_put_number(char *bytes, uint64_t number, size_t n)
{
    for (size_t k = 0; k < n; k++)
        bytes[k] = (char)(number >> (8 * k) & 0xff);
}

void dbt_record_add_number(dbt_buffer *out, uint64_t number, size_t n)
{
    char bytes[8];
    dbt_record_put_number(bytes, number, n);
    dbt_buffer_add(out, bytes, n);
}

uint64_t dbt_record_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

double dbt_record_value(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

void dbt_record_add_double(dbt_buffer *out, double value)
{
    dbt_record_add_number(out, dbt_record_bits(value), 8);
}

const char *dbt_record_take(dbt_record_source *source, uint64_t n)
{
    source->failed = source->failed || n > (uint64_t)(source->end - source->at);
    if (source->failed)
        return NULL;
    source->at += n;
    return source->at - n;
}

uint64_t dbt_record_take_number(dbt_record_source *source, size_t n)
{
    const char *bytes = dbt_record_take(source, n);
    return bytes ? dbt_record_number(bytes, n) : 0;
}

static bool same_bits(double a, double b)
{
    return dbt_record_bits(a) == dbt_record_bits(b);
}

/* ---- writing ---- */

static void add_name(dbt_buffer *out, const char *name)
{
    const size_t n = name ? strlen(name) : 0;
    dbt_record_add_number(out, name ? n : NO_NAME, 2);
    dbt_buffer_add(out, name ? name : "", n);
}

static void add_offset(dbt_buffer *out, dbt_vec3 offset)
{
    dbt_record_add_double(out, offset.x);
    dbt_record_add_double(out, offset.y);
    dbt_record_add_double(out, offset.z);
}

static void add_skeleton(const dbt_skeleton *skeleton, dbt_buffer *out)
{
    dbt_record_add_number(out, (uint64_t)skeleton->n_joints, 4);
    dbt_record_add_number(out, (uint64_t)skeleton->n_end_sites, 4);
    for (const dbt_joint *j = skeleton->joints; j < skeleton->joints + skeleton->n_joints; j++) {
        dbt_record_add_number(out, (uint32_t)j->parent, 4);
        dbt_record_add_number(out, j->n_channels, 1);
        dbt_buffer_add(out, (const char *)j->channels, j->n_channels);
        add_offset(out, j->offset);
        add_name(out, j->name);
    }
    for (int e = 0; e < skeleton->n_end_sites; e++) {
        dbt_record_add_number(out, (uint32_t)skeleton->end_sites[e].parent, 4);
        add_offset(out, skeleton->end_sites[e].offset);
        add_name(out, skeleton->end_sites[e].name);
    }
}

static void add_warnings(const dbt_warnings *warnings, dbt_buffer *out)
{
    unsigned n = 0;
    for (int kind = 0; kind < DBT_N_WARNINGS; kind++)
        n += warnings->kind[kind].count > 0;
    dbt_record_add_number(out, n, 1);
    for (int kind = 0; kind < DBT_N_WARNINGS; kind++) {
        const dbt_warning *w = &warnings->kind[kind];
        if (w->count == 0)
            continue;
        dbt_record_add_number(out, (uint64_t)kind, 1);
        dbt_record_add_number(out, w->count, 8);
        dbt_record_add_number(out, w->line, 8);
        dbt_record_add_number(out, w->col, 8);
        add_name(out, w->msg);
    }
}

/* The whole number that a value of so many decimals is; false: it is none. A negative zero is one
 * by itself. */
static bool find_whole(double value, int decimals, double *whole)
{
    *whole = nearbyint(value * powers[decimals]);
    return fabs(*whole) < MOST_WHOLE &&
           (same_bits(*whole / powers[decimals], value) || same_bits(value, -0.0));
}

/* The least number of decimals with which all values of a channel are whole; -1: there is none. */
static int find_decimals(const double *values, size_t n, size_t stride, double *least, double *most)
{
    int decimals = 0;
    double whole;
    for (size_t k = 0; k < n; k++)
        while (!find_whole(values[k * stride], decimals, &whole))
            if (++decimals > MOST_DECIMALS)
                return -1;
    *least = INFINITY;
    *most = -INFINITY;
    for (size_t k = 0; k < n; k++) {
        if (!find_whole(values[k * stride], decimals, &whole))
            return -1;
        *least = fmin(*least, whole);
        *most = fmax(*most, whole);
    }
    return decimals;
}

/* The greatest number of n bytes, which stands for a negative zero. */
static uint64_t all_ones(unsigned n)
{
    return ((uint64_t)1 << 8 * n) - 1;
}

static void add_wholes(const double *values, size_t n, size_t stride, int decimals, double least,
                       double most, dbt_buffer *out)
{
    unsigned n_bytes = 1;
    while (n_bytes < MOST_BYTES && most - least >= (double)all_ones(n_bytes))
        n_bytes++;
    const int64_t base = (int64_t)least;
    dbt_record_add_number(out, n_bytes, 1);
    dbt_record_add_number(out, (uint64_t)decimals, 1);
    dbt_record_add_number(out, (uint64_t)base, 8);
    for (size_t k = 0; k < n; k++) {
        const double value = values[k * stride];
        double whole;
        (void)find_whole(value, decimals, &whole);
        dbt_record_add_number(
            out, same_bits(value, -0.0) ? all_ones(n_bytes) : (uint64_t)((int64_t)whole - base),
            n_bytes);
    }
}

static void add_channel(const double *values, size_t n, size_t stride, dbt_buffer *out)
{
    double least, most;
    size_t same = 1;
    while (same < n && same_bits(values[same * stride], values[0]))
        same++;
    if (same >= n) {
        dbt_record_add_number(out, CONSTANT, 1);
        dbt_record_add_double(out, n > 0 ? values[0] : 0.0);
        return;
    }
    const int decimals = find_decimals(values, n, stride, &least, &most);
    if (decimals >= 0) {
        add_wholes(values, n, stride, decimals, least, most, out);
        return;
    }
    dbt_record_add_number(out, DOUBLES, 1);
    for (size_t k = 0; k < n; k++)
        dbt_record_add_double(out, values[k * stride]);
}

void dbt_clip_record_write(const dbt_clip *clip, dbt_buffer *out)
{
    const size_t n_channels = (size_t)clip->skeleton.n_channels;
    add_skeleton(&clip->skeleton, out);
    dbt_record_add_double(out, clip->frame_time);
    dbt_record_add_number(out, clip->n_frames, 8);
    add_warnings(&clip->warnings, out);
    for (size_t c = 0; c < n_channels; c++)
        add_channel(clip->n_frames > 0 ? &clip->values[c] : NULL, clip->n_frames, n_channels, out);
}

/* ---- reading ---- */

/* A finite double. */
static double take_double(dbt_record_source *s)
{
    const double value = dbt_record_value(dbt_record_take_number(s, 8));
    s->failed = s->failed || !isfinite(value);
    return value;
}

static dbt_vec3 take_offset(dbt_record_source *s)
{
    dbt_vec3 offset;
    offset.x = take_double(s);
    offset.y = take_double(s);
    offset.z = take_double(s);
    return offset;
}

/* A name, or NULL where there is none. False where memory is lacking. */
static bool take_name(dbt_record_source *s, bool needed, char **name)
{
    const size_t n = (size_t)dbt_record_take_number(s, 2);
    *name = NULL;
    if (n == NO_NAME && !needed)
        return true;
    s->failed = s->failed || n == 0 || n > DBT_MAX_NAME;
    const char *bytes = dbt_record_take(s, n);
    s->failed = s->failed || memchr(bytes, '\0', n);
    *name = s->failed ? NULL : dbt_copy_bytes(bytes, n);
    return *name || s->failed;
}

/* The channels of a joint: each at most once. */
static void take_channels(dbt_record_source *s, dbt_joint *joint)
{
    const size_t n = (size_t)dbt_record_take_number(s, 1);
    unsigned seen = 0;
    s->failed = s->failed || n > DBT_MAX_CHANNELS;
    const char *channels = dbt_record_take(s, n);
    for (size_t c = 0; !s->failed && c < n; c++) {
        const unsigned channel = (unsigned char)channels[c];
        s->failed = channel >= DBT_MAX_CHANNELS || (seen >> channel & 1);
        seen |= s->failed ? 0 : 1u << channel;
        joint->channels[joint->n_channels++] = (uint8_t)channel;
    }
    dbt_joint_derive(joint);
}

/* Reads the joints in an order in which a file can have them: each one's parent is the joint
 * before, or above that. */
static bool take_joints(dbt_record_source *s, size_t n, dbt_skeleton *skeleton)
{
    int path[DBT_MAX_DEPTH]; /* the joint before, and those above it from ROOT on */
    int depth = 0;
    bool ok = true;
    s->failed = s->failed || n == 0 || n > DBT_MAX_JOINTS;
    for (size_t j = 0; ok && !s->failed && j < n; j++) {
        dbt_joint joint = { .parent = (int)(int32_t)(uint32_t)dbt_record_take_number(s, 4),
                            .first_channel = skeleton->n_channels,
                            .last_end_site = -1 };
        while (depth > 0 && path[depth - 1] != joint.parent)
            depth--;
        s->failed = s->failed || (depth == 0) != (j == 0) || depth == DBT_MAX_DEPTH ||
                    (j == 0 && joint.parent != -1);
        take_channels(s, &joint);
        joint.offset = take_offset(s);
        ok = take_name(s, true, &joint.name);
        if (!ok || s->failed) {
            dbt_free(joint.name);
            break;
        }
        path[depth++] = skeleton->n_joints++;
        skeleton->n_channels += joint.n_channels;
        arrput(skeleton->joints, joint);
    }
    s->failed = s->failed || (ok && skeleton->n_channels == 0);
    return ok;
}

static bool take_end_sites(dbt_record_source *s, size_t n, dbt_skeleton *skeleton)
{
    bool ok = true;
    s->failed = s->failed || n > DBT_MAX_JOINTS;
    for (size_t e = 0; ok && !s->failed && e < n; e++) {
        const uint64_t parent = dbt_record_take_number(s, 4);
        dbt_end_site site = { .parent = (int)parent, .offset = take_offset(s) };
        s->failed = s->failed || parent >= (uint64_t)skeleton->n_joints;
        ok = take_name(s, false, &site.name);
        if (!ok || s->failed) {
            dbt_free(site.name);
            break;
        }
        arrput(skeleton->end_sites, site);
        dbt_skeleton_link_end_site(skeleton, skeleton->n_end_sites++);
    }
    return ok;
}

static void take_warnings(dbt_record_source *s, dbt_clip *clip)
{
    for (size_t n = (size_t)dbt_record_take_number(s, 1); !s->failed && n > 0; n--) {
        const size_t kind = (size_t)dbt_record_take_number(s, 1);
        const dbt_warning warning = { .count = (size_t)dbt_record_take_number(s, 8),
                                      .file = clip->file,
                                      .line = (size_t)dbt_record_take_number(s, 8),
                                      .col = (size_t)dbt_record_take_number(s, 8) };
        const size_t size = (size_t)dbt_record_take_number(s, 2);
        const char *msg = dbt_record_take(s, size);
        s->failed = s->failed || kind >= DBT_N_WARNINGS || warning.count == 0 ||
                    size >= sizeof warning.msg || memchr(msg, '\0', size);
        if (s->failed)
            return;
        clip->warnings.kind[kind] = warning;
        memcpy(clip->warnings.kind[kind].msg, msg, size);
    }
}

/* The values of a channel, and where those of the next frames are. */
typedef struct column {
    const char *at;
    unsigned form, n_bytes; /* bytes for each frame */
    double power, base;
} column;

static void take_column(dbt_record_source *s, size_t n_frames, column *c)
{
    c->form = (unsigned)dbt_record_take_number(s, 1);
    s->failed = s->failed || c->form > DOUBLES;
    c->n_bytes = c->form;
    if (c->form == CONSTANT)
        c->base = take_double(s);
    if (c->form > CONSTANT && c->form <= MOST_BYTES) {
        const size_t decimals = (size_t)dbt_record_take_number(s, 1);
        c->base = (double)(int64_t)dbt_record_take_number(s, 8);
        s->failed = s->failed || decimals > MOST_DECIMALS || fabs(c->base) > MOST_WHOLE;
        c->power = powers[s->failed ? 0 : decimals];
    }
    s->failed = s->failed || (c->n_bytes > 0 && n_frames > SIZE_MAX / c->n_bytes);
    c->at = dbt_record_take(s, n_frames * c->n_bytes);
}

/* Writes the next n values of a column into values[n], which are `stride` apart. */
static bool read_values(column *c, size_t n, size_t stride, double *values)
{
    bool finite = true;
    const uint64_t negative_zero = c->form <= MOST_BYTES ? all_ones(c->form) : 0;
    for (size_t k = 0; k < n; k++, values += stride, c->at += c->n_bytes) {
        if (c->form == CONSTANT) {
            *values = c->base;
            continue;
        }
        const uint64_t number = dbt_record_number(c->at, c->n_bytes);
        if (c->form == DOUBLES) {
            *values = dbt_record_value(number);
            finite = finite && isfinite(*values);
        } else {
            *values = number == negative_zero ? -0.0 : (c->base + (double)number) / c->power;
        }
    }
    return finite;
}

/* Reads some frames of all columns at once: what it writes to stays in the processor's cache. */
static bool take_values(dbt_record_source *s, dbt_clip *clip)
{
    const size_t n_channels = (size_t)clip->skeleton.n_channels, n_frames = clip->n_frames;
    const size_t n_joints = (size_t)clip->skeleton.n_joints;
    const size_t most = DBT_JOINTS_PER_BYTE * clip->text.size + DBT_FREE_JOINTS;
    /* a value takes at least a byte of text */
    s->failed = s->failed || n_frames > clip->text.size / n_channels || n_frames > most / n_joints;
    if (s->failed)
        return true;
    column *columns = dbt_alloc_array(n_channels, sizeof *columns);
    clip->values = dbt_alloc_array(n_frames, n_channels * sizeof(double));
    const bool ok = columns && clip->values;
    for (size_t c = 0; ok && !s->failed && c < n_channels; c++)
        take_column(s, n_frames, &columns[c]);
    for (size_t frame = 0; ok && !s->failed && frame < n_frames; frame += FRAMES_AT_ONCE) {
        const size_t n = dbt_min(n_frames - frame, FRAMES_AT_ONCE);
        for (size_t c = 0; c < n_channels; c++)
            s->failed =
                !read_values(&columns[c], n, n_channels, clip->values + frame * n_channels + c) ||
                s->failed;
    }
    dbt_free(columns);
    return ok;
}

bool dbt_clip_record_read(const char *bytes, size_t size, size_t text_size, const char *file,
                          dbt_clip *clip, dbt_error *err)
{
    dbt_record_source s = { .at = bytes, .end = bytes + size };
    *clip = (dbt_clip){ .file = file, .skeleton.file = file, .text.size = text_size };
    const size_t n_joints = (size_t)dbt_record_take_number(&s, 4),
                 n_end_sites = (size_t)dbt_record_take_number(&s, 4);
    bool ok = take_joints(&s, n_joints, &clip->skeleton) &&
              take_end_sites(&s, n_end_sites, &clip->skeleton);
    if (ok && !s.failed) {
        clip->frame_time = take_double(&s);
        const uint64_t n_frames = dbt_record_take_number(&s, 8);
        clip->n_frames = (size_t)n_frames;
        s.failed = s.failed || !(clip->frame_time >= DBT_MIN_FRAME_TIME) ||
                   !(clip->frame_time <= DBT_MAX_FRAME_TIME) || n_frames > text_size;
        take_warnings(&s, clip);
        ok = take_values(&s, clip);
    }
    s.failed = s.failed || s.at != s.end;
    if (ok && !s.failed)
        return true;
    dbt_clip_release(clip);
    return ok ? dbt_fail(err, DBT_E_FORMAT, "not the record of a clip") : dbt_fail_memory(err);
}
