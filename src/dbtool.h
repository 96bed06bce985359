/* libdbtool: everything that dbtool does, without its command line.
 *
 * From bytes to bytes: dbt_bvh_read makes a dbt_clip, dbt_sequence turns clips and
 * cuts into frames, dbt_encode gives them values, dbt_bvh_writer writes them and
 * dbt_metrics measures them. Nothing prints, exits, touches files, reads the
 * locale or keeps state between calls; different objects may be used from
 * different threads at once, and clips may be shared by all that only read them.
 * Versions follow semver: below 1.0 anything may change. */
#ifndef DBTOOL_H
#define DBTOOL_H

#define DBT_VERSION "0.2.0"

#include "core/bvh.h"
#include "core/diff.h"
#include "core/diff_groups.h"
#include "core/limits.h"
#include "core/metrics.h"
#include "core/sequence.h"
#include "core/transition.h"

#endif
