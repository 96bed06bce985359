#include "cli/clip_cache.h"

#include "core/mem.h"

#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct cached_clip {
    char *key; /* resolved path and reading options; the map's own */
    cli_input input;
    dbt_clip clip;
    size_t bytes;
    int users;
    bool loading;
    unsigned long long last_use;
} cached_clip;

/* stb_ds map from key to clip. */
typedef struct cache_entry {
    char *key;
    cached_clip *value;
} cache_entry;

/* stb_ds set of the files whose warnings were printed. */
typedef struct warned_entry {
    char *key;
    bool value;
} warned_entry;

/* stb_ds map from a path as it is written to the one without links. */
typedef struct resolved_entry {
    char *key;
    char *value;
} resolved_entry;

struct cli_clip_cache {
    pthread_mutex_t lock;
    pthread_cond_t loaded; /* some clip's loading ended */
    cache_entry *clips;
    warned_entry *warned;
    resolved_entry *resolved;
    size_t limit, held; /* bytes */
    unsigned long long uses;
    cli_tone tone;
};

cli_clip_cache *cli_clip_cache_new(size_t limit, cli_tone tone)
{
    cli_clip_cache *cache = dbt_list_realloc(NULL, sizeof *cache);
    *cache = (cli_clip_cache){ .limit = limit, .tone = tone };
    pthread_mutex_init(&cache->lock, NULL);
    pthread_cond_init(&cache->loaded, NULL);
    sh_new_strdup(cache->clips);
    sh_new_strdup(cache->warned);
    sh_new_strdup(cache->resolved);
    return cache;
}

static void free_clip(cached_clip *c)
{
    dbt_clip_release(&c->clip);
    cli_input_release(&c->input);
    dbt_free(c->key);
    dbt_free(c);
}

/* The lock is held. */
static void drop(cli_clip_cache *cache, cached_clip *c)
{
    cache->held -= c->bytes;
    (void)shdel(cache->clips, c->key);
    free_clip(c);
}

/* Takes no memory, as taking single clips out of the map may: there may be none left. */
void cli_clip_cache_free(cli_clip_cache *cache)
{
    for (ptrdiff_t i = 0; i < shlen(cache->clips); i++)
        free_clip(cache->clips[i].value);
    shfree(cache->clips);
    for (ptrdiff_t i = 0; i < shlen(cache->resolved); i++)
        dbt_free(cache->resolved[i].value);
    shfree(cache->resolved);
    shfree(cache->warned);
    pthread_cond_destroy(&cache->loaded);
    pthread_mutex_destroy(&cache->lock);
    dbt_free(cache);
}

/* Drops what nobody uses, the least recently used first, until there is room for
 * so many more bytes within the limit. The lock is held. */
static void make_room(cli_clip_cache *cache, size_t more)
{
    while (cache->held + more > cache->limit) {
        cached_clip *oldest = NULL;
        for (ptrdiff_t i = 0; i < shlen(cache->clips); i++) {
            cached_clip *c = cache->clips[i].value;
            if (c->users == 0 && (!oldest || c->last_use < oldest->last_use))
                oldest = c;
        }
        if (!oldest)
            return;
        drop(cache, oldest);
    }
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
    tone.quiet = tone.quiet || shgeti(cache->warned, c->key) >= 0;
    shput(cache->warned, c->key, true);
    return cli_report_warnings(&c->clip.warnings, tone, err);
}

static size_t file_size(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && st.st_size > 0 ? (size_t)st.st_size : 0;
}

/* A reading that failed leaves no entry, so that each job tells its own story. */
static cached_clip *find_or_load(cli_clip_cache *cache, const char *key, const char *path,
                                 const dbt_bvh_options *options, dbt_error *err)
{
    for (;;) {
        cached_clip *c = shget(cache->clips, key);
        if (c && c->loading) {
            pthread_cond_wait(&cache->loaded, &cache->lock);
            continue;
        }
        if (c) {
            c->users++;
            return c;
        }
        c = dbt_list_realloc(NULL, sizeof *c);
        *c = (cached_clip){ .key = dbt_list_copy_text(key), .users = 1, .loading = true };
        shput(cache->clips, key, c);
        make_room(cache, 2 * file_size(path)); /* about what text and values take */
        if (load(cache, c, path, options, err))
            return c;
        drop(cache, c);
        return NULL;
    }
}

/* Looked up once: a batch names the same clips thousands of times. The lock is held. */
static const char *resolve_once(cli_clip_cache *cache, const char *path)
{
    const char *known = shget(cache->resolved, path);
    char resolved[PATH_MAX];
    if (known)
        return known;
    char *kept = dbt_list_copy_text(realpath(path, resolved) ? resolved : path);
    shput(cache->resolved, path, kept);
    return kept;
}

const dbt_clip *cli_clip_cache_get(cli_clip_cache *cache, const char *path,
                                   const dbt_bvh_options *options, bool strict, dbt_error *err)
{
    char key[PATH_MAX + 64];
    pthread_mutex_lock(&cache->lock);
    snprintf(key, sizeof key, "%d %a %s", options->lenient, options->assume_fps,
             resolve_once(cache, path));
    cached_clip *c = find_or_load(cache, key, path, options, err);
    if (c && !report(cache, c, strict, err)) {
        c->users--;
        c = NULL;
    }
    if (c)
        c->last_use = ++cache->uses;
    make_room(cache, 0);
    pthread_mutex_unlock(&cache->lock);
    return c ? &c->clip : NULL;
}

void cli_clip_cache_put(cli_clip_cache *cache, const dbt_clip *clip)
{
    pthread_mutex_lock(&cache->lock);
    for (ptrdiff_t i = 0; i < shlen(cache->clips); i++) {
        if (&cache->clips[i].value->clip != clip)
            continue;
        cache->clips[i].value->users--;
        break;
    }
    make_room(cache, 0);
    pthread_mutex_unlock(&cache->lock);
}

bool cli_clip_cache_reads(cli_clip_cache *cache, const char *path)
{
    bool reads = false;
    pthread_mutex_lock(&cache->lock);
    for (ptrdiff_t i = 0; i < shlen(cache->clips) && !reads; i++) {
        const cached_clip *c = cache->clips[i].value;
        reads = c->users > 0 && !c->loading && cli_is_same_file(path, &c->input);
    }
    pthread_mutex_unlock(&cache->lock);
    return reads;
}
