/* Writes a motion graph, and a walk in it, as text. */
#ifndef DBT_CLI_GRAPH_FORMAT_H
#define DBT_CLI_GRAPH_FORMAT_H

#include "base/sink.h"
#include "job/job.h"
#include "search/graph.h"

/* All members are borrowed. */
typedef struct cli_graph {
    const dbt_graph *graph;
    const char *const *paths; /* of the clips, as written by the user or for a plan */
    double frame_time;        /* of all clips */
    const dbt_job *job;       /* settings for reading, comparing and resampling the clips */
} cli_graph;

/* Writes nodes, edges, and where a clip that is entered may be left. A long text goes to the sink
 * in parts, the last of which stays in the buffer. */
void cli_graph_json(const cli_graph *graph, const dbt_sink *sink, dbt_buffer *out);

/* Writes a plan of one job, named after the seed, which ends at frame n_frames. Paths are relative
 * to the plan's folder. */
void cli_graph_plan(const cli_graph *graph, const dbt_walk *walk, int seed, size_t n_frames,
                    dbt_buffer *out);

#endif
