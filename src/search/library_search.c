/* Each clip that is left is searched by itself, since cuts that exclude each other are of one pair
 * of clips. Its units are compared with the boxes of the tree of all clips that may be entered. A
 * heap holds what is still to look at, the lowest bound first: a node of the tree, then a unit of
 * it, whose cells are bounded by their sketches, then the cheapest cell of both units. If a cell
 * comes first, no other cell costs less, or the same and comes before it, so it is chosen. The
 * search of a clip ends when it has as many as are wished for, or when what comes first costs more
 * than the last of those that are wished for of all clips. So the result is that of computing all
 * costs, for any bounds. */
#include "search/library_search.h"

#include "base/budgets.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/threads.h"
#include "search/cut_choice.h"
#include "search/cut_tree.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* How much further to look each time. */
#define FURTHER 1.5

/* ---- cuts of all clips ---- */

/* The cheapest costs of many. */
typedef struct cost_heap {
    double *costs; /* [n], the greatest first */
    size_t n, room;
} cost_heap;

typedef struct library {
    const dbt_library_query *query;
    dbt_cut_tree tree;
    dbt_library_cuts *found;
    size_t room;        /* of the found list */
    double *horizons;   /* [n_clips]: how far to look first */
    double limit;       /* no cut that costs more is wished for */
    cost_heap all;      /* the cheapest of all clips */
    double done, total; /* frames */
    bool is_over;       /* the allowance is used up: with this error */
    dbt_error error;
    pthread_mutex_t lock; /* guards all from found on */
} library;

/* Makes room for one more element. False where memory is lacking. */
static bool make_room(void **list, size_t n, size_t *room, size_t size)
{
    if (n < *room)
        return true;
    const size_t more = *room ? 2 * *room : 16;
    void *resized = dbt_resize_array(*list, more, size);
    if (!resized)
        return false;
    *list = resized;
    *room = more;
    return true;
}

/* Swaps elements x and y of a heap's list. */
static void swap_costs(cost_heap *h, size_t x, size_t y)
{
    const double cost = h->costs[x];
    h->costs[x] = h->costs[y];
    h->costs[y] = cost;
}

/* Adds a cost to the cheapest ones, of which there are at most `most`. False where memory is
 * lacking. */
static bool add_cost(cost_heap *h, double cost, size_t most)
{
    size_t at = h->n;
    if (at < most) {
        if (!make_room((void **)&h->costs, at, &h->room, sizeof cost))
            return false;
        h->costs[at] = cost;
        h->n++;
        for (; at > 0 && h->costs[(at - 1) / 2] < h->costs[at]; at = (at - 1) / 2)
            swap_costs(h, at, (at - 1) / 2);
    } else if (at > 0 && cost < h->costs[0]) {
        h->costs[0] = cost;
        at = 0;
        for (size_t child; (child = 2 * at + 1) < h->n; at = child) {
            child += child + 1 < h->n && h->costs[child + 1] > h->costs[child];
            if (h->costs[child] <= h->costs[at])
                break;
            swap_costs(h, at, child);
        }
    }
    return true;
}

/* The cost of the last one of the cheapest; infinite where there are fewer. */
static double last_cost(const cost_heap *h, size_t most)
{
    return h->n == most ? h->costs[0] : INFINITY;
}

/* No cut that costs more is wished for, as far as is known. */
static double limit_of(library *l)
{
    const dbt_library_wish *wish = &l->query->wish;
    pthread_mutex_lock(&l->lock);
    const double limit = wish->of_each ? INFINITY : fmin(l->limit, last_cost(&l->all, wish->n));
    pthread_mutex_unlock(&l->lock);
    return limit;
}

static bool keep(library *l, const dbt_library_cut *cut)
{
    pthread_mutex_lock(&l->lock);
    dbt_library_cuts *found = l->found;
    const bool ok = make_room((void **)&found->list, found->n, &l->room, sizeof *found->list) &&
                    (l->query->wish.of_each ||
                     add_cost(&l->all, dbt_nine_digits(cut->cell.cost.cost), l->query->wish.n));
    if (ok)
        found->list[found->n++] = *cut;
    pthread_mutex_unlock(&l->lock);
    return ok;
}

/* ---- the search of one clip ---- */

/* A pair of clips of which cells were looked at. */
typedef struct pair_choice {
    dbt_cut_query query;
    dbt_cut_choice choice;
    size_t room; /* of the query's found cells */
} pair_choice;

/* What is still to look at: for a unit of the clip that is left, a node of the tree; a unit of it,
 * bounded by its box or by its sketches; or the cheapest cell of both units. */
typedef enum { NODE, BOX, SKETCHES, CELL } kind;

typedef struct waiting {
    double key;    /* no cell costs less */
    size_t at;     /* the node; the unit among the tree's; the cell among the tiles */
    uint32_t left; /* the unit that is left */
    kind kind;
} waiting;

/* A unit of the tree and one of the clip that is left, and their cheapest cell. */
typedef struct tile {
    size_t unit;
    dbt_cut_tile cells;
} tile;

typedef struct departure {
    library *l;
    const dbt_searched *clip;
    size_t a; /* its number */
    waiting *heap;
    waiting *far;   /* [n_far]: what waits behind the horizon, in no order */
    double horizon; /* what is behind it is not looked at before it is moved */
    tile *tiles;
    size_t n, room, n_far, far_room, n_tiles, tiles_room;
    pair_choice **pairs; /* [n_clips]: NULL until looked at */
    size_t n_found;
    double limit; /* as known last */
    double steps; /* not yet taken from the allowance */
    double n_computed;
} departure;

static bool is_cell(const departure *d, const waiting *w)
{
    return w->kind == CELL && d->tiles[w->at].cells.exact;
}

/* Bounds come before costs that they may be equal to. */
static bool is_before(const departure *d, const waiting *x, const waiting *y)
{
    if (x->key != y->key)
        return x->key < y->key;
    if (!is_cell(d, x) || !is_cell(d, y))
        return !is_cell(d, x) && is_cell(d, y);
    const tile *s = &d->tiles[x->at], *t = &d->tiles[y->at];
    const dbt_tree_unit *units = d->l->tree.units;
    return units[s->unit].clip != units[t->unit].clip
               ? units[s->unit].clip < units[t->unit].clip
               : dbt_cut_is_earlier(&s->cells.best, &t->cells.best);
}

static void sift_first(departure *d)
{
    if (d->n == 0)
        return;
    const waiting moved = d->heap[0];
    size_t at = 0;
    for (size_t child; (child = 2 * at + 1) < d->n; at = child) {
        child += child + 1 < d->n && is_before(d, &d->heap[child + 1], &d->heap[child]);
        if (!is_before(d, &d->heap[child], &moved))
            break;
        d->heap[at] = d->heap[child];
    }
    d->heap[at] = moved;
}

static bool push(departure *d, waiting added)
{
    if (!make_room((void **)&d->heap, d->n, &d->room, sizeof *d->heap))
        return false;
    size_t at = d->n++;
    for (; at > 0 && is_before(d, &added, &d->heap[(at - 1) / 2]); at = (at - 1) / 2)
        d->heap[at] = d->heap[(at - 1) / 2];
    d->heap[at] = added;
    return true;
}

/* Adds what is to be looked at, to the heap only if that may be soon: most never is. */
static bool add(departure *d, waiting added)
{
    if (added.key <= d->horizon)
        return push(d, added);
    if (!make_room((void **)&d->far, d->n_far, &d->far_room, sizeof added))
        return false;
    d->far[d->n_far++] = added;
    return true;
}

/* Moves the horizon on, until the first of all is in the heap. */
static bool look_further(departure *d)
{
    bool ok = true;
    while (ok && d->n_far > 0 && (d->n == 0 || d->heap->key > d->horizon)) {
        const size_t n = d->n_far;
        double nearest = INFINITY;
        for (size_t k = 0; k < n; k++)
            nearest = fmin(nearest, d->far[k].key);
        d->horizon = fmax(nearest, FURTHER * d->horizon);
        d->n_far = 0;
        for (size_t k = 0; ok && k < n; k++)
            if (d->far[k].key <= d->limit)
                ok = add(d, d->far[k]);
    }
    return ok;
}

static void drop_first(departure *d)
{
    d->heap[0] = d->heap[--d->n];
}

/* Whether cuts to clip b are wished for still. */
static bool wants(const departure *d, size_t b)
{
    const dbt_library_query *q = d->l->query;
    return d->pairs[b] ? d->pairs[b]->query.n_found < q->wish.per_pair
                       : b != d->a && q->has_pair(q->pairs, d->a, b);
}

static void begin_pair(const departure *d, size_t b, pair_choice *p)
{
    const dbt_library_query *q = d->l->query;
    *p = (pair_choice){ .query = q->ranges[d->a] };
    p->query.a = d->clip;
    p->query.b = &q->clips[b];
    p->query.j_begin = q->ranges[b].j_begin;
    p->query.j_end = q->ranges[b].j_end;
    p->query.between = 0;
    p->choice = dbt_cut_choose_from(&p->query);
}

/* The pair of the clip that is left and clip b. NULL where memory is lacking. */
static pair_choice *pair_with(departure *d, size_t b)
{
    if (!d->pairs[b]) {
        pair_choice *p = dbt_alloc_object(sizeof *p, NULL);
        if (!p)
            return NULL;
        begin_pair(d, b, p);
        d->pairs[b] = p;
    }
    return d->pairs[b];
}

/* Replaces the first, a node, by its children. */
static bool open_node(departure *d)
{
    const waiting first = d->heap[0];
    const dbt_cut_tree *tree = &d->l->tree;
    const dbt_tree_node *node = &tree->nodes[first.at];
    double bounds[DBT_FAN];
    bool ok = true;
    dbt_sketch_bound_boxes(d->clip, first.left, &node->boxes, node->error, bounds);
    d->steps += DBT_STEPS_TO_BOUND_BOXES;
    drop_first(d);
    sift_first(d);
    for (int c = 0; ok && c < node->n; c++) {
        const size_t at = node->first + (size_t)c;
        const double key = fmax(bounds[c], first.key);
        if (key <= d->limit && (!node->is_leaf || wants(d, tree->units[at].clip)))
            ok = add(d, (waiting){ key, at, first.left, node->is_leaf ? BOX : NODE });
    }
    return ok;
}

/* Bounds the first, two units, by their sketches. */
static void bound_units(departure *d)
{
    waiting *first = d->heap;
    const dbt_tree_unit *of = &d->l->tree.units[first->at];
    const dbt_searched *b = &d->l->query->clips[of->clip];
    first->key = fmax(first->key, dbt_sketch_bound_units(d->clip, first->left, b, of->unit));
    first->kind = SKETCHES;
    d->steps += DBT_UNIT_CELLS;
}

/* Finds the cheapest cell of the first, two units. */
static bool refine(departure *d)
{
    waiting *first = d->heap;
    tile t = { first->kind == CELL ? d->tiles[first->at].unit : first->at, { .key = INFINITY } };
    const dbt_tree_unit *of = &d->l->tree.units[t.unit];
    pair_choice *p = pair_with(d, of->clip);
    if (!p)
        return false;
    dbt_cut_choice_try_units(&p->choice, first->left, of->unit, &t.cells);
    d->steps += p->choice.steps;
    p->choice.steps = 0.0;
    if (!t.cells.exact) {
        drop_first(d);
        return true;
    }
    if (first->kind != CELL) {
        if (!make_room((void **)&d->tiles, d->n_tiles, &d->tiles_room, sizeof t))
            return false;
        first->kind = CELL;
        first->at = d->n_tiles++;
    }
    d->tiles[first->at] = t;
    first->key = t.cells.key;
    return true;
}

/* Chooses the first, a cell. */
static bool choose(departure *d)
{
    tile *t = &d->tiles[d->heap[0].at];
    const size_t b = d->l->tree.units[t->unit].clip;
    pair_choice *p = d->pairs[b];
    if (!dbt_cut_choice_is_open(&p->choice, t->cells.best.i, t->cells.best.j))
        return refine(d);
    t->cells.exact = false; /* its other cells cost no less */
    d->n_found++;
    if (!make_room((void **)&p->query.found, p->query.n_found, &p->room, sizeof t->cells.best) ||
        !dbt_cut_choice_add(&p->choice, &t->cells.best) ||
        !keep(d->l, &(dbt_library_cut){ d->a, b, t->cells.best, d->l->query->frame_time }))
        return false;
    d->limit = limit_of(d->l);
    return true;
}

/* Takes the first one step further. */
static bool step(departure *d)
{
    const waiting *first = d->heap;
    bool ok = true;
    if (first->kind == NODE)
        return open_node(d);
    const size_t unit = first->kind == CELL ? d->tiles[first->at].unit : first->at;
    if (!wants(d, d->l->tree.units[unit].clip))
        drop_first(d);
    else if (first->kind == BOX)
        bound_units(d);
    else
        ok = is_cell(d, first) ? choose(d) : refine(d);
    sift_first(d);
    return ok;
}

/* The units at which the clip may be left. */
static size_t first_unit(const departure *d)
{
    return d->l->query->ranges[d->a].i_begin / DBT_UNIT;
}

static size_t end_unit(const departure *d)
{
    const dbt_cut_query *ranges = &d->l->query->ranges[d->a];
    return ranges->i_begin < ranges->i_end ? (ranges->i_end + DBT_UNIT - 1) / DBT_UNIT : 0;
}

static bool start(departure *d)
{
    d->pairs = dbt_alloc_array(d->l->query->n_clips, sizeof(pair_choice *));
    d->limit = limit_of(d->l);
    d->horizon = d->l->horizons[d->a];
    bool ok = d->pairs != NULL;
    for (size_t unit = first_unit(d); ok && unit < end_unit(d); unit++)
        ok = push(d, (waiting){ .left = (uint32_t)unit, .kind = NODE });
    return ok;
}

/* Takes the steps that were counted, and tells how far it is. */
static bool report(departure *d, double frames)
{
    library *l = d->l;
    dbt_error error;
    const bool ok =
        dbt_features_take(&d->clip->features, d->steps, "a search of the library", &error);
    d->steps = 0.0;
    d->limit = limit_of(l);
    pthread_mutex_lock(&l->lock);
    if (!ok) {
        l->is_over = true;
        l->error = error;
    }
    l->done += frames;
    if (frames > 0.0 && l->query->progress)
        l->query->progress(l->query->context, l->done, l->total);
    pthread_mutex_unlock(&l->lock);
    return ok;
}

static void finish(departure *d)
{
    library *l = d->l;
    for (size_t b = 0; d->pairs && b < l->query->n_clips; b++)
        if (d->pairs[b]) {
            d->n_computed += d->pairs[b]->choice.n_computed;
            dbt_table_release(&d->pairs[b]->choice.squares);
            dbt_free(d->pairs[b]->query.found);
            dbt_free(d->pairs[b]);
        }
    pthread_mutex_lock(&l->lock);
    l->found->n_computed += d->n_computed;
    pthread_mutex_unlock(&l->lock);
    dbt_free(d->pairs);
    dbt_free(d->tiles);
    dbt_free(d->heap);
    dbt_free(d->far);
}

static bool leave_clip(void *context, size_t clip)
{
    enum { STEPS = 256 }; /* between two looks at what other threads do */
    library *l = context;
    departure d = { .l = l, .clip = &l->query->clips[clip], .a = clip };
    bool ok = start(&d);
    for (size_t n = 1; ok && d.n > 0 && d.heap->key <= d.limit && d.n_found < l->query->wish.n; n++)
        ok = step(&d) && look_further(&d) && (n % STEPS != 0 || report(&d, 0.0));
    ok = ok && report(&d, (double)d.clip->features.n_frames);
    finish(&d);
    return ok;
}

/* ---- how far to look ---- */

/* Goes down the tree to the unit that seems most like one of the clip that is left. Returns its
 * index among the tree's, or SIZE_MAX. */
static size_t likely_unit(departure *d, size_t left)
{
    const dbt_cut_tree *tree = &d->l->tree;
    for (size_t at = 0;;) {
        const dbt_tree_node *node = &tree->nodes[at];
        double bounds[DBT_FAN], least = INFINITY;
        dbt_sketch_bound_boxes(d->clip, left, &node->boxes, node->error, bounds);
        d->steps += DBT_STEPS_TO_BOUND_BOXES;
        at = SIZE_MAX;
        for (size_t c = node->first; c < node->first + (size_t)node->n; c++) {
            double bound = bounds[c - node->first];
            const dbt_tree_unit *of = node->is_leaf ? &tree->units[c] : NULL;
            if (of)
                bound = !wants(d, of->clip)
                            ? INFINITY
                            : dbt_sketch_bound_units(d->clip, left, &d->l->query->clips[of->clip],
                                                     of->unit);
            if (bound < least) {
                least = bound;
                at = c;
            }
        }
        if (node->is_leaf || at == SIZE_MAX)
            return at;
    }
}

/* Tries a likely cut of each unit of a clip. The last of the cheapest shows how far to look: what
 * is wished for of this clip probably costs no more. If cuts of all clips are wished for, they also
 * set a limit: a pair of clips has a cut that excludes no other pair's. So if as many pairs as cuts
 * are wished for have one that costs at most that, those that are wished for do, too. */
static bool look_ahead(void *context, size_t clip)
{
    library *l = context;
    const size_t n_clips = l->query->n_clips, most = l->query->wish.n;
    departure d = { .l = l, .clip = &l->query->clips[clip], .a = clip };
    double *costs = dbt_alloc_array(n_clips, sizeof *costs); /* to each clip */
    d.pairs = dbt_alloc_array(n_clips, sizeof(pair_choice *));
    cost_heap own = { .n = 0 };
    bool ok = costs && d.pairs;
    for (size_t b = 0; ok && b < n_clips; b++)
        costs[b] = INFINITY;
    for (size_t left = first_unit(&d); ok && left < end_unit(&d); left++) {
        const size_t at = likely_unit(&d, left);
        if (at == SIZE_MAX)
            continue;
        const dbt_tree_unit *of = &l->tree.units[at];
        dbt_cut_tile t = { .key = INFINITY };
        pair_choice p;
        begin_pair(&d, of->clip, &p);
        dbt_cut_choice_try_units(&p.choice, left, of->unit, &t);
        d.steps += p.choice.steps;
        d.n_computed += p.choice.n_computed;
        costs[of->clip] = fmin(costs[of->clip], t.key);
        ok = add_cost(&own, t.key, most);
    }
    ok = ok && report(&d, 0.0);
    pthread_mutex_lock(&l->lock);
    l->horizons[clip] = own.n > 0 ? own.costs[0] : 0.0;
    for (size_t b = 0; ok && !l->query->wish.of_each && b < n_clips; b++)
        ok = !(costs[b] < INFINITY) || add_cost(&l->all, costs[b], most);
    pthread_mutex_unlock(&l->lock);
    finish(&d);
    dbt_free(own.costs);
    dbt_free(costs);
    return ok;
}

static bool begin(library *l)
{
    const dbt_library_query *q = l->query;
    l->limit = INFINITY;
    l->horizons = dbt_alloc_array(q->n_clips, sizeof *l->horizons);
    const bool ok = l->horizons && dbt_run_each(q->n_threads, q->n_clips, look_ahead, l);
    l->limit = q->wish.of_each ? INFINITY : last_cost(&l->all, q->wish.n);
    l->all.n = 0;
    return ok;
}

/* ---- all clips ---- */

/* Lists the units at which clips may be entered, [*n]. NULL with err. */
static dbt_tree_unit *list_units(const dbt_library_query *q, size_t *n, dbt_error *err)
{
    size_t room = 0;
    for (size_t c = 0; c < q->n_clips; c++)
        room += q->clips[c].n_blocks * DBT_BLOCK_UNITS;
    dbt_tree_unit *units = dbt_alloc_array(room, sizeof *units);
    *n = 0;
    for (size_t c = 0; units && c < q->n_clips; c++) {
        const size_t begin = q->ranges[c].j_begin, end = q->ranges[c].j_end;
        for (size_t unit = begin / DBT_UNIT; begin < end && unit * DBT_UNIT < end; unit++)
            units[(*n)++] = (dbt_tree_unit){ (uint32_t)c, (uint32_t)unit };
    }
    if (!units)
        (void)dbt_fail_memory(err);
    return units;
}

bool dbt_library_search(const dbt_library_query *query, dbt_library_cuts *found, dbt_error *err)
{
    library l = {
        .query = query, .found = found, .room = found->n, .lock = PTHREAD_MUTEX_INITIALIZER
    };
    size_t n_units;
    dbt_tree_unit *units = list_units(query, &n_units, err);
    if (!units)
        return false;
    for (size_t c = 0; c < query->n_clips; c++)
        l.total += (double)query->clips[c].features.n_frames;
    bool ok = dbt_cut_tree_init(&l.tree, query->clips, units, n_units, err);
    if (ok) {
        ok = begin(&l) && dbt_run_each(query->n_threads, query->n_clips, leave_clip, &l);
        if (!ok && !l.is_over)
            (void)dbt_fail_memory(err);
        else if (!ok && err)
            *err = l.error;
    }
    dbt_cut_tree_release(&l.tree);
    dbt_free(l.all.costs);
    dbt_free(l.horizons);
    return ok;
}

/* ---- the wished for ---- */

static int by_number(size_t x, size_t y)
{
    return x < y ? -1 : x > y;
}

static int by_cost(const void *x, const void *y)
{
    const dbt_library_cut *s = x, *t = y;
    const int cost = dbt_cut_compare(s->cell.cost.cost, t->cell.cost.cost);
    const int a = by_number(s->a, t->a), b = by_number(s->b, t->b);
    return cost ? cost : a ? a : b ? b : dbt_cut_is_earlier(&s->cell, &t->cell) ? -1 : 1;
}

static int by_clip(const void *x, const void *y)
{
    const int a = by_number(((const dbt_library_cut *)x)->a, ((const dbt_library_cut *)y)->a);
    return a ? a : by_cost(x, y);
}

void dbt_library_choose(dbt_library_cuts *found, const dbt_library_wish *wish)
{
    dbt_library_cut *list = found->list;
    size_t n = 0, of_this = 0;
    if (found->n > 0)
        qsort(list, found->n, sizeof *list, wish->of_each ? by_clip : by_cost);
    for (size_t c = 0; c < found->n; c++) {
        of_this = wish->of_each && n > 0 && list[c].a != list[n - 1].a ? 1 : of_this + 1;
        if (of_this <= wish->n)
            list[n++] = list[c];
    }
    found->n = n;
}
