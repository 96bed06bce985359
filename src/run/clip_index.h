/* An index of clips: a file that keeps the clips of many BVH files as they were read, so that a
 * later run need not read their text again. A clip is found by the hash of its file's bytes, so a
 * file that was changed is another clip, whatever its size and times. Each entry has hashes of its
 * own: a damaged one counts as missing. The format is that of dbtool-internals(7), THE INDEX OF
 * CLIPS. */
#ifndef DBT_RUN_CLIP_INDEX_H
#define DBT_RUN_CLIP_INDEX_H

#include "base/hash.h"
#include "bvh/bvh.h"
#include "host/message.h"

#include <stdint.h>

typedef struct dbt_clip_index dbt_clip_index;

/* What a clip was read from, and how. Files with equal bytes are one clip. */
typedef struct dbt_index_key {
    uint64_t size, hash; /* of the file's bytes: dbt_digest_of */
    double assume_fps;   /* as in dbt_bvh_options, like lenient */
    bool lenient;
} dbt_index_key;

/* Opens the index, which may be missing, and lists its entries. NULL with err: where the file is
 * something else than an index, which is left alone; where it cannot be read; or out of memory. An
 * index that is damaged or was made by another version of dbtool is taken as far as it is right.
 * path is borrowed. */
dbt_clip_index *dbt_clip_index_open(const char *path, dbt_error *err);

/* Sets *found, and if it is true *clip: as dbt_bvh_read made it, but without text; file is its name
 * in messages, borrowed. Fails with DBT_E_MEMORY. From any thread. */
DBT_CHECK bool dbt_clip_index_find(dbt_clip_index *index, const dbt_index_key *key,
                                   const char *file, dbt_clip *clip, bool *found, dbt_error *err);

/* Adds a clip as dbt_bvh_read made it, to be kept by dbt_clip_index_keep or dbt_clip_index_commit;
 * after that does nothing. place: a text for the file's resolved path and how it is read, whose
 * older entry this one replaces. A failure is kept, too. From any thread. */
void dbt_clip_index_add(dbt_clip_index *index, const dbt_index_key *key, const char *place,
                        const dbt_clip *clip);

/* Now and then writes the added clips and those that the file has by then, also from other runs,
 * into a new file, which takes its place; they can be found from then on. So a run that dies, or is
 * one of many, loses little. Not while another thread uses the index. */
void dbt_clip_index_keep(dbt_clip_index *index);

/* Writes them for the last time, if anything is left to write; waits for other runs that are
 * writing. Says what was damaged and what was added; where the index cannot be written, that it
 * stays as it was. Not while another thread uses the index. */
void dbt_clip_index_commit(dbt_clip_index *index, dbt_verbosity verbosity);

void dbt_clip_index_close(dbt_clip_index *index); /* NULL is fine */

#endif
