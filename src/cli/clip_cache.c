#include "cli/clip_cache.h"

#include "core/mem.h"
#include "core/names.h"

#include <limits.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A place in one of the cache's rings. */
typedef struct ring_place {
    struct ring_place *before, *after;
} ring_place;

typedef struct cached_clip {
    dbt_clip clip;        /* first: by its address it is given back */
    ring_place place;     /* in the ring of the used or of the idle */
    struct source *owner; /* to be told when it goes */
    cli_input input;
    size_t bytes;
    int users;
    bool loading;
} cached_clip;

/* A file, read in one way: stays when its clip is dropped. */
typedef struct source {
    char *key;         /* resolved path and reading options */
    cached_clip *clip; /* NULL: not in memory */
    bool warned;       /* its warnings were printed */
} source;

struct cli_clip_cache {
    pthread_mutex_t lock;
    pthread_cond_t loaded; /* some clip's loading ended */
    dbt_names sources;     /* by key; owned */
    dbt_names resolved;    /* from a path as it is written to the one without links; owned */
    ring_place used, idle; /* rings of clips; of the idle the least recently used comes first */
    size_t limit, held;    /* bytes */
    cli_tone tone;
};

/* ---- rings ---- */

static void leave_ring(ring_place *p)
{
    p->before->after = p->after;
    p->after->before = p->before;
}

static void join_ring(ring_place *ring, ring_place *p)
{
    *p = (ring_place){ ring->before, ring };
    p->before->after = p->after->before = p;
}

static cached_clip *clip_at(ring_place *p)
{
    return (cached_clip *)(void *)((char *)p - offsetof(cached_clip, place));
}

static void use(cli_clip_cache *cache, cached_clip *c)
{
    if (c->users++ > 0)
        return;
    leave_ring(&c->place);
    join_ring(&cache->used, &c->place);
}

static void leave(cli_clip_cache *cache, cached_clip *c)
{
    if (--c->users > 0)
        return;
    leave_ring(&c->place);
    join_ring(&cache->idle, &c->place);
}

/* ---- */

cli_clip_cache *cli_clip_cache_new(size_t limit, dbt_hash_key hash_key, cli_tone tone)
{
    cli_clip_cache *cache = dbt_list_realloc(NULL, sizeof *cache);
    *cache = (cli_clip_cache){ .sources.key = hash_key,
                               .resolved.key = hash_key,
                               .used = { &cache->used, &cache->used },
                               .idle = { &cache->idle, &cache->idle },
                               .limit = limit,
                               .tone = tone };
    pthread_mutex_init(&cache->lock, NULL);
    pthread_cond_init(&cache->loaded, NULL);
    return cache;
}

/* The lock is held. */
static void drop(cli_clip_cache *cache, cached_clip *c)
{
    cache->held -= c->bytes;
    c->owner->clip = NULL;
    leave_ring(&c->place);
    dbt_clip_release(&c->clip);
    cli_input_release(&c->input);
    dbt_free(c);
}

static void drop_all(cli_clip_cache *cache, ring_place *ring)
{
    while (ring->after != ring)
        drop(cache, clip_at(ring->after));
}

void cli_clip_cache_free(cli_clip_cache *cache)
{
    drop_all(cache, &cache->used);
    drop_all(cache, &cache->idle);
    for (size_t i = 0; i < cache->sources.n_slots; i++) {
        source *s = (source *)(uintptr_t)cache->sources.slots[i].value;
        if (s)
            dbt_free(s->key);
        dbt_free(s);
    }
    for (size_t i = 0; i < cache->resolved.n_slots; i++)
        dbt_free((void *)(uintptr_t)cache->resolved.slots[i].value);
    dbt_names_release(&cache->sources);
    dbt_names_release(&cache->resolved);
    pthread_cond_destroy(&cache->loaded);
    pthread_mutex_destroy(&cache->lock);
    dbt_free(cache);
}

/* Drops what nobody uses, the least recently used first, until there is room for
 * so many more bytes within the limit. The lock is held. */
static void make_room(cli_clip_cache *cache, size_t more)
{
    while (cache->held + more > cache->limit && cache->idle.after != &cache->idle)
        drop(cache, clip_at(cache->idle.after));
}

static size_t size_of(const cached_clip *c)
{
    const size_t frame = (size_t)c->clip.skeleton.n_channels * sizeof(double) + sizeof(size_t);
    return c->input.size + c->clip.n_frames * frame + 4096;
}

/* Reads the clip without the lock; others wait for it meanwhile. */
static bool load(cli_clip_cache *cache, cached_clip *c, const char *path,
                 const dbt_bvh_options *options, dbt_error *err)
{
    pthread_mutex_unlock(&cache->lock);
    const bool ok = cli_input_read(path, &c->input, err) &&
                    dbt_bvh_read(c->input.bytes, c->input.size, path, options, &c->clip, err);
    pthread_mutex_lock(&cache->lock);
    c->loading = false;
    pthread_cond_broadcast(&cache->loaded);
    if (!ok)
        return false;
    c->bytes = size_of(c);
    cache->held += c->bytes;
    return true;
}

static bool report(cli_clip_cache *cache, const cached_clip *c, bool strict, dbt_error *err)
{
    cli_tone tone = cache->tone;
    tone.strict = strict || tone.strict;
    tone.quiet = tone.quiet || c->owner->warned;
    c->owner->warned = true;
    return cli_report_warnings(&c->clip.warnings, tone, err);
}

static size_t file_size(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
}

static source *find_source(cli_clip_cache *cache, const char *key)
{
    source *s = (source *)(uintptr_t)dbt_names_get(&cache->sources, key);
    if (s)
        return s;
    s = dbt_list_realloc(NULL, sizeof *s);
    *s = (source){ .key = dbt_list_copy_text(key) };
    dbt_names_put(&cache->sources, s->key, s);
    return s;
}

/* A reading that failed leaves no clip, so that each job tells its own story. */
static cached_clip *find_or_load(cli_clip_cache *cache, source *s, const char *path,
                                 const dbt_bvh_options *options, dbt_error *err)
{
    while (s->clip && s->clip->loading)
        pthread_cond_wait(&cache->loaded, &cache->lock);
    if (s->clip) {
        use(cache, s->clip);
        return s->clip;
    }
    cached_clip *c = dbt_list_realloc(NULL, sizeof *c);
    *c = (cached_clip){ .owner = s, .users = 1, .loading = true };
    join_ring(&cache->used, &c->place);
    s->clip = c;
    make_room(cache, 2 * file_size(path)); /* about what text and values take */
    if (load(cache, c, path, options, err))
        return c;
    drop(cache, c);
    return NULL;
}

/* Looked up once: a batch names the same clips thousands of times. The lock is held. */
static const char *resolve_once(cli_clip_cache *cache, const char *path)
{
    const char *known = dbt_names_get(&cache->resolved, path);
    char resolved[PATH_MAX];
    if (known)
        return known;
    char *kept = dbt_list_copy_text(realpath(path, resolved) ? resolved : path);
    dbt_names_put(&cache->resolved, path, kept);
    return kept;
}

const dbt_clip *cli_clip_cache_get(cli_clip_cache *cache, const char *path,
                                   const dbt_bvh_options *options, bool strict, dbt_error *err)
{
    char key[PATH_MAX + 64];
    pthread_mutex_lock(&cache->lock);
    snprintf(key, sizeof key, "%d %a %s", options->lenient, options->assume_fps,
             resolve_once(cache, path));
    cached_clip *c = find_or_load(cache, find_source(cache, key), path, options, err);
    if (c && !report(cache, c, strict, err)) {
        leave(cache, c);
        c = NULL;
    }
    make_room(cache, 0);
    pthread_mutex_unlock(&cache->lock);
    return c ? &c->clip : NULL;
}

void cli_clip_cache_put(cli_clip_cache *cache, const dbt_clip *clip)
{
    pthread_mutex_lock(&cache->lock);
    leave(cache, (cached_clip *)(uintptr_t)clip);
    make_room(cache, 0);
    pthread_mutex_unlock(&cache->lock);
}

bool cli_clip_cache_reads(cli_clip_cache *cache, const char *path)
{
    bool reads = false;
    cli_file_id replaced[CLI_N_REPLACED];
    cli_find_replaced(path, replaced);
    pthread_mutex_lock(&cache->lock);
    for (ring_place *p = cache->used.after; p != &cache->used && !reads; p = p->after) {
        const cached_clip *c = clip_at(p);
        reads = !c->loading && cli_is_replaced(replaced, &c->input);
    }
    pthread_mutex_unlock(&cache->lock);
    return reads;
}
