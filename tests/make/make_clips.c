/* make_clips FOLDER: writes the motion clips that the tests and the demo use.
 * Every number is computed here; nothing comes from a capture.
 *
 *   ok_walk.bvh            two cycles of a walk, 122 cm/s
 *   ok_run.bvh             three cycles of a run, 330 cm/s, with flight phases
 *   ok_idle.bvh            standing: one breath, weight shifted to either leg
 *   ok_kick.bvh            right front kick: wind-up, strike, recovery
 *   ok_turn.bvh            the walk, slower, along an arc, 90 degrees to the left
 *   ok_walk_30fps.bvh      ok_walk at half the rate
 *   ok_walk_zup.bvh        ok_walk with Z up, facing -Y, X Y Z rotations
 *   ok_still_root.bvh      ok_walk under a ROOT 'Reference' that stays still
 *   ok_still_root_run.bvh  ok_run, where 'Reference' carries the path
 *   ok_all_positions.bvh   ok_walk at half the rate, six channels on every joint,
 *                          Z X Y rotations
 *
 * All but two have 60 frames a second. Lengths are in centimetres; Y is up and
 * the character faces +Z, unless stated otherwise; +X is its left. The pelvis
 * turns in Y X Z order, so that its heading can pass 90 degrees without gimbal
 * lock; other joints turn in Z Y X, so that knees and elbows can.
 *
 * How a gait is built. The character follows a path on the ground at constant
 * speed. Each leg repeats a cycle of `period` seconds: stance for the share
 * `duty` of it, then swing. A foot in stance stays on its footprint and only
 * rolls: over the heel while its pitch is negative (toes up), over the ball of
 * the foot while it is positive, when the toes stay flat; so it cannot slide.
 * In swing the ankle follows a spline that leaves and reaches the ground with
 * the velocities that the roll gives it. Pelvis, spine, head and arms are
 * sums of waves over the cycle (walk, run, idle) or keyed (kick), and the legs
 * join pelvis and feet by two-bone inverse kinematics.
 *
 * Angles are in degrees throughout. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define COUNT(array) ((int)(sizeof(array) / sizeof *(array)))

static const double PI = 3.14159265358979323846;

/* ---- vectors and rotations ---------------------------------------------- */

/* clang-format off */
typedef struct { double v[3]; } vec3;    /* x, y, z */
typedef struct { double m[3][3]; } rot3; /* columns are the turned axes */
/* clang-format on */

enum { X, Y, Z };

static vec3 vec(double x, double y, double z)
{
    return (vec3){ { x, y, z } };
}

/* a + s b */
static vec3 add_scaled(vec3 a, double s, vec3 b)
{
    return vec(a.v[X] + s * b.v[X], a.v[Y] + s * b.v[Y], a.v[Z] + s * b.v[Z]);
}

static vec3 add(vec3 a, vec3 b)
{
    return add_scaled(a, 1.0, b);
}

static vec3 sub(vec3 a, vec3 b)
{
    return add_scaled(a, -1.0, b);
}

static double dot(vec3 a, vec3 b)
{
    return a.v[X] * b.v[X] + a.v[Y] * b.v[Y] + a.v[Z] * b.v[Z];
}

static vec3 cross(vec3 a, vec3 b)
{
    return vec(a.v[Y] * b.v[Z] - a.v[Z] * b.v[Y], a.v[Z] * b.v[X] - a.v[X] * b.v[Z],
               a.v[X] * b.v[Y] - a.v[Y] * b.v[X]);
}

static vec3 unit(vec3 a)
{
    return add_scaled(vec(0.0, 0.0, 0.0), 1.0 / sqrt(dot(a, a)), a);
}

static double radians(double angle_deg)
{
    return angle_deg * PI / 180.0;
}

/* A turn about one coordinate axis. */
static rot3 turn(int axis, double angle_deg)
{
    const double c = cos(radians(angle_deg)), s = sin(radians(angle_deg));
    const int next = (axis + 1) % 3, last = (axis + 2) % 3;
    rot3 r = { { { 0 } } };
    r.m[axis][axis] = 1.0;
    r.m[next][next] = c;
    r.m[next][last] = -s;
    r.m[last][next] = s;
    r.m[last][last] = c;
    return r;
}

static rot3 mul(rot3 a, rot3 b)
{
    rot3 r = { { { 0 } } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++)
                r.m[i][j] += a.m[i][k] * b.m[k][j];
    return r;
}

static rot3 inverse(rot3 a)
{
    rot3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[i][j] = a.m[j][i];
    return r;
}

static vec3 rotate(rot3 a, vec3 p)
{
    vec3 r;
    for (int i = 0; i < 3; i++)
        r.v[i] = a.m[i][X] * p.v[X] + a.m[i][Y] * p.v[Y] + a.m[i][Z] * p.v[Z];
    return r;
}

/* ---- skeleton ------------------------------------------------------------ */
/* clang-format off */

enum {
    HIPS, SPINE, SPINE1, NECK, HEAD,
    LEFT_SHOULDER, LEFT_ARM, LEFT_FOREARM, LEFT_HAND,
    RIGHT_SHOULDER, RIGHT_ARM, RIGHT_FOREARM, RIGHT_HAND,
    LEFT_UP_LEG, LEFT_LEG, LEFT_FOOT, LEFT_TOE,
    RIGHT_UP_LEG, RIGHT_LEG, RIGHT_FOOT, RIGHT_TOE,
    N_JOINTS
};

typedef struct {
    const char *name;
    int parent; /* -1: none */
    vec3 offset, end; /* end: of its End Site; zero: has none */
} joint;

/* The rest pose holds the arms 45 degrees down. */
static const joint joints[N_JOINTS] = {
    [HIPS] = {"Hips", -1, {{0, 0, 0}}, {{0}}},
    [SPINE] = {"Spine", HIPS, {{0, 9, -1}}, {{0}}},
    [SPINE1] = {"Spine1", SPINE, {{0, 14, 0}}, {{0}}},
    [NECK] = {"Neck", SPINE1, {{0, 24, 0}}, {{0}}},
    [HEAD] = {"Head", NECK, {{0, 8, 2}}, {{0, 19, 2}}},
    [LEFT_SHOULDER] = {"LeftShoulder", SPINE1, {{4, 19, 0}}, {{0}}},
    [LEFT_ARM] = {"LeftArm", LEFT_SHOULDER, {{13, 0, -1}}, {{0}}},
    [LEFT_FOREARM] = {"LeftForeArm", LEFT_ARM, {{20, -20, 0}}, {{0}}},
    [LEFT_HAND] = {"LeftHand", LEFT_FOREARM, {{18, -18, 0}}, {{12, -12, 0}}},
    [RIGHT_SHOULDER] = {"RightShoulder", SPINE1, {{-4, 19, 0}}, {{0}}},
    [RIGHT_ARM] = {"RightArm", RIGHT_SHOULDER, {{-13, 0, -1}}, {{0}}},
    [RIGHT_FOREARM] = {"RightForeArm", RIGHT_ARM, {{-20, -20, 0}}, {{0}}},
    [RIGHT_HAND] = {"RightHand", RIGHT_FOREARM, {{-18, -18, 0}}, {{-12, -12, 0}}},
    [LEFT_UP_LEG] = {"LeftUpLeg", HIPS, {{9, -4, 0}}, {{0}}},
    [LEFT_LEG] = {"LeftLeg", LEFT_UP_LEG, {{0, -42, 0}}, {{0}}},
    [LEFT_FOOT] = {"LeftFoot", LEFT_LEG, {{0, -41, 0}}, {{0}}},
    [LEFT_TOE] = {"LeftToeBase", LEFT_FOOT, {{0, -6, 13}}, {{0, 0, 7}}},
    [RIGHT_UP_LEG] = {"RightUpLeg", HIPS, {{-9, -4, 0}}, {{0}}},
    [RIGHT_LEG] = {"RightLeg", RIGHT_UP_LEG, {{0, -42, 0}}, {{0}}},
    [RIGHT_FOOT] = {"RightFoot", RIGHT_LEG, {{0, -41, 0}}, {{0}}},
    [RIGHT_TOE] = {"RightToeBase", RIGHT_FOOT, {{0, -6, 13}}, {{0, 0, 7}}},
};

#define THIGH 42.0
#define SHANK 41.0

/* The foot, from the ground under the ankle when it stands flat. */
static const vec3 flat_ankle = {{0, 8, 0}}, ball = {{0, 2, 13}}, heel = {{0, 0, -5}};

enum { LEFT, RIGHT, N_SIDES };

typedef struct {
    vec3 hips_pos; /* world */
    rot3 local_rot[N_JOINTS];
} pose;

/* ---- motions as data ------------------------------------------------------ */

/* The channels of the body above the legs, in degrees or centimetres. Signs are
 * such that equal numbers on both sides make a symmetric pose. */
enum {
    FORWARD, SWAY, HEIGHT,      /* pelvis, from its point of the path; sway to the left */
    YAW, LEAN, ROLL,            /* pelvis: to the left, forward, left side up */
    CHEST_YAW, CHEST_LEAN, CHEST_ROLL, /* against the pelvis */
    HEAD_YAW, HEAD_NOD,         /* against the chest */
    SHRUG,                      /* both shoulders up */
    L_SWING, L_OUT, L_ELBOW,    /* upper arm forward and outward; elbow bent */
    R_SWING, R_OUT, R_ELBOW,
    N_CHANNELS
};

/* A channel over a cycle: mean + once cos 2pi(p - once_at) + twice cos 4pi(p - twice_at),
 * p the phase in [0, 1): an amplitude and the phase of its peak, each. */
typedef struct { double mean, once, once_at, twice, twice_at; } wave;

/* A key of a curve. A list of keys ends where the time does not rise. */
typedef struct { double at, value; } key;
enum { MAX_KEYS = 12 };

/* A point that the ankle passes in swing, from the pelvis' point of the path. */
typedef struct { double at, side, height, forward; } via;
enum { MAX_VIAS = 5 };

typedef struct {
    double phase;        /* of the cycle, when the foot lands */
    double duty;         /* share of the cycle in stance; 1: never lifts */
    double side, forward; /* of the footprint from the path at mid-stance */
    double toe_out;
    key pitch[MAX_KEYS]; /* foot pitch, heel up; time as share of the leg's cycle */
    via swing[MAX_VIAS]; /* ascending; time likewise; ends at time 0 */
} leg;

typedef struct {
    double period, seconds; /* of a cycle, of the clip */
    double speed;
    double turn, turn_begin, turn_end; /* degrees to the left, seconds */
    const wave *waves;                 /* by channel; NULL: keyed */
    const key (*keys)[MAX_KEYS];       /* by channel, seconds */
    leg legs[N_SIDES];
} motion;

/* Phase 0 is the left heel strike, 0.5 the right one. */
static const wave walk_waves[N_CHANNELS] = {
    [FORWARD] = {0, 0, 0, 0.8, 0.12}, [SWAY] = {0, 2.2, 0.3, 0, 0},
    [HEIGHT] = {91.1, 0, 0, 1.8, 0.29},
    [YAW] = {0, 5, 0.52, 0, 0}, [LEAN] = {2.5, 0, 0, 1, 0.05}, [ROLL] = {0, 3.5, 0.24, 0, 0},
    [CHEST_YAW] = {0, 10, 0.02, 0, 0}, [CHEST_LEAN] = {1, 0, 0, 1, 0.45},
    [CHEST_ROLL] = {0, 4.5, 0.75, 0, 0},
    [HEAD_YAW] = {0, 4.5, 0.53, 0, 0}, [HEAD_NOD] = {-2, 0, 0, 1, 0.2},
    [SHRUG] = {0, 0, 0, 0.8, 0.3},
    [L_SWING] = {2, 23, 0.52, 0, 0}, [L_OUT] = {9, 1.5, 0.5, 0, 0},
    [L_ELBOW] = {22, 11, 0.57, 0, 0},
    [R_SWING] = {2, 23, 0.02, 0, 0}, [R_OUT] = {9, 1.5, 0.0, 0, 0},
    [R_ELBOW] = {22, 11, 0.07, 0, 0},
};

#define WALK_LEG(at, sign)                                                                         \
    {                                                                                              \
        .phase = at, .duty = 0.62, .side = (sign) * 7.5, .forward = -8, .toe_out = 6,              \
        .pitch = {{0, -20}, {0.10, 0}, {0.26, 0}, {0.40, 8}, {0.52, 30}, {0.62, 56}, {0.67, 62},   \
                  {0.82, 10}, {0.94, -20}, {1, -20}},                                              \
        .swing = {{0.73, (sign) * 8.0, 21, -22}, {0.85, (sign) * 8.5, 14.5, 12}},                  \
    }

static const motion walk = {
    .period = 64.0 / 60.0, .seconds = 128.0 / 60.0, .speed = 122, .waves = walk_waves,
    .legs = {WALK_LEG(0.0, 1), WALK_LEG(0.5, -1)},
};

static const motion turning_walk = {
    .period = 64.0 / 60.0, .seconds = 160.0 / 60.0, .speed = 110, .waves = walk_waves,
    .turn = 90, .turn_begin = 0.2, .turn_end = 2.4,
    .legs = {WALK_LEG(0.0, 1), WALK_LEG(0.5, -1)},
};

/* Height: in flight its second derivative is that of a falling body near its top. */
static const wave run_waves[N_CHANNELS] = {
    [FORWARD] = {0, 0, 0, 1.0, 0.02}, [SWAY] = {0, 1.2, 0.2, 0, 0},
    [HEIGHT] = {88.8, 0, 0, 3.0, 0.41},
    [YAW] = {0, 8, 0.5, 0, 0}, [LEAN] = {9, 0, 0, 2, 0.3}, [ROLL] = {0, 4, 0.14, 0, 0},
    [CHEST_YAW] = {0, 19, 0.0, 0, 0}, [CHEST_LEAN] = {5, 0, 0, 2, 0.15},
    [CHEST_ROLL] = {0, 5, 0.64, 0, 0},
    [HEAD_YAW] = {0, 10, 0.5, 0, 0}, [HEAD_NOD] = {-11, 0, 0, 2, 0.15},
    [SHRUG] = {3, 0, 0, 1.5, 0.2},
    [L_SWING] = {-4, 42, 0.48, 0, 0}, [L_OUT] = {12, 4, 0.98, 0, 0},
    [L_ELBOW] = {88, 14, 0.52, 0, 0},
    [R_SWING] = {-4, 42, 0.98, 0, 0}, [R_OUT] = {12, 4, 0.48, 0, 0},
    [R_ELBOW] = {88, 14, 0.02, 0, 0},
};

#define RUN_LEG(at, sign)                                                                          \
    {                                                                                              \
        .phase = at, .duty = 0.32, .side = (sign) * 4.5, .forward = -13, .toe_out = 4,             \
        .pitch = {{0, -10}, {0.05, 0}, {0.14, 0}, {0.32, 52}, {0.48, 88}, {0.66, 55}, {0.86, 2},   \
                  {0.96, -10}, {1, -10}},                                                          \
        .swing = {{0.45, (sign) * 6.0, 34, -53}, {0.60, (sign) * 6.5, 39, -23},                    \
                  {0.76, (sign) * 6.0, 25, 16}, {0.89, (sign) * 5.0, 16, 32}},                     \
    }

static const motion run = {
    .period = 42.0 / 60.0, .seconds = 126.0 / 60.0, .speed = 330, .waves = run_waves,
    .legs = {RUN_LEG(0.0, 1), RUN_LEG(0.5, -1)},
};

/* Weight on the left leg at phase 0.25, on the right at 0.75. */
static const wave idle_waves[N_CHANNELS] = {
    [FORWARD] = {0, 0.4, 0.5, 0.3, 0.1}, [SWAY] = {0, 3.6, 0.25, 0, 0},
    [HEIGHT] = {93.6, 0.2, 0.5, 0.35, 0.25},
    [YAW] = {0, 2.5, 0.80, 0, 0}, [LEAN] = {0.5, 0.4, 0.5, 0, 0}, [ROLL] = {0, 2.6, 0.27, 0, 0},
    [CHEST_YAW] = {0, 3, 0.36, 0, 0}, [CHEST_LEAN] = {2, 1.6, 0.95, 0, 0},
    [CHEST_ROLL] = {0, 3.6, 0.79, 0, 0},
    [HEAD_YAW] = {0, 2.5, 0.1, 1, 0.4}, [HEAD_NOD] = {1, 1.2, 0.5, 0, 0},
    [SHRUG] = {0, 2.2, 0.47, 0, 0},
    [L_SWING] = {-1, 1.5, 0.2, 0, 0}, [L_OUT] = {8, 1.2, 0.5, 0, 0},
    [L_ELBOW] = {14, 1.5, 0.3, 0, 0},
    [R_SWING] = {1, 1.5, 0.7, 0, 0}, [R_OUT] = {8, 1.2, 0.5, 0, 0},
    [R_ELBOW] = {16, 1.5, 0.8, 0, 0},
};

static const motion idle = {
    .period = 3.0, .seconds = 3.0, .waves = idle_waves,
    .legs = {{.duty = 1, .side = 11, .forward = 1, .toe_out = 12},
             {.duty = 1, .side = -11, .toe_out = 14}},
};

/* Ready, wind-up 0.30, foot off 0.45, knee up 0.70, strike 0.87, foot down 1.45. */
static const key kick_keys[N_CHANNELS][MAX_KEYS] = {
    [FORWARD] = {{0, 0}, {0.15, -2}, {0.45, 8}, {0.70, 10}, {0.87, 16}, {1.05, 11}, {1.45, 3},
                 {2, 0}},
    [SWAY] = {{0, 0}, {0.12, -1}, {0.50, 6}, {0.87, 7}, {1.10, 6}, {1.50, 1}, {2, 0}},
    [HEIGHT] = {{0, 88.5}, {0.26, 85}, {0.70, 91.5}, {0.87, 93}, {1.10, 91}, {1.52, 85.5},
                {2, 88.5}},
    [YAW] = {{0, -26}, {0.22, -32}, {0.70, 2}, {0.88, 24}, {1.08, 4}, {1.50, -28}, {2, -26}},
    [LEAN] = {{0, 4}, {0.30, 9}, {0.70, -6}, {0.88, -17}, {1.10, -3}, {1.50, 8}, {2, 4}},
    [ROLL] = {{0, 0}, {0.45, 1}, {0.72, -5}, {0.88, -8}, {1.10, -3}, {1.50, 0}, {2, 0}},
    [CHEST_YAW] = {{0, 10}, {0.24, 14}, {0.72, -8}, {0.89, -30}, {1.12, -6}, {1.52, 12}, {2, 10}},
    [CHEST_LEAN] = {{0, 8}, {0.32, 12}, {0.66, 14}, {0.89, 8}, {1.12, 14}, {1.52, 10}, {2, 8}},
    [CHEST_ROLL] = {{0, 0}, {0.72, 3}, {0.89, 6}, {1.12, 2}, {1.52, 0}, {2, 0}},
    [HEAD_YAW] = {{0, 16}, {0.24, 18}, {0.72, 6}, {0.89, 6}, {1.12, 3}, {1.52, 16}, {2, 16}},
    [HEAD_NOD] = {{0, -6}, {0.32, -14}, {0.89, 8}, {1.12, -6}, {1.52, -12}, {2, -6}},
    [SHRUG] = {{0, 3}, {0.35, 5}, {0.88, 8}, {1.2, 4}, {2, 3}},
    [L_SWING] = {{0, 38}, {0.30, 30}, {0.70, 44}, {0.89, 62}, {1.15, 44}, {1.55, 34}, {2, 38}},
    [L_OUT] = {{0, 14}, {0.70, 18}, {0.89, 10}, {1.15, 20}, {1.55, 15}, {2, 14}},
    [L_ELBOW] = {{0, 102}, {0.30, 108}, {0.70, 96}, {0.89, 84}, {1.15, 98}, {1.55, 106}, {2, 102}},
    [R_SWING] = {{0, 24}, {0.30, 34}, {0.70, 8}, {0.90, -34}, {1.15, 2}, {1.55, 28}, {2, 24}},
    [R_OUT] = {{0, 14}, {0.70, 22}, {0.90, 28}, {1.15, 20}, {1.55, 15}, {2, 14}},
    [R_ELBOW] = {{0, 108}, {0.30, 112}, {0.70, 86}, {0.90, 46}, {1.15, 80}, {1.55, 106}, {2, 108}},
};

static const motion kick = {
    .period = 2.0, .seconds = 2.0, .keys = kick_keys,
    .legs = {{.duty = 1, .side = 10, .forward = 16, .toe_out = 4},
             {.phase = 0.725, .duty = 0.5, .side = -11, .forward = -18, .toe_out = 24,
              .pitch = {{0, 14}, {0.06, 0}, {0.37, 0}, {0.5, 50}, {0.56, 58}, {0.635, 30},
                        {0.71, -48}, {0.80, 22}, {0.92, 30}, {1, 14}},
              .swing = {{0.565, -11, 38, -14}, {0.635, -8, 60, 32}, {0.71, -3, 98, 101},
                        {0.79, -6, 62, 38}, {0.90, -11, 28, -12}}}},
};

/* clang-format on */
/* ---- curves --------------------------------------------------------------- */

/* Cubic with values p0, p1 and slopes m0, m1 (per unit of s) at s = 0 and 1. */
static double hermite(double p0, double m0, double p1, double m1, double s)
{
    const double d = p1 - p0;
    return p0 + s * (m0 + s * (3.0 * d - 2.0 * m0 - m1 + s * (m0 + m1 - 2.0 * d)));
}

static double smoothstep(double s)
{
    return s <= 0.0 ? 0.0 : s >= 1.0 ? 1.0 : s * s * (3.0 - 2.0 * s);
}

/* The slope at key i: zero at the ends and at extremes, else the weighted
 * harmonic mean of both sides, so that the curve never overshoots a key.
 * F. Fritsch, J. Butland, "A Method for Constructing Local Monotone Piecewise
 * Cubic Interpolants" (1984). */
static double key_slope(const key *k, int n, int i)
{
    if (i == 0 || i == n - 1)
        return 0.0;
    const double h0 = k[i].at - k[i - 1].at, h1 = k[i + 1].at - k[i].at;
    const double s0 = (k[i].value - k[i - 1].value) / h0, s1 = (k[i + 1].value - k[i].value) / h1;
    if (s0 * s1 <= 0.0)
        return 0.0;
    return 3.0 * (h0 + h1) / ((2.0 * h1 + h0) / s0 + (h1 + 2.0 * h0) / s1);
}

static double key_value(const key *k, double at)
{
    int n = 1, i = 0;
    while (n < MAX_KEYS && k[n].at > k[n - 1].at)
        n++;
    if (n == 1 || at <= k[0].at)
        return k[0].value;
    if (at >= k[n - 1].at)
        return k[n - 1].value;
    while (at > k[i + 1].at)
        i++;
    const double h = k[i + 1].at - k[i].at;
    return hermite(k[i].value, h * key_slope(k, n, i), k[i + 1].value, h * key_slope(k, n, i + 1),
                   (at - k[i].at) / h);
}

static double wave_value(const wave *w, double phase)
{
    return w->mean + w->once * cos(2.0 * PI * (phase - w->once_at)) +
           w->twice * cos(4.0 * PI * (phase - w->twice_at));
}

static double channel(const motion *m, int which, double t)
{
    return m->waves ? wave_value(&m->waves[which], t / m->period) : key_value(m->keys[which], t);
}

/* ---- path ------------------------------------------------------------------ */

/* A point on the ground and a heading. */
typedef struct {
    vec3 pos;
    double heading;
} place;

static double heading_at(const motion *m, double t)
{
    return m->turn == 0.0
               ? 0.0
               : m->turn * smoothstep((t - m->turn_begin) / (m->turn_end - m->turn_begin));
}

static place path_at(const motion *m, double t)
{
    enum { STEPS = 400 }; /* midpoint rule: within a micrometre here */
    place p = { { { 0 } }, heading_at(m, t) };
    for (int i = 0; i < STEPS; i++) {
        const double h = radians(heading_at(m, t * (i + 0.5) / STEPS));
        p.pos = add_scaled(p.pos, m->speed * t / STEPS, vec(sin(h), 0.0, cos(h)));
    }
    return p;
}

static vec3 to_world(place p, vec3 local)
{
    return add(p.pos, rotate(turn(Y, p.heading), local));
}

static vec3 to_local(place p, vec3 world)
{
    return rotate(turn(Y, -p.heading), sub(world, p.pos));
}

/* ---- feet ------------------------------------------------------------------- */

typedef struct {
    vec3 ankle;             /* world */
    double yaw, pitch, toe; /* toe: of the toes against the foot, up is negative */
} foot;

static double leg_time(const motion *m, const leg *l, double cycle)
{
    return (cycle + l->phase) * m->period;
}

/* The foot in stance; `cycle` counts the leg's cycles, a fraction into them. */
static foot stance(const motion *m, const leg *l, double cycle)
{
    const double start = floor(cycle);
    place print = path_at(m, leg_time(m, l, start + 0.5 * l->duty));
    const double pitch = key_value(l->pitch, cycle - start);
    const vec3 pivot = pitch < 0.0 ? heel : ball;
    print.pos = to_world(print, vec(l->side, 0.0, l->forward));
    print.heading += l->side > 0.0 ? l->toe_out : -l->toe_out;
    const vec3 ankle = add(pivot, rotate(turn(X, pitch), sub(flat_ankle, pivot)));
    return (foot){ to_world(print, ankle), print.heading, pitch, pitch > 0.0 ? -pitch : 0.0 };
}

/* The ankle in stance, from the pelvis' point of the path at that time. */
static vec3 stance_ankle(const motion *m, const leg *l, double cycle)
{
    return to_local(path_at(m, leg_time(m, l, cycle)), stance(m, l, cycle).ankle);
}

/* The ankle in swing, likewise: a spline from lift-off through the leg's vias
 * to the landing; its end slopes are the stance's, its inner ones Catmull-Rom. */
static vec3 swing_ankle(const motion *m, const leg *l, double cycle)
{
    const double start = floor(cycle), share = cycle - start, eps = 1e-5;
    double at[MAX_VIAS + 2];
    vec3 pos[MAX_VIAS + 2], slope[MAX_VIAS + 2];
    int n = 0, i = 0;

    at[n] = l->duty;
    pos[n++] = stance_ankle(m, l, start + l->duty);
    for (const via *v = l->swing; v < l->swing + MAX_VIAS && v->at > 0.0; v++) {
        at[n] = v->at;
        pos[n++] = vec(v->side, v->height, v->forward);
    }
    at[n] = 1.0;
    pos[n++] = stance_ankle(m, l, start + 1.0);

    const vec3 zero = vec(0.0, 0.0, 0.0);
    slope[0] = add_scaled(zero, 1.0 / eps, sub(pos[0], stance_ankle(m, l, start + l->duty - eps)));
    slope[n - 1] =
        add_scaled(zero, 1.0 / eps, sub(stance_ankle(m, l, start + 1.0 + eps), pos[n - 1]));
    for (int k = 1; k < n - 1; k++)
        slope[k] = add_scaled(zero, 1.0 / (at[k + 1] - at[k - 1]), sub(pos[k + 1], pos[k - 1]));

    while (i < n - 2 && share > at[i + 1])
        i++;
    const double h = at[i + 1] - at[i];
    vec3 ankle;
    for (int axis = 0; axis < 3; axis++)
        ankle.v[axis] = hermite(pos[i].v[axis], h * slope[i].v[axis], pos[i + 1].v[axis],
                                h * slope[i + 1].v[axis], (share - at[i]) / h);
    return ankle;
}

static foot foot_at(const motion *m, const leg *l, double t)
{
    const double cycle = t / m->period - l->phase, start = floor(cycle), share = cycle - start;
    if (share <= l->duty)
        return stance(m, l, cycle);
    const foot lift = stance(m, l, start + l->duty), land = stance(m, l, start + 1.0);
    const double s = (share - l->duty) / (1.0 - l->duty);
    foot f;
    f.ankle = to_world(path_at(m, t), swing_ankle(m, l, cycle));
    f.yaw = lift.yaw + (land.yaw - lift.yaw) * smoothstep(s);
    f.pitch = key_value(l->pitch, share);
    f.toe = (f.pitch > 0.0 ? -f.pitch : 0.0) *
            (1.0 - smoothstep(1.5 * s) * (1.0 - smoothstep(3.0 * s - 2.0)));
    return f;
}

/* ---- pose ------------------------------------------------------------------- */

/* Two-bone inverse kinematics: turns thigh and knee so that the ankle is where the
 * foot needs it. The knee is a hinge about X. */
static void solve_leg(pose *p, rot3 hips, int side, foot f)
{
    const int up_leg = side == LEFT ? LEFT_UP_LEG : RIGHT_UP_LEG;
    const vec3 hip = add(p->hips_pos, rotate(hips, joints[up_leg].offset));
    const vec3 reach = sub(f.ankle, hip), down = unit(reach);
    const double length = fmin(sqrt(dot(reach, reach)), 0.999 * (THIGH + SHANK));
    const double at_hip =
        acos((THIGH * THIGH + length * length - SHANK * SHANK) / (2.0 * THIGH * length));
    const double at_knee =
        acos((THIGH * THIGH + SHANK * SHANK - length * length) / (2.0 * THIGH * SHANK));

    /* The hinge: the pelvis' left, half turned with the foot, square to the leg. */
    const double heading = atan2(hips.m[X][Z], hips.m[Z][Z]) * 180.0 / PI;
    const rot3 aim = mul(turn(Y, 0.5 * remainder(f.yaw - heading, 360.0)), hips);
    const vec3 left = vec(aim.m[X][X], aim.m[Y][X], aim.m[Z][X]);
    const vec3 x = unit(add_scaled(left, -dot(left, down), down));
    const vec3 y = add_scaled(vec(0.0, 0.0, 0.0), -1.0, down), z = cross(x, y);
    rot3 line; /* of the leg from hip to ankle */
    for (int i = 0; i < 3; i++) {
        line.m[i][X] = x.v[i];
        line.m[i][Y] = y.v[i];
        line.m[i][Z] = z.v[i];
    }
    const rot3 thigh = mul(line, turn(X, -at_hip * 180.0 / PI));
    const rot3 knee = turn(X, 180.0 - at_knee * 180.0 / PI);
    const rot3 sole = mul(turn(Y, f.yaw), turn(X, f.pitch));
    p->local_rot[up_leg] = mul(inverse(hips), thigh);
    p->local_rot[up_leg + 1] = knee;
    p->local_rot[up_leg + 2] = mul(inverse(mul(thigh, knee)), sole);
    p->local_rot[up_leg + 3] = turn(X, f.toe);
}

/* An arm from its angles. `hang` takes the rest pose to an arm straight down,
 * whose elbow is a hinge about X. */
static void set_arm(pose *p, int side, double swing, double out, double elbow, double shrug)
{
    const int shoulder = side == LEFT ? LEFT_SHOULDER : RIGHT_SHOULDER;
    const double sign = side == LEFT ? 1.0 : -1.0;
    const rot3 hang = turn(Z, -45.0 * sign);
    p->local_rot[shoulder] = mul(turn(Y, -0.12 * sign * swing), turn(Z, sign * shrug));
    p->local_rot[shoulder + 1] =
        mul(mul(turn(X, -swing), turn(Z, sign * out)), mul(turn(Y, -0.25 * sign * elbow), hang));
    p->local_rot[shoulder + 2] = mul(inverse(hang), mul(turn(X, -elbow), hang));
    p->local_rot[shoulder + 3] = mul(inverse(hang), mul(turn(Y, -0.2 * sign * elbow), hang));
}

static pose pose_at(const motion *m, double t)
{
    pose p;
    double c[N_CHANNELS];
    for (int i = 0; i < N_CHANNELS; i++)
        c[i] = channel(m, i, t);

    /* In a turn the body leans to the inside and the head looks ahead. */
    const double turning =
        (heading_at(m, t + 0.1) - heading_at(m, t - 0.1)) / 0.2; /* degrees a second */
    c[ROLL] -= 0.05 * turning;
    c[CHEST_ROLL] -= 0.04 * turning;
    c[HEAD_YAW] += 0.25 * turning;

    const place path = path_at(m, t);
    const rot3 hips = mul(turn(Y, path.heading + c[YAW]), mul(turn(X, c[LEAN]), turn(Z, c[ROLL])));
    const rot3 half_chest = mul(turn(Y, 0.5 * c[CHEST_YAW]),
                                mul(turn(X, 0.5 * c[CHEST_LEAN]), turn(Z, 0.5 * c[CHEST_ROLL])));
    const rot3 half_head = mul(turn(Y, 0.5 * c[HEAD_YAW]), turn(X, 0.5 * c[HEAD_NOD]));
    p.hips_pos = to_world(path, vec(c[SWAY], c[HEIGHT], c[FORWARD]));
    p.local_rot[HIPS] = hips;
    p.local_rot[SPINE] = p.local_rot[SPINE1] = half_chest;
    p.local_rot[NECK] = p.local_rot[HEAD] = half_head;
    set_arm(&p, LEFT, c[L_SWING], c[L_OUT], c[L_ELBOW], c[SHRUG]);
    set_arm(&p, RIGHT, c[R_SWING], c[R_OUT], c[R_ELBOW], c[SHRUG]);
    for (int side = 0; side < N_SIDES; side++)
        solve_leg(&p, hips, side, foot_at(m, &m->legs[side], t));
    return p;
}

/* ---- BVH --------------------------------------------------------------------- */

enum reference { NO_REFERENCE, STILL, ON_PATH };

typedef struct {
    const char *file;
    const motion *motion;
    int fps;
    const char *hips_order, *order; /* of rotations, "ZYX" */
    bool z_up, all_positions;
    enum reference reference; /* a ROOT above Hips, and what it carries */
} clip;

/* clang-format off */
static const clip clips[] = {
    {"ok_walk.bvh", &walk, 60, "YXZ", "ZYX", false, false, NO_REFERENCE},
    {"ok_run.bvh", &run, 60, "YXZ", "ZYX", false, false, NO_REFERENCE},
    {"ok_idle.bvh", &idle, 60, "YXZ", "ZYX", false, false, NO_REFERENCE},
    {"ok_kick.bvh", &kick, 60, "YXZ", "ZYX", false, false, NO_REFERENCE},
    {"ok_turn.bvh", &turning_walk, 60, "YXZ", "ZYX", false, false, NO_REFERENCE},
    {"ok_walk_30fps.bvh", &walk, 30, "YXZ", "ZYX", false, false, NO_REFERENCE},
    {"ok_walk_zup.bvh", &walk, 60, "XYZ", "XYZ", true, false, NO_REFERENCE},
    {"ok_still_root.bvh", &walk, 60, "YXZ", "ZYX", false, false, STILL},
    {"ok_still_root_run.bvh", &run, 60, "YXZ", "ZYX", false, false, ON_PATH},
    {"ok_all_positions.bvh", &walk, 30, "ZXY", "ZXY", false, true, NO_REFERENCE},
};
/* clang-format on */

/* Y up to Z up, facing -Y: (x, y, z) becomes (x, -z, y). */
static const int zup_from[3] = { X, Z, Y };
static const double zup_sign[3] = { 1.0, -1.0, 1.0 };

static vec3 clip_vec(const clip *c, vec3 p)
{
    return c->z_up ? vec(p.v[X], -p.v[Z], p.v[Y]) : p;
}

static rot3 clip_rot(const clip *c, rot3 a)
{
    rot3 r = a;
    for (int i = 0; c->z_up && i < 3; i++)
        for (int j = 0; j < 3; j++)
            r.m[i][j] = zup_sign[i] * zup_sign[j] * a.m[zup_from[i]][zup_from[j]];
    return r;
}

/* Takes the angles of `order` in *euler from the last frame's to this one's:
 * of all equivalents the nearest. */
static void euler_angles(rot3 r, const char *order, vec3 *euler)
{
    const int i = order[0] - 'X', j = order[1] - 'X', k = order[2] - 'X';
    const double sign = j == (i + 1) % 3 ? 1.0 : -1.0;
    const double a = atan2(-sign * r.m[j][k], r.m[k][k]) * 180.0 / PI;
    const double b = atan2(sign * r.m[i][k], hypot(r.m[i][i], r.m[i][j])) * 180.0 / PI;
    const double c = atan2(-sign * r.m[i][j], r.m[i][i]) * 180.0 / PI;
    const vec3 last = *euler,
               solutions[2] = { { { a, b, c } }, { { a + 180.0, 180.0 - b, c + 180.0 } } };
    double nearest = HUGE_VAL;
    for (int s = 0; s < 2; s++) {
        vec3 change;
        for (int n = 0; n < 3; n++)
            change.v[n] = remainder(solutions[s].v[n] - last.v[n], 360.0);
        if (dot(change, change) < nearest) {
            nearest = dot(change, change);
            *euler = add(last, change);
        }
    }
}

static void put_number(FILE *out, char before, double value)
{
    char text[64];
    snprintf(text, sizeof text, "%.6f", value);
    if (before)
        putc(before, out);
    fputs(strcmp(text, "-0.000000") == 0 ? text + 1 : text, out);
}

static const char tabs[] = "\t\t\t\t\t\t\t\t\t\t\t\t";

static void put_offset(FILE *out, const clip *c, int depth, vec3 offset)
{
    const vec3 o = clip_vec(c, offset);
    fprintf(out, "%.*sOFFSET", depth, tabs);
    for (int axis = 0; axis < 3; axis++)
        put_number(out, ' ', o.v[axis]);
    putc('\n', out);
}

static void put_channels(FILE *out, int depth, const char *order, bool positions)
{
    fprintf(out, "%.*sCHANNELS %s", depth, tabs,
            positions ? "6 Xposition Yposition Zposition" : "3");
    for (int n = 0; n < 3; n++)
        fprintf(out, " %crotation", order[n]);
    putc('\n', out);
}

static bool has_positions(const clip *c, int which)
{
    return which == HIPS || c->all_positions;
}

static void put_joint(FILE *out, const clip *c, int which, int depth)
{
    const joint *j = &joints[which];
    fprintf(out, "%.*s%s %s\n%.*s{\n", depth, tabs, depth ? "JOINT" : "ROOT", j->name, depth, tabs);
    /* If Hips are below a Reference, their OFFSET is their usual height. */
    put_offset(out, c, depth + 1, which == HIPS && depth ? vec(0.0, 90.0, 0.0) : j->offset);
    put_channels(out, depth + 1, which == HIPS ? c->hips_order : c->order, has_positions(c, which));
    for (int child = which + 1; child < N_JOINTS; child++)
        if (joints[child].parent == which)
            put_joint(out, c, child, depth + 1);
    if (dot(j->end, j->end) > 0.0) {
        fprintf(out, "%.*sEnd Site\n%.*s{\n", depth + 1, tabs, depth + 1, tabs);
        put_offset(out, c, depth + 2, j->end);
        fprintf(out, "%.*s}\n", depth + 1, tabs);
    }
    fprintf(out, "%.*s}\n", depth, tabs);
}

static void put_hierarchy(FILE *out, const clip *c)
{
    fputs("HIERARCHY\n", out);
    if (c->reference == NO_REFERENCE) {
        put_joint(out, c, HIPS, 0);
        return;
    }
    fputs("ROOT Reference\n{\n", out);
    put_offset(out, c, 1, vec(0.0, 0.0, 0.0));
    put_channels(out, 1, c->hips_order, true);
    put_joint(out, c, HIPS, 1);
    fputs("}\n", out);
}

/* `angles`: each joint's of the last frame. */
static void put_frame(FILE *out, const clip *c, double t, vec3 angles[N_JOINTS])
{
    pose p = pose_at(c->motion, t);
    char before = '\0'; /* the character before the next number */
    vec3 values[2 + 2 * N_JOINTS];
    int n = 0;
    if (c->reference != NO_REFERENCE) {
        const vec3 zero = vec(0.0, 0.0, 0.0);
        values[n++] = c->reference == ON_PATH ? path_at(c->motion, t).pos : zero;
        p.hips_pos = sub(p.hips_pos, values[n - 1]);
        values[n++] = zero;
    }
    for (int which = 0; which < N_JOINTS; which++) {
        if (has_positions(c, which))
            values[n++] = clip_vec(c, which == HIPS ? p.hips_pos : joints[which].offset);
        euler_angles(clip_rot(c, p.local_rot[which]), which == HIPS ? c->hips_order : c->order,
                     &angles[which]);
        values[n++] = angles[which];
    }
    for (int i = 0; i < 3 * n; i++) {
        put_number(out, before, values[i / 3].v[i % 3]);
        before = ' ';
    }
    putc('\n', out);
}

static bool write_clip(const char *folder, const clip *c)
{
    char path[4096];
    if (snprintf(path, sizeof path, "%s/%s", folder, c->file) >= (int)sizeof path)
        return false;
    FILE *out = fopen(path, "wb");
    if (!out)
        return false;
    const int n_frames = (int)lround(c->motion->seconds * c->fps) + 1;
    vec3 angles[N_JOINTS] = { { { 0 } } };
    put_hierarchy(out, c);
    fprintf(out, "MOTION\nFrames: %d\nFrame Time: %.7f\n", n_frames, 1.0 / c->fps);
    for (int frame = 0; frame < n_frames; frame++)
        put_frame(out, c, (double)frame / c->fps, angles);
    const bool good = !ferror(out);
    return fclose(out) == 0 && good;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: make_clips FOLDER\n", stderr);
        return 2;
    }
    for (int i = 0; i < COUNT(clips); i++) {
        if (!write_clip(argv[1], &clips[i])) {
            fprintf(stderr, "make_clips: cannot write '%s/%s'\n", argv[1], clips[i].file);
            return 2;
        }
    }
    return 0;
}
