/* Training as its caller sees it: where samples begin, which weights are kept, when it fails. */
#include "train/train.c"

#include "walker.h"

enum { MAX_CLIPS = 3 };

typedef struct fixture {
    dbt_clip source_clips[MAX_CLIPS];
    dbt_body_clips clips;
} fixture;

/* Makes n_clips walks with these numbers of frames. */
static void begin(fixture *f, int n_clips, const size_t *n_frames)
{
    dbt_track tracks[MAX_CLIPS];
    dbt_error err;
    *f = (fixture){ .clips = { .root = NULL } };
    for (int i = 0; i < n_clips; i++) {
        f->source_clips[i] = walker_clip(0.9 * i);
        f->source_clips[i].n_frames = n_frames[i];
        assert_true(dbt_track_init(&tracks[i], &f->source_clips[i], &f->source_clips[0].skeleton,
                                   f->source_clips[0].frame_time, DBT_INTERPOLATE_HERMITE, &err));
    }
    assert_true(dbt_body_clips_init(&f->clips, tracks, n_clips, n_clips, NULL, 1, &err));
    for (int i = 0; i < n_clips; i++)
        dbt_track_release(&tracks[i]);
}

static void end(fixture *f)
{
    dbt_body_release(&f->clips.body);
    for (int i = 0; i < MAX_CLIPS; i++)
        if (f->source_clips[i].values)
            walker_release(&f->source_clips[i]);
}

/* When a run must stop, and how often it reported the best weights. */
typedef struct watch {
    long stop_after;
    long n_best;
} watch;

static bool callback(void *context, const dbt_train_progress *p)
{
    watch *w = context;
    if (p->best) {
        assert_true(isfinite(p->holdout));
        w->n_best++;
    }
    return p->iteration < w->stop_after;
}

static dbt_train_options small(fixture *f, int n_train, watch *w)
{
    f->clips.body.n_train = n_train;
    return (dbt_train_options){ .n_hidden = 4,
                                .n_layers = 1,
                                .window = 0.3,
                                .batch = 4,
                                .seed = 7,
                                .descent = { .n_iterations = 510,
                                             .learning_rate = 3e-3,
                                             .n_threads = 1,
                                             .progress = callback,
                                             .context = w } };
}

/* ---- tests ---- */

/* A sample needs two frames before it and six steps after it. A clip of 12 frames has samples at
 * frames 2 to 5, one of 9 frames at frame 2, and one of 8 frames none. */
TEST(samples_begin_where_they_can)
{
    fixture f;
    begin(&f, 3, (const size_t[]){ 12, 8, 9 });
    watch w = { 0 };
    const dbt_train_options options = small(&f, 3, &w);
    int drawn[29] = { 0 };
    trainer t = { .clips = &f.clips, .options = &options, .rng = 3 };
    dbt_starts_init(&t.starts, &t.memory, &f.clips.body, FRAMES_BEFORE);
    dbt_starts_set(&t.starts, FRAMES_BEFORE + 6);
    for (int i = 0; i < 5000; i++) {
        const dbt_sample sample = dbt_starts_draw(&t.starts, &t.rng);
        assert_true(sample.frame < 29);
        assert_int_equal(sample.clip, sample.frame < 12 ? 0 : 2);
        drawn[sample.frame]++;
    }
    for (int i = 0; i < 29; i++) { /* 1000 each, within five standard deviations */
        if ((i >= 2 && i <= 5) || i == 22)
            assert_in_range(drawn[i], 850, 1150);
        else
            assert_int_equal(drawn[i], 0);
    }
    dbt_arena_release(&t.memory);
    end(&f);
}

static double distance(const dbt_trained *a, const dbt_trained *b)
{
    double sum = 0.0;
    const size_t n = dbt_network_layer_begin(&a->net, a->net.n_layers);
    for (size_t i = 0; i < n; i++) {
        const double d = (double)a->weights[i] - (double)b->weights[i];
        sum += d * d;
    }
    return sqrt(sum);
}

/* If training ends one iteration early, the weights are nearly those of the whole run, and not
 * those of iteration 500, at which the loss is reported. */
TEST(ended_early_the_last_weights_are_kept)
{
    fixture f;
    begin(&f, 2, (const size_t[]){ WALKER_FRAMES, WALKER_FRAMES });
    dbt_trained after[3];
    static const long stops[] = { 500, 509, 510 };
    for (int i = 0; i < 3; i++) {
        watch w = { .stop_after = stops[i] };
        const dbt_train_options options = small(&f, 2, &w);
        assert_true(dbt_train(&f.clips, &options, &after[i], NULL));
        assert_int_equal(w.n_best, 0); /* nothing is measured, so nothing is best */
    }
    assert_true(distance(&after[1], &after[2]) > 0.0);
    assert_true(distance(&after[1], &after[2]) < 0.5 * distance(&after[0], &after[2]));
    for (int i = 0; i < 3; i++)
        dbt_trained_release(&after[i]);
    end(&f);
}

/* An interrupt before the first measurement also leaves the last weights. */
TEST(ended_before_anything_was_measured)
{
    fixture f;
    begin(&f, 3, (const size_t[]){ WALKER_FRAMES, WALKER_FRAMES, WALKER_FRAMES });
    watch w = { .stop_after = 30 };
    const dbt_train_options held = small(&f, 2, &w);
    dbt_trained with, without;
    assert_true(dbt_train(&f.clips, &held, &with, NULL));
    f.clips.body.n_clips = 2;
    assert_true(dbt_train(&f.clips, &held, &without, NULL));
    expect_near(distance(&with, &without), 0.0, 0.0);
    dbt_trained_release(&with);
    dbt_trained_release(&without);
    end(&f);
}

/* Weights that diverge are never the best. Training then fails without a model. */
TEST(divergence_is_a_failure)
{
    fixture f;
    begin(&f, 3, (const size_t[]){ WALKER_FRAMES, WALKER_FRAMES, WALKER_FRAMES });
    for (int n_train = 2; n_train <= 3; n_train++) {
        watch w = { .stop_after = 1000 };
        dbt_train_options options = small(&f, n_train, &w);
        options.descent.learning_rate = 1e30;
        dbt_trained trained;
        dbt_error err;
        assert_false(dbt_train(&f.clips, &options, &trained, &err));
        assert_int_equal(err.code, DBT_E_NUMBER);
        assert_null(trained.weights);
        assert_non_null(strstr(err.msg, "--learning-rate"));
    }
    end(&f);
}

TEST(clips_held_out_must_be_long_enough)
{
    fixture f;
    begin(&f, 2, (const size_t[]){ WALKER_FRAMES, 8 });
    watch w = { .stop_after = 1 };
    dbt_train_options options = small(&f, 1, &w);
    dbt_trained trained;
    dbt_error err;
    assert_false(dbt_train(&f.clips, &options, &trained, &err));
    assert_int_equal(err.code, DBT_E_FRAMES);
    assert_non_null(strstr(err.msg, "held out has 8 frames, expected at least 9"));
    options.window = 0.25; /* five frames */
    assert_true(dbt_train(&f.clips, &options, &trained, &err));
    dbt_trained_release(&trained);
    end(&f);
}

/* Any window and any batch. Messages show numbers correctly that exceed an int. */
TEST(sizes_are_checked_before_memory_is_allocated)
{
    fixture f;
    begin(&f, 1, (const size_t[]){ WALKER_FRAMES });
    watch w = { .stop_after = 1 };
    dbt_train_options options = small(&f, 1, &w);
    dbt_trained trained;
    dbt_error err;
    options.window = 1e8;
    assert_false(dbt_train(&f.clips, &options, &trained, &err));
    assert_int_equal(err.code, DBT_E_FRAMES);
    assert_non_null(strstr(err.msg, "at least 2000000003: a window of 2000000000 and"));
    options.window = 1.5;
    options.n_hidden = 1024;
    options.n_layers = 7;
    options.batch = 65536;
    assert_false(dbt_train(&f.clips, &options, &trained, &err));
    assert_int_equal(err.code, DBT_E_LIMIT);
    end(&f);
}
