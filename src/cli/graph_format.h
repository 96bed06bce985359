/* A motion graph, and a walk in it, as text. */
#ifndef DBT_CLI_GRAPH_FORMAT_H
#define DBT_CLI_GRAPH_FORMAT_H

#include "job/job.h"
#include "search/graph.h"

/* All of it is borrowed. */
typedef struct cli_graph {
    const dbt_graph *graph;
    const char *const *paths; /* of the clips, as a user or a plan has them */
    double frame_time;        /* of all clips */
    const dbt_job *job;       /* what they are read, seen and resampled by */
} cli_graph;

/* Nodes, edges, and where a clip that is entered may be left. */
void cli_graph_json(const cli_graph *graph, dbt_buffer *out);

/* The same for Graphviz: cuts with their cost, the clips' own frames dashed. */
void cli_graph_dot(const cli_graph *graph, dbt_buffer *out);

/* A plan of one job, named after the seed, which ends at frame n_frames; paths are as the plan's
 * folder sees them. */
void cli_graph_plan(const cli_graph *graph, const dbt_walk *walk, int seed, size_t n_frames,
                    dbt_buffer *out);

#endif
