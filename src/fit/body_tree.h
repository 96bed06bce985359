/* Roles of joints from the tree of joints only, for rigs whose names have no meaning. Knows
 * skeletons; knows no frames. Internal to src/fit. */
#ifndef DBT_FIT_BODY_TREE_H
#define DBT_FIT_BODY_TREE_H

#include "fit/roles.h"

/* Replaces all roles by those of the first body in the tree: two legs, two arms above them, and a
 * head. Limbs are pairs of branches of at least three joints whose OFFSETs have lengths within 5 %.
 * Chosen roles override the tree's. Sides come from names; without any, the first of two branches
 * is the left one. Sets of, joint, words (sides; words of paired joints), by_tree, and has_sides:
 * names distinguish both legs and both arms. Returns false if there is no body, if names contradict
 * the first one, or for more than 512 joints; `roles` is then unchanged. Needs `roles` from names.
 * memory: for scratch. */
bool dbt_body_tree_find(dbt_roles *roles, dbt_arena *memory);

#endif
