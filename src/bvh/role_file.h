/* A file of --roles: the user's roles of joints. */
#ifndef DBT_BVH_ROLE_FILE_H
#define DBT_BVH_ROLE_FILE_H

#include "base/name_table.h"
#include "bvh/clip.h"

/* A joint in the file. */
typedef struct dbt_role_entry {
    dbt_role_choice role; /* not set: names and hierarchy decide */
    const char *begin;    /* its position in the text of the file; borrowed */
    char name[];
} dbt_role_entry;

/* The contents of a file of --roles. Zeroed: no joints. Release with dbt_role_file_release. */
typedef struct dbt_role_file {
    const char *text, *file; /* the name in messages; both borrowed */
    dbt_names entries;       /* dbt_role_entry of each name, in the order of the file */
} dbt_role_file;

/* Reads JSON from text[size]: an object {"NAME": "left knee", "OTHER": null, ...}, or the list that
 * `info --roles --format json` prints for one clip. null: the joint has no role. file: the name in
 * messages. Borrows text and file until release. Fails with DBT_E_SYNTAX or DBT_E_PARAM, line and
 * column; *roles is then zeroed. Two entries with one role and side are a DBT_E_PARAM. Only one
 * thread may read JSON at a time. */
DBT_CHECK bool dbt_role_file_read(dbt_role_file *roles, const char *text, size_t size,
                                  const char *file, dbt_error *err);

/* Frees the entries, and zeroes *roles. roles: may be zeroed. */
void dbt_role_file_release(dbt_role_file *roles);

/* How well a file of roles matches a clip, or the best match among several clips. Borrows from the
 * file and the clip. */
typedef struct dbt_role_match {
    const dbt_role_file *roles;    /* may be NULL: no file */
    const char *clip;              /* the clip's name in messages */
    int n_found;                   /* entries with a role whose joint the clip has */
    const dbt_role_entry *missing; /* the first entry with a role whose joint the clip lacks; may be
                                      NULL: none */
} dbt_role_match;

/* Sets the roles of a clip's joints (chosen_role) if the clip has all joints with a role in the
 * file; else changes nothing and returns true. An entry without a role applies to all joints of its
 * name, maybe none; joints without an entry stay unchanged. *match: receives the match; borrows
 * from `roles` and `clip`. Fails with DBT_E_PARAM, at the entry, if two joints have the name of an
 * entry with a role; no joint changes. */
DBT_CHECK bool dbt_role_file_apply(const dbt_role_file *roles, dbt_clip *clip,
                                   dbt_role_match *match, dbt_error *err);

/* Replaces *best by *other if *best has no file. Else replaces it if *best lacks a joint, and
 * *other lacks none or its clip has more joints of the file. */
void dbt_role_match_improve(dbt_role_match *best, const dbt_role_match *other);

/* Fails with DBT_E_PARAM, at the line of the missing joint, if the best match lacks a joint. A
 * match without a file is no failure. */
DBT_CHECK bool dbt_role_match_check(const dbt_role_match *best, dbt_error *err);

#endif
