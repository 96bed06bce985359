#include "blend/plant_parts.h"

#include "base/min_max.h"
#include "base/number.h"

#include <string.h>

/* A joint whose seam_ratio is higher has a seam; less what rounding may add. One that has a seam
 * without planting may have twice of it with. */
static const double seamless = 1.5 * (1.0 - 1e-4), more_seam = 2.0;

/* A search ends where both its shares are this near to each other, where a joint reaches this part
 * of what is allowed, or after so many trials. */
static const double near_shares = 1.0 / 32.0, near_seam = 0.97;
enum { TRIALS = 6, MORE_TRIALS = 3 };

/* Frames: as fast as more, and few enough to end a trial soon. */
enum { MADE_TOGETHER = 4 };

/* A slide has grown by more than rounding: a part of it, and units. */
static const double rounding = 1e-9;

/* What a foot that stands may do on its way back, in terms of the longest step; rounding. */
static const double longest_step = 1.0 + 1e-5;

/* ---- measuring ---- */

/* The frame of a pose that is measured; the first frame for those before it. */
static size_t frame_of(const dbt_plant *p, int pose)
{
    return p->begin + (size_t)(pose < p->n_early ? 0 : pose - p->n_early);
}

/* Adds each contact point's step over the ground into pose number `at`, which the meter has just
 * measured. */
static void add_slides(dbt_plant *p, int at)
{
    const size_t frame = frame_of(p, at);
    const bool counts = at >= p->n_early && frame <= p->slide_end;
    const waiting_leg *waiting = dbt_plant_waiting_legs(p, frame);
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        double *rush = &p->ratios[dbt_plant_skeleton_of(p)->n_joints + i];
        for (int k = 0; leg->measured && k < leg->joints.n_points; k++) {
            const dbt_contact_point *contact = dbt_plant_point_of(p, leg, k);
            planted_point *point = &leg->points[k];
            const dbt_vec3 place = dbt_plant_on_ground(
                p,
                dbt_contact_place(contact, dbt_abruptness_meter_world(p->meter, contact->joint)));
            const double step = dbt_vec3_length(dbt_vec3_sub(place, point->measured));
            if (at > 0 && counts && waiting[i].stands[k])
                point->slides += step;
            if (at > 0 && waiting[i].most[k] > 0.0)
                *rush = fmax(*rush, step / waiting[i].most[k]);
            point->measured = place;
        }
    }
}

static void find_ratios(dbt_plant *p)
{
    for (int j = 0; j < dbt_plant_skeleton_of(p)->n_joints; j++) {
        if (!p->measured[j])
            continue;
        const dbt_abruptness value = dbt_abruptness_meter_value(p->meter, j);
        p->ratios[j] = dbt_abruptness_ratio(&value, &p->levels[j]);
    }
}

/* Whether a search is about a joint, or after the joints about how fast a leg's foot slides. */
static bool is_searched(const dbt_plant *p, const share_search *search, int j)
{
    const planted_leg *leg = search->leg;
    const int n = dbt_plant_skeleton_of(p)->n_joints;
    bool is =
        !leg || j == leg->joints.hip || j == leg->joints.knee || j == n + (int)(leg - p->legs);
    for (int k = 0; !is && k < leg->joints.n_points; k++)
        is = j == dbt_plant_point_of(p, leg, k)->joint;
    return is;
}

static int n_ratios(const dbt_plant *p)
{
    return dbt_plant_skeleton_of(p)->n_joints + p->n_legs;
}

static bool has_seam(const dbt_plant *p, const share_search *search)
{
    bool has = false;
    for (int j = 0; !has && j < n_ratios(p); j++)
        has = p->ratios[j] > p->allowed[j] && is_searched(p, search, j);
    return has;
}

/* The searches that a pass tries something for; n 0: none. */
typedef struct share_trial {
    const share_search *searches; /* [n] */
    int n;
} share_trial;

static bool has_failed(const dbt_plant *p, share_trial trial)
{
    bool failed = true;
    for (int i = 0; i < trial.n; i++)
        failed = failed && (!trial.searches[i].is_tried || has_seam(p, &trial.searches[i]));
    return failed;
}

/* Begins to measure: all joints, or those of the legs that are measured. */
static void begin_measuring(dbt_plant *p, bool planted, bool all)
{
    const dbt_joint *joints = dbt_plant_skeleton_of(p)->joints;
    const int n = dbt_plant_skeleton_of(p)->n_joints;
    memset(p->placed, 0, (size_t)n * sizeof *p->placed);
    for (int j = n; j-- > 0;) {
        p->measured[j] = all || (p->leg_of[j] >= 0 && p->legs[p->leg_of[j]].measured);
        p->placed[j] = p->placed[j] || p->measured[j];
        if (p->placed[j] && joints[j].parent >= 0)
            p->placed[joints[j].parent] = true;
    }
    for (int i = 0; i < p->n_legs; i++) {
        if (!p->legs[i].measured)
            continue;
        p->ratios[n + i] = 0.0;
        for (int k = 0; planted && k < p->legs[i].joints.n_points; k++)
            p->legs[i].points[k].slides = 0.0;
    }
    dbt_abruptness_meter_begin(p->meter, p->placed, p->measured);
}

/* Makes the legs that are measured. */
static void make_legs(dbt_plant *p, size_t first, size_t last)
{
    dbt_plant_settle(p, last);
    for (int i = 0; i < p->n_legs; i++)
        if (p->legs[i].measured)
            dbt_plant_make_leg(p, i, first, last);
}

/* Goes through the transition and measures seams into p->ratios: of all joints, or of those of the
 * legs that are measured. planted: with the shares as they are, and measures slides; or as the
 * blend is. A trial ends as soon as all its searches have a seam: it is looked for whenever there
 * are twice as many poses. */
static void measure(dbt_plant *p, bool planted, bool all, share_trial trial)
{
    const size_t n = (size_t)dbt_plant_skeleton_of(p)->n_joints;
    const int n_poses = p->n_early + (int)(p->last - p->begin) + 1;
    int looks = 8; /* poses */
    begin_measuring(p, planted, all);
    for (int at = 0; at < n_poses; at++) {
        const size_t frame = frame_of(p, at);
        dbt_transform *pose = dbt_abruptness_meter_next(p->meter);
        const bool early = at < p->n_early;
        if (planted && !early) {
            if ((frame - p->begin) % MADE_TOGETHER == 0)
                make_legs(p, frame, dbt_min(frame + MADE_TOGETHER - 1, p->last));
            dbt_plant_put_pose(p, frame, pose);
        } else {
            memcpy(pose, early ? p->early + n * (size_t)at : dbt_plant_waiting_pose(p, frame),
                   n * sizeof *pose);
        }
        dbt_abruptness_meter_add(p->meter, !early, frame < p->last);
        if (planted)
            add_slides(p, at);
        if (trial.n == 0 || at + 1 < looks)
            continue;
        looks *= 2;
        find_ratios(p);
        if (has_failed(p, trial))
            return;
    }
    find_ratios(p);
}

/* Measures with the shares as they are: all joints that planting moves, or the legs alone that are
 * searched. */
static void measure_with_shares(dbt_plant *p, bool all, share_trial trial)
{
    for (int i = 0; i < p->n_legs; i++)
        p->legs[i].measured = all || p->searches[i].is_wanted;
    dbt_plant_unsettle(p);
    if (all && !p->whole)
        dbt_plant_settle(p, p->last);
    measure(p, true, all && p->whole, trial);
}

static void measure_planted(dbt_plant *p)
{
    measure_with_shares(p, true, (share_trial){ .n = 0 });
}

/* Measures a trial: the legs alone, unless it is of all. */
static void measure_trial(dbt_plant *p, const share_search *searches, int n)
{
    measure_with_shares(p, !searches->leg, (share_trial){ searches, n });
}

/* Whether planting makes the foot slide more than it does in the blend: its joints, or its toe end.
 */
static bool slides_more(const dbt_plant *p, const planted_leg *leg)
{
    double own[2] = { 0.0, 0.0 }, blend[2] = { 0.0, 0.0 };
    for (int k = 0; k < leg->joints.n_points; k++) {
        const int tip = dbt_plant_point_of(p, leg, k)->is_tip;
        own[tip] = fmax(own[tip], leg->points[k].slides);
        blend[tip] = fmax(blend[tip], leg->points[k].blend_slides);
    }
    return own[0] > blend[0] * (1.0 + rounding) + rounding ||
           fmax(own[0], own[1]) > fmax(blend[0], blend[1]) * (1.0 + rounding) + rounding;
}

/* Leaves the feet as they are that planting makes slide more. Returns whether there are any. */
static bool leave_sliding(dbt_plant *p)
{
    bool any = false;
    for (int i = 0; i < p->n_legs; i++) {
        leg_share *used = &p->legs[i].used;
        const bool more = (used->held > 0.0 || used->turned > 0.0) && slides_more(p, &p->legs[i]);
        used->held = more ? 0.0 : used->held;
        used->turned = more ? 0.0 : used->turned;
        any = any || more;
    }
    return any;
}

/* ---- seams ---- */

/* Sets what each joint is allowed, by its seam_ratio without planting. */
static void allow_seams(dbt_plant *p)
{
    const size_t n = (size_t)dbt_plant_skeleton_of(p)->n_joints;
    memcpy(p->high, p->ratios, (size_t)n_ratios(p) * sizeof *p->high);
    measure(p, false, true, (share_trial){ .n = 0 });
    for (size_t j = 0; j < n; j++)
        p->allowed[j] = p->ratios[j] > seamless ? more_seam * p->ratios[j] : seamless;
    memcpy(p->plain, p->ratios, (size_t)n_ratios(p) * sizeof *p->plain);
    memcpy(p->ratios, p->high, (size_t)n_ratios(p) * sizeof *p->high);
}

/* ---- the search ---- */

typedef struct leg_range {
    int first, end;
} leg_range;

static leg_range searched_legs(const dbt_plant *p, const share_search *search)
{
    const int first = search->leg ? (int)(search->leg - p->legs) : 0;
    return (leg_range){ first, search->leg ? first + 1 : p->n_legs };
}

/* Uses a share of what a search began with. */
static void use_share(dbt_plant *p, share_search *search, double share)
{
    search->tried = share;
    if (search->by_drop) {
        p->dropped = share;
        return;
    }
    const leg_range range = searched_legs(p, search);
    for (int i = range.first; i < range.end; i++) {
        planted_leg *leg = &p->legs[i];
        leg->used = (leg_share){ share * leg->asked.held,
                                 (search->keeps_turn ? 1.0 : share) * leg->asked.turned,
                                 (search->keeps_lift ? 1.0 : share) * leg->asked.lifted };
    }
}

/* Where between both ends of a search a joint reaches what is allowed, if its ratio grows evenly.
 * Where that was too far (a knee that is almost straight turns fastest at first), half the way. */
static double next_trial(const dbt_plant *p, const share_search *search)
{
    double part = search->went_too_far ? 0.5 : 0.9;
    for (int j = 0; j < n_ratios(p); j++)
        if (p->high[j] > p->allowed[j] && p->high[j] > p->low[j] && is_searched(p, search, j))
            part = fmin(part, (p->allowed[j] - p->low[j]) / (p->high[j] - p->low[j]));
    return search->least + (search->most - search->least) * fmax(part, 0.1);
}

/* Takes in how a trial went. Where the lower end moves again the other one is brought nearer. */
static void learn(dbt_plant *p, share_search *search)
{
    const bool seam = has_seam(p, search), again = !seam && search->least > 0.0;
    bool near = false;
    for (int j = 0; j < n_ratios(p); j++) {
        if (!is_searched(p, search, j))
            continue;
        if (seam)
            p->high[j] = p->ratios[j];
        else
            p->low[j] = p->ratios[j];
        if (again && p->high[j] > p->allowed[j])
            p->high[j] = 0.5 * (p->high[j] + p->allowed[j]);
        near = near || (p->high[j] > p->allowed[j] && p->low[j] >= near_seam * p->allowed[j]);
    }
    search->went_too_far = seam;
    if (seam)
        search->most = search->tried;
    else
        search->least = search->tried;
    search->is_on = search->most - search->least > near_shares && !(near && search->least > 0.0);
}

/* Whether a foot that is searched is lifted or turns. */
static bool lifts_or_turns(const dbt_plant *p, const share_search *search)
{
    const leg_range range = searched_legs(p, search);
    bool any = false;
    for (size_t f = p->begin; f <= p->last && !any; f++)
        for (int i = range.first; i < range.end && !any; i++) {
            const waiting_leg *leg = &dbt_plant_waiting_legs(p, f)[i];
            any = leg->lift > 0.0 || leg->turns_foot || leg->turns_toes;
        }
    return any;
}

/* Tries the least shares. Where there is a seam more is scaled: turns, and then the lift, too.
 * Returns whether that is to be tried. */
static bool try_least(dbt_plant *p, share_search *searches, int n)
{
    bool again = false;
    measure_trial(p, searches, n);
    for (int i = 0; i < n; i++) {
        share_search *search = &searches[i];
        if (!search->is_tried)
            continue;
        search->passed = !has_seam(p, search);
        search->is_tried = !search->passed && search->keeps_turn;
        if (search->passed) {
            learn(p, search);
            continue;
        }
        search->keeps_lift = search->keeps_turn;
        search->keeps_turn = false;
        use_share(p, search, 0.0);
        again = again || search->is_tried;
    }
    return again;
}

/* Begins those of the searches that have a seam. Returns whether any is on. */
static bool begin_searches(dbt_plant *p, share_search *searches, int n)
{
    bool any = false, tries = false;
    memcpy(p->high, p->ratios, (size_t)n_ratios(p) * sizeof *p->high);
    memcpy(p->low, p->plain, (size_t)n_ratios(p) * sizeof *p->low);
    for (int i = 0; i < p->n_legs; i++)
        p->legs[i].asked = p->legs[i].used;
    for (int i = 0; i < n; i++) {
        share_search *search = &searches[i];
        search->least = 0.0;
        search->most = 1.0;
        search->went_too_far = search->passed = false;
        search->is_on = search->is_wanted = has_seam(p, search);
        search->keeps_lift = search->keeps_turn = search->is_tried =
            search->is_on && !search->by_drop && lifts_or_turns(p, search);
        any = any || search->is_on;
        tries = tries || search->is_tried;
        if (search->is_on)
            use_share(p, search, 0.0);
    }
    while (tries)
        tries = try_least(p, searches, n);
    return any;
}

static bool any_is_on(const share_search *searches, int n)
{
    bool any = false;
    for (int i = 0; i < n; i++)
        any = any || searches[i].is_on;
    return any;
}

/* Finds the largest shares that make no seam, with all searches at a time, and measures with them.
 */
static void search_shares(dbt_plant *p, share_search *searches, int n)
{
    if (!begin_searches(p, searches, n))
        return;
    for (int t = 0; t < TRIALS && any_is_on(searches, n); t++) {
        for (int i = 0; i < n; i++) {
            searches[i].is_tried = searches[i].is_on;
            if (searches[i].is_wanted)
                use_share(p, &searches[i],
                          searches[i].is_on ? next_trial(p, &searches[i]) : searches[i].least);
        }
        measure_trial(p, searches, n);
        for (int i = 0; i < n; i++)
            if (searches[i].is_on)
                learn(p, &searches[i]);
    }
    bool is_measured = !p->whole || !searches->leg; /* by a trial with the shares that are kept */
    for (int i = 0; i < n; i++) {
        if (!searches[i].is_wanted || dbt_same_number(searches[i].tried, searches[i].least))
            continue;
        use_share(p, &searches[i], searches[i].least);
        is_measured = false;
    }
    if (!is_measured)
        measure_planted(p);
}

static double *part_of(leg_share *share, bool lift)
{
    return lift ? &share->lifted : &share->turned;
}

/* Takes more of the lift, or else of the turns, of each leg, where that makes no seam with the
 * share of the rest: all of it, or what is halfway to that. */
static void take_more(dbt_plant *p, bool lift)
{
    const share_search all = { .leg = NULL };
    const bool had_seam = has_seam(p, &all);
    bool goes_on = false, failed = false;
    for (int i = 0; i < p->n_legs; i++) {
        p->legs[i].kept = p->legs[i].used;
        p->searches[i].most = 1.0;
        p->searches[i].is_on = *part_of(&p->legs[i].used, lift) < 1.0;
        goes_on = goes_on || p->searches[i].is_on;
    }
    for (int t = 0; t < MORE_TRIALS && goes_on; t++) {
        for (int i = 0; i < p->n_legs; i++) {
            p->legs[i].asked = p->legs[i].used;
            p->searches[i].is_tried = p->searches[i].is_on;
            if (p->searches[i].is_on)
                *part_of(&p->legs[i].used, lift) = p->searches[i].most;
        }
        measure_with_shares(p, true, (share_trial){ p->searches, p->n_legs });
        goes_on = failed = false;
        for (int i = 0; i < p->n_legs; i++) {
            share_search *search = &p->searches[i];
            search->is_on = search->is_on && has_seam(p, search);
            if (!search->is_on)
                continue;
            p->legs[i].used = p->legs[i].asked;
            search->most = 0.5 * (search->most + *part_of(&p->legs[i].used, lift));
            goes_on = failed = true;
        }
    }
    if (failed)
        measure_planted(p);
    if (had_seam || !has_seam(p, &all))
        return;
    for (int i = 0; i < p->n_legs; i++) /* what legs take alone makes one together */
        p->legs[i].used = p->legs[i].kept;
    measure_planted(p);
}

static void take_lift_and_turns(dbt_plant *p)
{
    take_more(p, true);
    take_more(p, false);
}

/* How far all feet slide, in the last pass. */
static double slide_of_all(const dbt_plant *p)
{
    double sum = 0.0;
    for (int i = 0; i < p->n_legs; i++) {
        double most = 0.0;
        for (int k = 0; k < p->legs[i].joints.n_points; k++)
            most = fmax(most, p->legs[i].points[k].slides);
        sum += most;
    }
    return sum;
}

/* Where a seam is left the drop moves all of the body too fast. Uses less of the drop, so that a
 * leg that is then too short slides; where that is not enough, less of all that legs ask for. */
static void share_all(dbt_plant *p)
{
    share_search search = { .by_drop = true };
    if (p->whole) {
        search_shares(p, &search, 1);
        if (!has_seam(p, &search))
            return;
        p->dropped = 1.0;
        measure_planted(p);
    }
    search.by_drop = false;
    search_shares(p, &search, 1);
}

/* A leg of which nothing is planted may have its seam from another one, by the drop of the motion
 * root. Plants all of it, and scales all, if the feet then slide less. */
static void give_back(dbt_plant *p)
{
    const double slide = slide_of_all(p), dropped = p->dropped;
    bool any = false;
    for (int i = 0; i < p->n_legs; i++) {
        planted_leg *leg = &p->legs[i];
        const bool gets = p->searches[i].is_wanted && leg->used.held <= 0.0;
        leg->kept = leg->used;
        leg->used = gets ? (leg_share){ 1.0, 1.0, 1.0 } : leg->used;
        any = any || gets;
    }
    if (!any)
        return;
    p->dropped = 1.0;
    measure_planted(p);
    share_all(p);
    if (slide_of_all(p) < slide)
        return;
    p->dropped = dropped;
    for (int i = 0; i < p->n_legs; i++)
        p->legs[i].used = p->legs[i].kept;
    measure_planted(p);
}

/* Measures with all of each correction, up to its first seam: returns whether there is one. */
static bool makes_seam(dbt_plant *p)
{
    const share_search all = { .is_tried = true };
    measure_with_shares(p, true, (share_trial){ &all, 1 });
    return has_seam(p, &all);
}

/* The last pass is with the shares that are found: frames remain as it has made them. */
void dbt_plant_find_shares(dbt_plant *p)
{
    const int n = dbt_plant_skeleton_of(p)->n_joints;
    const share_search all = { .leg = NULL };
    p->shared = true;
    for (int i = 0; i < p->n_legs; i++)
        p->searches[i] = (share_search){ .leg = &p->legs[i] };
    for (int j = 0; j < n_ratios(p); j++)
        p->allowed[j] = j < n ? seamless : longest_step;
    const bool has_any = makes_seam(p); /* perhaps the blend's */
    if (has_any)
        allow_seams(p);
    if (has_any && makes_seam(p)) {
        p->slowly = p->whole;
        measure_planted(p);
    }
    if (leave_sliding(p))
        measure_planted(p);
    if (!has_seam(p, &all))
        return;
    if (!has_any)
        allow_seams(p);
    search_shares(p, p->searches, p->n_legs);
    take_lift_and_turns(p);
    share_all(p);
    give_back(p);
    take_lift_and_turns(p);
    if (leave_sliding(p))
        measure_planted(p);
}
