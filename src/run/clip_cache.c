#include "run/clip_cache.h"

#include "base/hash.h"
#include "base/mem.h"
#include "base/name_table.h"
#include "fit/knees.h"
#include "motion/glitch.h"

#include <math.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct cached_clip {
    dbt_clip clip;                       /* first member: cached() casts its address */
    struct cache_entry *owner;           /* its clip becomes NULL on eviction */
    dbt_input input;                     /* the clip borrows its bytes */
    const dbt_job_file *renames, *roles; /* NULL: none */
    dbt_clip_facts facts;                /* owns `dropped` */
    struct cached_clip *onto; /* the clip to whose rig it is fitted, in use; NULL: none */
    dbt_fit_rig *rig;         /* rig that other clips are fitted to; NULL: not requested yet */
    dbt_buffer fitted;        /* a line about the fit of this clip; empty: it was not fitted */
    dbt_ground ground[3];     /* [up] */
    bool has_ground[3];       /* [up]: ground is computed */
    size_t bytes;
    int users;          /* 0: idle, may be evicted */
    uint64_t last_used; /* n_released of the cache when its last user returned it */
    bool loading;
} cached_clip;

/* Returns the cached clip that contains a clip in use. */
static cached_clip *cached(const dbt_clip *clip)
{
    return (cached_clip *)(uintptr_t)clip;
}

/* A file with the options of reading it. Remains after eviction of its clip. */
typedef struct cache_entry {
    const char *key;        /* dbt_reading_key */
    dbt_file_status *first; /* version of the file when first opened, for all keys */
    cached_clip *clip;      /* NULL: not in memory */
    bool warned;            /* its warnings were printed */
} cache_entry;

struct dbt_clip_cache {
    pthread_mutex_t lock;
    pthread_mutex_t rig_lock; /* guards rigs and grounds of clips */
    pthread_cond_t loaded;    /* signals that a clip was loaded or failed to load */
    dbt_names entries;        /* key to cache_entry; owned */
    dbt_names versions;       /* path to dbt_file_status at the first opening; owned */
    dbt_job_files *files;     /* owned */
    cached_clip **clips;      /* stb_ds list: those in memory */
    uint64_t n_released;      /* how often a user returned a clip */
    size_t limit, size;       /* bytes */
    double pop_limit;         /* as in dbt_glitches_find */
    dbt_verbosity verbosity;
};

/* ---- the cache ---- */

dbt_clip_cache *dbt_clip_cache_new(size_t limit, double pop_limit, dbt_verbosity verbosity)
{
    dbt_clip_cache *cache = dbt_alloc_object(sizeof *cache);
    *cache = (dbt_clip_cache){
        .files = dbt_job_files_new(), .limit = limit, .pop_limit = pop_limit, .verbosity = verbosity
    };
    pthread_mutex_init(&cache->lock, NULL);
    pthread_mutex_init(&cache->rig_lock, NULL);
    pthread_cond_init(&cache->loaded, NULL);
    return cache;
}

dbt_job_files *dbt_clip_cache_files(dbt_clip_cache *cache)
{
    return cache->files;
}

/* Frees a clip and what it owns. Does not change the cache, the clip's entry or its c->onto: see
 * forget. */
static void free_clip(cached_clip *c)
{
    dbt_fit_rig_free(c->rig);
    dbt_buffer_release(&c->fitted);
    dbt_clip_release(&c->clip);
    dbt_input_release(&c->input);
    dbt_free(c->facts.dropped);
    dbt_free(c);
}

void dbt_clip_cache_free(dbt_clip_cache *cache)
{
    if (!cache)
        return;
    for (ptrdiff_t i = 0; i < arrlen(cache->clips); i++)
        free_clip(cache->clips[i]);
    arrfree(cache->clips);
    dbt_names_release_values(&cache->entries);
    dbt_names_release_values(&cache->versions);
    dbt_job_files_free(cache->files);
    pthread_cond_destroy(&cache->loaded);
    pthread_mutex_destroy(&cache->rig_lock);
    pthread_mutex_destroy(&cache->lock);
    dbt_free(cache);
}

/* Removes a user of a clip. Needs the lock, as all functions below that change the cache. */
static void release_user(dbt_clip_cache *cache, cached_clip *c)
{
    c->users--;
    c->last_used = cache->n_released++;
}

/* Frees a clip that has no users, and empties its entry. Needs the lock. */
static void forget(dbt_clip_cache *cache, cached_clip *c)
{
    c->owner->clip = NULL;
    if (c->onto)
        release_user(cache, c->onto);
    free_clip(c);
}

/* Evicts idle clips, least recently used first, until `more` bytes fit within the limit or none is
 * idle. Needs the lock. */
static void make_room(dbt_clip_cache *cache, size_t more)
{
    while (cache->size + more > cache->limit) {
        ptrdiff_t oldest = -1;
        for (ptrdiff_t i = 0; i < arrlen(cache->clips); i++)
            if (cache->clips[i]->users == 0 &&
                (oldest < 0 || cache->clips[i]->last_used < cache->clips[oldest]->last_used))
                oldest = i;
        if (oldest < 0)
            return;
        cached_clip *c = cache->clips[oldest];
        arrdelswap(cache->clips, oldest);
        cache->size -= c->bytes;
        forget(cache, c);
    }
}

/* Overwrites *how with the edits of names, joints and lengths; borrows from `changes` and the
 * cache. Reads the file of renames, if any, into c->renames; fails as dbt_job_files_get. */
static bool find_reshape(dbt_clip_cache *cache, cached_clip *c, const dbt_clip_changes *changes,
                         dbt_reshape *how, dbt_error *err)
{
    *how = (dbt_reshape){ .drops = changes->drops,
                          .n_drops = changes->n_drops,
                          .scale = changes->scale };
    if (!changes->rename)
        return true;
    c->renames = dbt_job_files_get(cache->files, DBT_INPUT_RENAMES, changes->rename, err);
    if (c->renames)
        how->renames = &c->renames->renames;
    return c->renames != NULL;
}

static void mark_dropped(const void *reshape, const dbt_skeleton *skeleton, bool *dropped)
{
    dbt_reshape_mark(reshape, skeleton, dropped);
}

/* Applies the edits of names, joints and lengths, and sets c->facts.dropped. Without any, leaves
 * c->facts.dropped NULL. Fails as dbt_clip_reshape. */
static bool reshape(cached_clip *c, const dbt_clip_changes *changes, const dbt_reshape *how,
                    dbt_error *err)
{
    if (!changes->rename && changes->n_drops == 0 && changes->scale == 0.0)
        return true;
    c->facts.dropped = dbt_alloc_array((size_t)changes->n_drops + 1, sizeof *c->facts.dropped);
    return dbt_clip_reshape(&c->clip, how, c->facts.dropped, err);
}

/* Applies the file of roles, if there is one, and sets c->roles and c->facts.role_match. In any
 * case chooses knees in legs without a joint named as knee (dbt_knees_choose). Fails as
 * dbt_job_files_get and dbt_role_file_apply. */
static bool set_roles(dbt_clip_cache *cache, cached_clip *c, const dbt_clip_changes *changes,
                      dbt_error *err)
{
    if (changes->roles) {
        c->roles = dbt_job_files_get(cache->files, DBT_INPUT_ROLES, changes->roles, err);
        if (!c->roles ||
            !dbt_role_file_apply(&c->roles->roles, &c->clip, &c->facts.role_match, err))
            return false;
    }
    dbt_knees_choose(&c->clip);
    return true;
}

static bool rotate_up(cached_clip *c, const dbt_clip_changes *changes, dbt_error *err)
{
    dbt_up_axis found = { .likely = changes->up_is };
    if (changes->up_is == DBT_UP_AUTO)
        dbt_up_axis_find(&found, &c->clip);
    return found.likely < 0 || dbt_up_axis_rotate(&c->clip, found.likely, changes->up, err);
}

const dbt_fit_rig *dbt_clip_cache_rig(dbt_clip_cache *cache, const dbt_clip *clip, dbt_error *err)
{
    cached_clip *c = cached(clip);
    pthread_mutex_lock(&cache->rig_lock);
    if (!c->rig)
        c->rig = dbt_fit_rig_new(&c->clip, err);
    pthread_mutex_unlock(&cache->rig_lock);
    return c->rig;
}

dbt_ground dbt_clip_cache_ground(dbt_clip_cache *cache, const dbt_clip *clip, int up)
{
    cached_clip *c = cached(clip);
    pthread_mutex_lock(&cache->rig_lock);
    if (!c->has_ground[up])
        c->ground[up] = dbt_ground_find(&c->clip, up);
    c->has_ground[up] = true;
    pthread_mutex_unlock(&cache->rig_lock);
    return c->ground[up];
}

/* Sets c->fitted, the line about the fit to `onto`, and adds warnings to c->clip: DBT_WARN_SIDES,
 * DBT_WARN_UP, DBT_WARN_ZERO_POSE, and DBT_WARN_FIT for joints without a counterpart. Prints
 * nothing. sum: of a clip that was changed; c->clip: the fitted one. */
static void describe_fit(cached_clip *c, const dbt_clip *onto, const dbt_fit_summary *sum)
{
    dbt_buffer_text(&c->fitted, "dbtool: ");
    dbt_buffer_name(&c->fitted, c->clip.file);
    dbt_buffer_text(&c->fitted, ": fitted to '");
    dbt_buffer_name(&c->fitted, dbt_file_name(onto->file));
    dbt_buffer_format(&c->fitted, "': %d of %d joints, size x %.4g", sum->n_known, sum->n_joints,
                      sum->size);
    if (strcmp(sum->up[0], sum->up[1]) != 0)
        dbt_buffer_format(&c->fitted, ", %s up to %s up", sum->up[0], sum->up[1]);
    if (sum->exchanged)
        dbt_warn(&c->clip.warnings, DBT_WARN_SIDES, c->clip.file, 0, 0,
                 "left and right are exchanged in the names of joints: toes point "
                 "backwards; --fit goes by the toes");
    if (sum->up_is_unknown)
        dbt_warn(&c->clip.warnings, DBT_WARN_UP, c->clip.file, 0, 0,
                 "it is not known which axis points up, here or in '%.80s': --fit does not turn "
                 "the clip",
                 dbt_file_name(onto->file));
    if (sum->turned)
        dbt_warn(
            &c->clip.warnings, DBT_WARN_ZERO_POSE, c->clip.file, 0, 0,
            "in the zero pose '%.60s' of '%.60s' is turned by %.0f degrees, but limbs and head "
            "agree: --fit takes rotations for the same",
            sum->turned, dbt_file_name(onto->file), sum->turned_deg);
    if (sum->n_unknown == 0)
        return;
    dbt_buffer names = { 0 };
    for (int i = 0; i < sum->n_unknown && i < DBT_FIT_SHOWN; i++)
        dbt_buffer_format(&names, "%s'%.40s'", i > 0 ? ", " : "", sum->unknown[i]);
    if (sum->n_unknown > DBT_FIT_SHOWN)
        dbt_buffer_format(&names, " and %d more", sum->n_unknown - DBT_FIT_SHOWN);
    dbt_warn(&c->clip.warnings, DBT_WARN_FIT, c->clip.file, 0, 0,
             "%d joint%s no counterpart in '%.60s': %s", sum->n_unknown,
             sum->n_unknown == 1 ? " has" : "s have", dbt_file_name(onto->file),
             names.bytes ? names.bytes : "");
    dbt_buffer_release(&names);
}

/* Fits c->clip to the rig of another clip, which it reads and which stays in use until forget:
 * c->onto. c->clip is unchanged if both rigs are the same; c->onto is set even then. Merges both
 * clips' matches of roles and of equal drop patterns. Fails as dbt_clip_cache_get,
 * dbt_clip_cache_rig or dbt_fit_clip; c->onto is then NULL. If a role of the file lacks its joint,
 * err is that of dbt_role_match_check instead. Without the lock. */
static bool fit(dbt_clip_cache *cache, cached_clip *c, const dbt_reading *reading, dbt_error *err)
{
    dbt_reading of_rig = *reading;
    of_rig.changes = reading->rig_changes;
    of_rig.rig = NULL;
    of_rig.has_ground = false;
    const dbt_clip *onto = dbt_clip_cache_get(cache, reading->rig, &of_rig, err);
    if (!onto)
        return false;
    dbt_clip fitted;
    dbt_fit_summary summary;
    const dbt_fit_rig *rig = dbt_clip_cache_rig(cache, onto, err);
    const bool ok = rig && dbt_fit_clip(&c->clip, rig, &fitted, &summary, err);
    if (ok && !summary.same) {
        fitted.warnings = c->clip.warnings;
        dbt_clip old = c->clip;
        c->clip = fitted;
        describe_fit(c, onto, &summary); /* uses names of the old clip */
        dbt_clip_release(&old);
    }
    if (!ok) {
        dbt_clip_cache_return(cache, onto);
        /* the reason may be a name in the file of roles */
        return c->facts.role_match.n_found > 0 && dbt_role_match_check(&c->facts.role_match, err) &&
               false;
    }
    c->onto = cached(onto);
    if (c->roles == c->onto->roles)
        dbt_role_match_improve(&c->facts.role_match, &c->onto->facts.role_match);
    /* if both clips have the same patterns, each pattern must match in one of them */
    const dbt_clip_changes *of_clip = &reading->changes, *of_onto = &reading->rig_changes;
    bool same = of_clip->n_drops == of_onto->n_drops;
    for (int i = 0; same && i < of_clip->n_drops; i++)
        same = strcmp(of_clip->drops[i], of_onto->drops[i]) == 0;
    for (int i = 0; same && i < of_clip->n_drops; i++)
        c->facts.dropped[i] = c->facts.dropped[i] || c->onto->facts.dropped[i];
    return true;
}

static bool put_on_ground(cached_clip *c, const dbt_reading *reading, dbt_error *err)
{
    const dbt_ground of_clip = dbt_ground_find(&c->clip, reading->ground_up);
    return !of_clip.is_known ||
           dbt_ground_move(&c->clip, reading->ground_up, reading->ground - of_clip.height, err);
}

/* Reads a file into c->input. Sets c->input.version to that of the first opening in this run, even
 * if it failed. dbt_input_check then fails if the file has changed since, because all jobs must
 * read the same version. Fails as dbt_input_read. Locks the cache. */
static bool read_input(dbt_clip_cache *cache, cached_clip *c, const char *path, dbt_error *err)
{
    dbt_file_status *first = c->owner->first;
    const bool ok = dbt_input_read(path, &c->input, err);
    pthread_mutex_lock(&cache->lock);
    if (first->kind == DBT_FILE_REGULAR)
        c->input.version = *first;
    else
        *first = c->input.version;
    pthread_mutex_unlock(&cache->lock);
    return ok;
}

/* Reads a clip into c->input and c->clip, and applies `reading`: names, joints and lengths; roles;
 * mirror; rotation; fit; ground. Then sets the up axis, the glitches and the hash. Fails as a step
 * does, or as dbt_input_check, whose error replaces the step's, if the file has changed since it
 * was first opened. The caller then calls forget. Without the lock. */
static bool read_clip(dbt_clip_cache *cache, cached_clip *c, const char *path,
                      const dbt_reading *reading, dbt_error *err)
{
    const dbt_clip_changes *changes = &reading->changes;
    dbt_reshape how;
    const dbt_bvh_options options = { .assume_fps = reading->assume_fps,
                                      .lenient = reading->lenient,
                                      .mark_dropped = changes->n_drops > 0 ? mark_dropped : NULL,
                                      .context = &how };
    /* mirror before rotation: the mirror plane is from the zero pose */
    bool ok = read_input(cache, c, path, err) && find_reshape(cache, c, changes, &how, err) &&
              dbt_bvh_read(c->input.bytes, c->input.size, dbt_input_name(path), &options, &c->clip,
                           err) &&
              reshape(c, changes, &how, err) && set_roles(cache, c, changes, err) &&
              (!changes->mirror || dbt_fit_mirror(&c->clip, err)) && rotate_up(c, changes, err) &&
              (!reading->rig || fit(cache, c, reading, err)) &&
              (!reading->has_ground || put_on_ground(c, reading, err));
    if (ok) {
        dbt_up_axis_find(&c->facts.up, &c->clip);
        dbt_glitches_find(&c->clip, cache->pop_limit);
        c->facts.hash = dbt_digest_of(c->input.bytes, c->input.size);
    }
    return dbt_input_check(&c->input, err) && ok;
}

/* Prints the line about the fit and the warnings on standard error, unless quiet, until a call for
 * the key succeeds. If `strict` or the cache's verbosity makes warnings errors, prints only the
 * line, and fails with DBT_E_STRICT each time there are some. Needs the lock. */
static bool report(dbt_clip_cache *cache, cached_clip *c, bool strict, dbt_error *err)
{
    dbt_verbosity verbosity = cache->verbosity;
    verbosity.strict = strict || verbosity.strict;
    verbosity.quiet = verbosity.quiet || c->owner->warned;
    if (!verbosity.quiet && c->fitted.size > 0)
        dbt_print_line(&c->fitted);
    const bool ok = dbt_report_warnings(&c->clip.warnings, verbosity, err);
    c->owner->warned = c->owner->warned || ok;
    return ok;
}

/* Returns the entry of a key, which is copied and added if it is new. real: the resolved path.
 * Needs the lock. */
static cache_entry *find_entry(dbt_clip_cache *cache, const char *key, const char *real)
{
    cache_entry *entry = dbt_names_item(&cache->entries, key, sizeof *entry);
    if (!entry->first) { /* new; set once: loading threads read them unlocked */
        entry->key = (const char *)(entry + 1);
        entry->first = dbt_names_item(&cache->versions, real, sizeof *entry->first);
    }
    return entry;
}

/* Reads a clip and adds it to the cache, without users; sets entry->clip, NULL before. Evicts idle
 * clips first. Protects the file from outputs (dbt_protect). Needs the lock, but releases it during
 * the reading; other threads that want the clip wait. Fails as read_clip; entry->clip is then NULL:
 * the next job tries again and gets an error. */
static bool load(dbt_clip_cache *cache, cache_entry *entry, const char *path,
                 const dbt_reading *reading, dbt_error *err)
{
    cached_clip *c = dbt_alloc_object(sizeof *c);
    *c = (cached_clip){ .owner = entry, .loading = true };
    entry->clip = c;
    make_room(cache, 2 * (size_t)dbt_file_size(path)); /* estimate of text and values */
    pthread_mutex_unlock(&cache->lock);
    const bool ok = read_clip(cache, c, path, reading, err);
    pthread_mutex_lock(&cache->lock);
    pthread_cond_broadcast(&cache->loaded);
    c->loading = false;
    if (!ok) {
        forget(cache, c);
        return false;
    }
    c->clip.key = entry->key;
    dbt_protect(c->input.id); /* no output may replace it, even after eviction */
    const size_t frame = (size_t)c->clip.skeleton.n_channels * sizeof(double) + sizeof(size_t);
    c->bytes = c->input.size + c->clip.n_frames * frame + 4096;
    cache->size += c->bytes;
    arrput(cache->clips, c);
    return true;
}

const dbt_clip *dbt_clip_cache_get(dbt_clip_cache *cache, const char *path,
                                   const dbt_reading *reading, dbt_error *err)
{
    dbt_buffer key = { 0 };
    pthread_mutex_lock(&cache->lock);
    dbt_reading_key(reading, path, cache->files, &key);
    cache_entry *entry = find_entry(cache, key.bytes, dbt_job_files_real_path(cache->files, path));
    dbt_buffer_release(&key);
    while (entry->clip && entry->clip->loading)
        pthread_cond_wait(&cache->loaded, &cache->lock);
    const bool ok = (entry->clip || load(cache, entry, path, reading, err)) &&
                    report(cache, entry->clip, reading->strict, err);
    if (ok)
        entry->clip->users++;
    const dbt_clip *clip = ok ? &entry->clip->clip : NULL;
    make_room(cache, 0);
    pthread_mutex_unlock(&cache->lock);
    return clip;
}

void dbt_clip_cache_return(dbt_clip_cache *cache, const dbt_clip *clip)
{
    pthread_mutex_lock(&cache->lock);
    release_user(cache, cached(clip));
    make_room(cache, 0);
    pthread_mutex_unlock(&cache->lock);
}

const dbt_clip_facts *dbt_clip_cache_facts(const dbt_clip *clip)
{
    return &cached(clip)->facts;
}

bool dbt_clip_cache_check(const dbt_clip *clip, dbt_error *err)
{
    const cached_clip *c = cached(clip);
    return dbt_input_check(&c->input, err) &&
           (!c->renames || dbt_input_check(&c->renames->input, err)) &&
           (!c->roles || dbt_input_check(&c->roles->input, err)) &&
           (!c->onto || dbt_clip_cache_check(&c->onto->clip, err));
}
