/* bridge-learned: fills a gap as dead-two-sided does, then corrects each frame by a trained network
 * whose input is both ends. The correction and its rate are zero at both ends of the gap, so value
 * and velocity are continuous there. It is a function of time: nothing is stepped. Source: F.
 * Harvey and others, "Robust Motion In-Betweening" (2020), for the task; B. Oreshkin and others,
 * "Motion In-Betweening via Deep Delta-Interpolator" (2022), for correcting a closed form. The
 * network here differs: it corrects two-sided dead blending instead of an interpolation, and is not
 * recurrent. */
#include "net/model.h"
#include "method/transition.h"
#include "method/methods/decay.h"

enum { MODEL };
static const dbt_param params[] = {
    [MODEL] = { .name = "model",
                .type = DBT_PARAM_FILE,
                .help = "file that dbtool train --bridge wrote",
                .more = "Its joints, size and up axis must be those of the clips." },
};

/* The state of a cut. */
typedef struct bridge_state {
    int *rotating;      /* [n_rotating] the skeleton's joints that the model moves */
    dbt_quat heading;   /* of the source at the cut */
    float *sums;        /* the context's terms of the first layer's sums */
    float *scratch, *y; /* scratch and outputs of the model */
} bridge_state;

/* Returns a zeroed state with its arrays, owned by `memory`; never NULL. */
static bridge_state *alloc_state(dbt_arena *memory, size_t n_rotating)
{
    bridge_state *s = dbt_arena_array(memory, 1, sizeof *s);
    s->rotating = dbt_arena_array(memory, n_rotating, sizeof *s->rotating);
    s->sums = dbt_arena_array(memory, DBT_MAX_HIDDEN, sizeof *s->sums);
    s->scratch = dbt_arena_array(
        memory, DBT_MODEL_BRIDGE_SCRATCH + n_rotating * DBT_MODEL_BRIDGE_SCRATCH_PER_JOINT,
        sizeof *s->scratch);
    s->y = dbt_arena_array(memory, (size_t)dbt_body_n_outputs((int)n_rotating), sizeof *s->y);
    return s;
}

static bool fits(const dbt_tuning *tuning, const dbt_skeleton *skeleton, int up, double dt,
                 dbt_error *err)
{
    (void)dt;
    if (!tuning->model)
        return dbt_fail(err, DBT_E_PARAM, "bridge-learned needs a model");
    return dbt_model_serves(tuning->model, tuning->method->name, skeleton, up, err);
}

/* Returns the gap's constants (skeleton, joints, up axis, frame time); its poses are NULL. */
static dbt_bridge_ends ends_of(const dbt_cut_context *cut, const bridge_state *s)
{
    return (dbt_bridge_ends){ .skeleton = cut->skeleton,
                              .rotating = s->rotating,
                              .n_rotating = cut->model->n_rotating,
                              .up = cut->up,
                              .dt = cut->dt };
}

/* Encodes the gap's ends into s->heading and s->sums, once for all frames. s->rotating must be set;
 * s->scratch is overwritten. Long past poses that are NULL are replaced by the source at the cut.
 */
static void set_ends(const dbt_cut_context *cut, const dbt_transition_start *start, bridge_state *s)
{
    dbt_arena scratch = { .last = NULL };
    dbt_bridge_ends ends = ends_of(cut, s);
    dbt_transform *world = dbt_arena_array(&scratch, (size_t)cut->n_joints, 2 * sizeof *world);
    float *x = dbt_arena_array(&scratch, (size_t)dbt_bridge_n_context(ends.n_rotating), sizeof *x);
    ends.src = start->src;
    ends.src_before = start->src_before;
    ends.dst = start->dst;
    ends.dst_after = start->dst_after;
    for (int i = 0; i < DBT_BRIDGE_PAST; i++)
        ends.past[i] = start->long_past[i] ? start->long_past[i] : start->src;
    s->heading = dbt_bridge_heading(&ends);
    dbt_bridge_encode(&ends, world, x);
    dbt_model_bridge_begin(cut->model, x, s->scratch, s->sums);
    dbt_arena_release(&scratch);
}

/* Returns the state, owned by the cut's arena. Fails as dbt_model_fits, with NULL, if the model
 * does not fit the skeleton. cut->model: not NULL. */
static void *begin(const dbt_cut_context *cut, const dbt_transition_start *start, dbt_error *err)
{
    const dbt_model *model = cut->model;
    bridge_state *s = alloc_state(cut->memory, (size_t)model->n_rotating);
    if (!dbt_model_fits(model, cut->skeleton, s->rotating, err))
        return NULL;
    set_ends(cut, start, s);
    return s;
}

static void extrapolate(const dbt_cut_context *cut, double t, dbt_transform *e)
{
    for (int j = 0; j < cut->n_joints; j++)
        e[j] = dbt_decay_bridge(&cut->src[j], t, 1.0);
}

static void extend_back(const dbt_cut_context *cut, double t, dbt_transform *f)
{
    for (int j = 0; j < cut->n_joints; j++)
        f[j] = dbt_decay_bridge(&cut->dst[j], t, -1.0);
}

static void refine(const dbt_cut_context *cut, double t, dbt_transform *pose)
{
    const bridge_state *s = cut->state;
    const dbt_bridge_ends ends = ends_of(cut, s);
    dbt_model_bridge_answer(cut->model, s->sums, cut->gap, t, s->scratch, s->y);
    dbt_bridge_correct(&ends, s->heading, dbt_bridge_window(cut->gap, t), s->y, pose);
}

const dbt_method dbt_method_bridge_learned = {
    .name = "bridge-learned",
    .summary = "fills a gap with the help of a trained network",
    .details =
        "The frames of dead-two-sided, corrected by a network that sees both ends of the "
        "gap. 'dbtool train --bridge' trains it on clips of the same skeleton. Continuous in "
        "value and velocity. Needs a gap; changes nothing before or after it.",
    .source = "after F. Harvey et al., Robust Motion In-Betweening, 2020",
    .kind = DBT_METHOD_BLEND,
    DBT_PARAMS(params),
    .file = "model",
    .uses_past = true,
    .needs_gap = true,
    .fits = fits,
    .begin = begin,
    .extrapolate = extrapolate,
    .extend_back = extend_back,
    .refine = refine,
};
