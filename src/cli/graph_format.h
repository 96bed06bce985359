/* Output formats of motion graphs: JSON of a graph, and the plan of a walk in it. */
#ifndef DBT_CLI_GRAPH_FORMAT_H
#define DBT_CLI_GRAPH_FORMAT_H

#include "base/sink.h"
#include "job/job.h"
#include "search/graph.h"

/* A motion graph to write. All members are borrowed. */
typedef struct cli_graph {
    const dbt_graph *graph;
    const char *const *paths; /* of the clips: as the user wrote them, or for a plan */
    double frame_time;        /* of all clips, seconds */
    const dbt_job *job;       /* settings for reading, comparing and resampling the clips */
} cli_graph;

/* Writes the graph as a JSON object with a final line feed: below_u, listed, play (seconds),
 * play_frames, frame_time (seconds), nodes, edges (cuts), and plays: for each node the next one at
 * which its clip can be left (dbt_graph_next_left), if there is one. The text is appended to `out`.
 * As soon as `out` has 1 MB it goes to the sink, and `out` is emptied. The rest stays in `out`, for
 * the caller to write. Continues after a failed write, which the sink stores. */
void cli_graph_json(const cli_graph *graph, const dbt_sink *sink, dbt_buffer *out);

/* Appends a plan with one job, random_walk_SEED, that plays the clips of the walk and ends at frame
 * n_frames of the output. The graph's paths must be those for the plan's folder. */
void cli_graph_plan(const cli_graph *graph, const dbt_walk *walk, int seed, size_t n_frames,
                    dbt_buffer *out);

#endif
