/* The roles of joints by hand: a file of --roles. */
#ifndef DBT_BVH_ROLE_FILE_H
#define DBT_BVH_ROLE_FILE_H

#include "bvh/clip.h"

/* A joint that the file names. */
typedef struct dbt_role_entry {
    char *name;           /* owned */
    dbt_role_choice role; /* not set: the file leaves the joint to names and tree */
    size_t line, col;     /* in the file */
} dbt_role_entry;

/* The contents of a file of --roles. Zeroed: it names no joint. */
typedef struct dbt_role_file {
    const char *file;        /* its name in messages; borrowed */
    dbt_role_entry *entries; /* stb_ds list, sorted by name */
} dbt_role_file;

/* Reads JSON: an object {"NAME": "left knee", "OTHER": null, ...}, or the list that `info --roles
 * --format json` prints of one clip. null: the joint has no role. file: borrowed for the life of
 * *roles. Fails with DBT_E_SYNTAX or DBT_E_PARAM at line and column; *roles is then zeroed. Only
 * one thread may read JSON at a time. */
DBT_CHECK bool dbt_role_file_read(dbt_role_file *roles, const char *text, size_t size,
                                  const char *file, dbt_error *err);

void dbt_role_file_release(dbt_role_file *roles); /* a zeroed one is fine */

/* How well a file of roles suits a clip, or the one of several clips that it suits best. Borrows
 * from file and clip. */
typedef struct dbt_role_match {
    const dbt_role_file *roles;    /* NULL: no file was asked for */
    const char *clip;              /* the clip's name in messages */
    int n_found;                   /* joints with a role that the clip has */
    const dbt_role_entry *missing; /* the first in the file that it has not; NULL: it has all */
} dbt_role_match;

/* Sets the roles of a clip's joints, if the clip has all joints to which the file assigns a role;
 * changes no other clip. Fails with DBT_E_PARAM if two joints have one such name. */
DBT_CHECK bool dbt_role_file_apply(const dbt_role_file *roles, dbt_clip *clip,
                                   dbt_role_match *match, dbt_error *err);

/* Replaces *best by another match if that is the better one. */
void dbt_role_match_improve(dbt_role_match *best, const dbt_role_match *other);

/* Fails with DBT_E_PARAM, at the line of the joint that is missing, if the file suits no clip. */
DBT_CHECK bool dbt_role_match_check(const dbt_role_match *best, dbt_error *err);

#endif
