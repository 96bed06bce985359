/* The roles of joints by the tree alone, for rigs whose names say nothing. For this folder alone.
 */
#ifndef DBT_FIT_BODY_TREE_H
#define DBT_FIT_BODY_TREE_H

#include "fit/roles.h"

/* Finds two legs, two arms above them, and a head: pairs of branches of at least three joints whose
 * OFFSETs are of equal length. Sides come from names; without any, the first of two branches is the
 * left one, and has_sides is false. Returns whether a body was found; roles are changed only
 * then. */
bool dbt_body_tree_find(dbt_roles *roles, dbt_arena *memory);

#endif
