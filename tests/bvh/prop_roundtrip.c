/* Properties of reading and writing random clips. Unchanged clips have the same bytes. Rewritten
 * clips have the same values, and do not change when written again. */
#include "base/mem.h"

#include "rendered.h"

enum { N_CLIPS = 400, MAX_JOINTS = 24, MAX_FRAMES = 6, TEXT_SIZE = 1 << 18 };

/* ---- text of random clips ---- */

/* What is unusual in a clip's text. */
typedef struct oddity {
    const char *name;
    bool glued;    /* a sign instead of the blank before a number */
    bool wrapped;  /* frames over several lines */
    bool one_line; /* all frames on one line */
    bool no_sites; /* leaves without End Site */
    bool keyword;  /* FrameTime: instead of Frame Time: */
} oddity;

typedef struct draft {
    uint64_t random;
    char *text, *at;
    const char *eol;
    const oddity *odd;
    int n_joints, n_channels;
} draft;

static uint64_t below(draft *d, uint64_t n)
{
    return random_bits(&d->random) % n;
}

static void put(draft *d, const char *text)
{
    d->at += sprintf(d->at, "%s", text);
}

static void end_line(draft *d)
{
    static const char *const trailing[] = { "", "", "", " ", "\t ", "" };
    put(d, trailing[below(d, 6)]);
    put(d, d->eol);
}

static void put_blanks(draft *d)
{
    static const char *const blanks[] = { " ", " ", "  ", "\t", " \t " };
    put(d, blanks[below(d, 5)]);
}

static void put_keyword(draft *d, const char *word)
{
    const bool lower = below(d, 8) == 0;
    for (; *word; word++)
        *d->at++ = (char)(lower && *word >= 'A' && *word <= 'Z' ? *word - 'A' + 'a' : *word);
    *d->at = '\0';
}

/* Writes a number in a random allowed notation, without a blank. */
static void put_number(draft *d)
{
    static const char *const formats[] = { "%.6f", "%.6f", "%.2f",  "%.0f",
                                           "%g",   "%.3e", "%.17g", "%+.4f" };
    static const char *const special[] = { "0",         "-0",     "-.0", "1.",  "+.5",
                                           "-0.000000", "1e-310", "360", "-180" };
    if (below(d, 10) == 0)
        put(d, special[below(d, 9)]);
    else
        d->at += sprintf(d->at, formats[below(d, 8)], random_in(&d->random, -400.0, 400.0));
}

static void put_offset(draft *d)
{
    put_keyword(d, "OFFSET");
    for (int axis = 0; axis < 3; axis++) {
        put_blanks(d);
        d->at += sprintf(d->at, below(d, 2) ? "%.4f" : "%.17g", random_in(&d->random, -30.0, 30.0));
    }
    end_line(d);
}

static void put_channels(draft *d, int min_channels)
{
    static const char *const names[] = { "Xposition", "Yposition", "Zposition",
                                         "Xrotation", "Yrotation", "Zrotation" };
    int order[6] = { 0, 1, 2, 3, 4, 5 };
    for (int i = 5; i > 0; i--) {
        const int j = (int)below(d, (uint64_t)i + 1), kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    const int n = min_channels + (int)below(d, (uint64_t)(7 - min_channels));
    put_keyword(d, "CHANNELS");
    d->at += sprintf(d->at, " %d", n);
    for (int c = 0; c < n; c++) {
        put_blanks(d);
        put_keyword(d, names[order[c]]);
    }
    end_line(d);
    d->n_channels += n;
}

static void put_name(draft *d)
{
    static const char *const names[] = { "Hips", "Bip01 Neck", "mixamorig:Hips", "(1)|x", "Köp fé",
                                         "End",  "#9",         "L_Arm.001" };
    d->at += sprintf(d->at, " %s%d", names[below(d, 8)], d->n_joints);
}

static void put_end_site(draft *d)
{
    put_keyword(d, "End Site");
    if (below(d, 4) == 0)
        put(d, " Tip of it");
    end_line(d);
    put(d, "{");
    end_line(d);
    put_offset(d);
    put(d, "}");
    end_line(d);
}

static void put_joint(draft *d, int depth)
{
    const bool root = depth == 0;
    put_keyword(d, root ? "ROOT" : "JOINT");
    put_name(d);
    d->n_joints++;
    end_line(d);
    put(d, "{");
    end_line(d);
    put_offset(d);
    put_channels(d, root ? 1 : 0);
    const int n_children = depth < 8 ? (int)below(d, root ? 4 : 3) : 0;
    int n_written = 0;
    if (below(d, 6) == 0)
        put_end_site(d);
    for (; n_written < n_children && d->n_joints < MAX_JOINTS; n_written++)
        put_joint(d, depth + 1);
    if (n_written == 0 && !d->odd->no_sites)
        put_end_site(d);
    put(d, "}");
    end_line(d);
}

static void put_frame(draft *d)
{
    if (below(d, 3) == 0 && !d->odd->glued)
        put_blanks(d);
    for (int c = 0; c < d->n_channels; c++) {
        if (d->odd->glued && c > 0)
            d->at += sprintf(d->at, "%s%.*f", below(d, 2) ? "-" : " -", 1 + (int)below(d, 6),
                             random_in(&d->random, 0.0, 200.0));
        else
            put_number(d);
        if (c + 1 == d->n_channels)
            break;
        if (d->odd->wrapped && below(d, 3) == 0)
            end_line(d);
        else if (!d->odd->glued)
            put_blanks(d);
    }
    if (d->odd->one_line)
        put_blanks(d);
    else
        end_line(d);
}

/* Writes a random clip with at least two frames and two channels into d->text. */
static void write_draft(draft *d, uint64_t seed, const oddity *odd)
{
    static const char *const eols[] = { "\n", "\r\n", "\r" };
    char *text = d->text;
    do {
        *d = (draft){ .random = seed++ * 7919 + 1, .text = text, .at = text, .odd = odd };
        d->eol = eols[below(d, 3)];
        put_keyword(d, "HIERARCHY");
        end_line(d);
        put_joint(d, 0);
    } while (d->n_channels < 2);
    put_keyword(d, "MOTION");
    end_line(d);
    const int n_frames = 2 + (int)below(d, MAX_FRAMES - 1);
    d->at += sprintf(d->at, "Frames: %d", n_frames);
    end_line(d);
    put(d, odd->keyword ? "FrameTime: " : "Frame Time: ");
    d->at += sprintf(d->at, below(d, 2) ? "%.7f" : "%.17g", random_in(&d->random, 0.001, 0.2));
    put(d, d->eol);
    for (int f = 0; f < n_frames; f++)
        put_frame(d);
    if (odd->one_line)
        put(d, d->eol);
}

/* ---- through the tool ---- */

static void read_clip(const char *text, size_t size, dbt_clip *clip, uint64_t seed)
{
    static const dbt_bvh_options options = { .assume_fps = 0.0 };
    dbt_error err = { .code = DBT_OK };
    if (!dbt_bvh_read(text, size, "random.bvh", &options, clip, &err))
        fail_msg("clip %llu: %zu:%zu: %s\n%.*s", (unsigned long long)seed, err.line, err.col,
                 err.msg, (int)(size < 3000 ? size : 3000), text);
}

/* Returns the text of a sequence of only `clip`. The caller releases it. */
static dbt_buffer write_clip(const dbt_clip *clip, int decimals)
{
    dbt_segment segment = { .clip = clip, .tuning = dbt_tuning_default(dbt_methods[0]) };
    return rendered(&(dbt_sequence_spec){ .segments = &segment, .n_segments = 1, .up = 1 },
                    decimals);
}

static bool same_text(const dbt_buffer *out, const char *text, size_t size)
{
    return out->size == size && memcmp(out->bytes, text, size) == 0;
}

/* Equal except for rounding of the last digit. */
static bool is_near(double a, double b)
{
    return fabs(a - b) <= 0.6e-15 + 1e-15 * fabs(b);
}

static bool same_offset(dbt_vec3 a, dbt_vec3 b)
{
    return is_near(a.x, b.x) && is_near(a.y, b.y) && is_near(a.z, b.z);
}

static void expect_same_hierarchy(const dbt_skeleton *a, const dbt_skeleton *b, uint64_t seed)
{
    const unsigned long long clip = seed;
    if (!dbt_skeleton_same_layout(a, b))
        fail_msg("clip %llu: another layout", clip);
    for (int j = 0; j < a->n_joints; j++) {
        const dbt_joint *p = &a->joints[j], *q = &b->joints[j];
        if (strcmp(p->name, q->name) != 0 || !same_offset(p->offset, q->offset))
            fail_msg("clip %llu: joint '%s' became '%s', or moved", clip, p->name, q->name);
    }
    for (int e = 0; e < a->n_end_sites; e++) {
        const dbt_end_site *p = &a->end_sites[e];
        bool found = false;
        for (int i = 0; i < b->n_end_sites; i++) {
            const dbt_end_site *q = &b->end_sites[i];
            found = found || (q->parent == p->parent && same_offset(q->offset, p->offset) &&
                              !p->name == !q->name && (!p->name || strcmp(p->name, q->name) == 0));
        }
        if (!found)
            fail_msg("clip %llu: an End Site is lost", clip);
    }
}

/* ---- the properties ---- */

/* Blanks, line ends and notation of numbers are kept, too. */
TEST(untouched_clips_keep_their_bytes)
{
    static const oddity usual = { .name = "plain" };
    draft d = { .text = malloc(TEXT_SIZE) };
    assert_non_null(d.text);
    for (uint64_t seed = 0; seed < N_CLIPS; seed++) {
        write_draft(&d, seed, &usual);
        const size_t size = (size_t)(d.at - d.text);
        dbt_clip clip;
        read_clip(d.text, size, &clip, seed);
        if (dbt_has_warnings(&clip.warnings))
            fail_msg("clip %llu: a warning about plain text", (unsigned long long)seed);
        assert_int_equal(clip.skeleton.n_joints, d.n_joints);
        assert_int_equal(clip.skeleton.n_channels, d.n_channels);
        dbt_buffer out = write_clip(&clip, (int)(seed % 16));
        if (!same_text(&out, d.text, size))
            fail_msg("clip %llu changed:\n%.3000s\n--- became ---\n%.3000s",
                     (unsigned long long)seed, d.text, out.bytes);
        dbt_buffer_release(&out);
        dbt_clip_release(&clip);
    }
    free(d.text);
}

/* Writes clips with this oddity in canonical form. The clip is the same within rounding and has no
 * oddity. Writing it again changes no byte. */
static void canonical_form(const oddity *odd)
{
    draft d = { .text = malloc(TEXT_SIZE) };
    assert_non_null(d.text);
    size_t n_rewritten = 0;
    for (uint64_t seed = 0; seed < N_CLIPS / 2; seed++) {
        const int decimals = (int)(seed % 16);
        write_draft(&d, seed, odd);
        dbt_clip clip, again;
        read_clip(d.text, (size_t)(d.at - d.text), &clip, seed);
        dbt_buffer once = write_clip(&clip, decimals);
        read_clip(once.bytes, once.size, &again, seed);
        if (dbt_has_warnings(&again.warnings))
            fail_msg("%s %llu: what was written is odd:\n%.3000s", odd->name,
                     (unsigned long long)seed, once.bytes);
        n_rewritten += dbt_has_warnings(&clip.warnings);
        expect_same_hierarchy(&clip.skeleton, &again.skeleton, seed);
        assert_int_equal(again.n_frames, clip.n_frames);
        assert_true(is_near(again.frame_time, clip.frame_time));
        assert_string_equal(again.text.eol, clip.text.eol);
        const double rounding = 0.500001 * pow(10.0, -decimals);
        const size_t n = clip.n_frames * (size_t)clip.skeleton.n_channels;
        for (size_t i = 0; i < n; i++)
            if (!(fabs(again.values[i] - clip.values[i]) <= rounding + 1e-13))
                fail_msg("%s %llu: value %zu was %.17g, became %.17g with %d decimals", odd->name,
                         (unsigned long long)seed, i, clip.values[i], again.values[i], decimals);
        dbt_buffer twice = write_clip(&again, decimals);
        if (!same_text(&twice, once.bytes, once.size))
            fail_msg("%s %llu: the second pass changed the text", odd->name,
                     (unsigned long long)seed);
        dbt_buffer_release(&once);
        dbt_buffer_release(&twice);
        dbt_clip_release(&again);
        dbt_clip_release(&clip);
    }
    assert_true(n_rewritten > N_CLIPS / 4); /* most clips had the oddity */
    free(d.text);
}

TEST(canonical_form_of_glued_numbers)
{
    canonical_form(&(oddity){ .name = "glued", .glued = true });
}

TEST(canonical_form_of_wrapped_frames)
{
    canonical_form(&(oddity){ .name = "wrapped", .wrapped = true });
}

TEST(canonical_form_of_frames_on_one_line)
{
    canonical_form(&(oddity){ .name = "one line", .one_line = true });
}

TEST(canonical_form_of_odd_hierarchies)
{
    canonical_form(&(oddity){ .name = "odd hierarchy", .no_sites = true, .keyword = true });
}

TEST(canonical_form_of_everything_at_once)
{
    canonical_form(&(oddity){
        .name = "all", .glued = true, .wrapped = true, .no_sites = true, .keyword = true });
}
