#include "cli/graph_format.h"

#include "cli/suggestions.h"

#include "base/json_write.h"

static double seconds_of(const cli_graph *g, size_t frame)
{
    return (double)frame * g->frame_time;
}

/* ---- JSON ---- */

enum { CHUNK = 1 << 20 }; /* bytes written at once: the graph of a library may not fit in memory */

/* Adds a node as an object: its number from 0, the clip's path, time (s) and frame in the clip, and
 * whether the clip is "entered" or "left" there. */
static void add_node(dbt_json_out *json, const cli_graph *g, size_t node)
{
    const dbt_graph_node *n = &g->graph->nodes[node];
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_add_size(json, "node", node);
    dbt_json_add_text(json, "clip", g->paths[n->clip]);
    dbt_json_add_number(json, "time", seconds_of(g, n->frame), 9);
    dbt_json_add_size(json, "frame", n->frame);
    dbt_json_add_text(json, "side", n->entered ? "entered" : "left");
    dbt_json_end(json, '}');
}

/* Adds a cut as an object: its source and target nodes, from 0, and the members of
 * cli_json_add_cut. */
static void add_edge(dbt_json_out *json, const cli_graph *g, const dbt_graph_cut *cut)
{
    const dbt_graph_node *a = &g->graph->nodes[cut->from], *b = &g->graph->nodes[cut->to];
    const dbt_library_cut between = { a->clip, b->clip, { a->frame, b->frame, cut->cost } };
    dbt_json_begin_line(json, 2, NULL, '{');
    dbt_json_add_size(json, "source", cut->from);
    dbt_json_add_size(json, "target", cut->to);
    cli_json_add_cut(json, g->paths, g->frame_time, &between);
    dbt_json_end(json, '}');
}

void cli_graph_json(const cli_graph *graph, const dbt_sink *sink, dbt_buffer *out)
{
    const dbt_graph *g = graph->graph;
    dbt_json_out json = { .out = out, .escapes_bytes = true };
    dbt_json_begin(&json, NULL, '{');
    dbt_json_add_number(&json, "below_u", g->below, 9);
    dbt_json_add_size(&json, "listed", g->n_listed);
    dbt_json_add_number(&json, "play", seconds_of(graph, g->play), 9);
    dbt_json_add_size(&json, "play_frames", g->play);
    dbt_json_add_number(&json, "frame_time", graph->frame_time, 9);
    dbt_json_begin_line(&json, 1, "nodes", '[');
    for (size_t n = 0; n < g->n_nodes; n++, dbt_buffer_flush(out, sink, CHUNK))
        add_node(&json, graph, n);
    dbt_json_end(&json, ']');
    dbt_json_begin_line(&json, 1, "edges", '[');
    for (size_t c = 0; c < g->n_cuts; c++, dbt_buffer_flush(out, sink, CHUNK))
        add_edge(&json, graph, &g->cuts[c]);
    dbt_json_end(&json, ']');
    dbt_json_begin_line(&json, 1, "plays", '[');
    for (size_t n = 0; n < g->n_nodes; n++, dbt_buffer_flush(out, sink, CHUNK)) {
        if (dbt_graph_next_left(g, n) >= g->n_nodes)
            continue;
        dbt_json_begin_line(&json, 2, NULL, '{');
        dbt_json_add_size(&json, "source", n);
        dbt_json_add_size(&json, "target", dbt_graph_next_left(g, n));
        dbt_json_end(&json, '}');
    }
    dbt_json_end(&json, ']');
    dbt_json_end(&json, '}');
    dbt_buffer_text(out, "\n");
}

/* ---- a plan ---- */

void cli_graph_plan(const cli_graph *graph, const dbt_walk *walk, int seed, size_t n_frames,
                    dbt_buffer *out)
{
    dbt_json_out json = { .out = out, .escapes_bytes = true };
    cli_plan_begin(&json, graph->job);
    dbt_json_begin_line(&json, 2, NULL, '{');
    dbt_buffer_format(dbt_json_value(&json, "name"), "\"random_walk_%d\"", seed);
    cli_plan_add_frame(&json, "until", n_frames);
    dbt_json_begin(&json, "cuts", '[');
    for (size_t s = 0; s < walk->n_steps; s++) {
        const dbt_walk_step *step = &walk->steps[s];
        dbt_json_begin_line(&json, 3, NULL, '{');
        dbt_json_add_text(&json, "clip", graph->paths[step->clip]);
        if (step->at > 0) {
            cli_plan_add_frame(&json, "at", step->at);
            cli_plan_add_frame(&json, "from", step->from);
        }
        dbt_json_end(&json, '}');
    }
    dbt_json_end(&json, ']');
    dbt_json_end(&json, '}');
    cli_plan_end(&json);
}
