/* Clips of bipeds, made in memory: the zero pose is a T-pose, and all joints swing. */
#ifndef DBT_TESTS_BIPED_H
#define DBT_TESTS_BIPED_H

#include "read_bvh.h"

#include "base/buffer.h"

enum { BIPED_JOINTS = 20 };

typedef struct biped_joint {
    const char *name;
    int parent;
    double offset[3];
} biped_joint;

static const biped_joint biped_joints[BIPED_JOINTS] = {
    { "Hips", -1, { 0, 0, 0 } },         { "Spine", 0, { 0, 15, -1 } },
    { "Chest", 1, { 0, 20, 1 } },        { "Neck", 2, { 0, 22, 0 } },
    { "Head", 3, { 0, 9, 2 } },          { "LeftShoulder", 2, { 3, 18, 0 } },
    { "LeftArm", 5, { 13, 0, 0 } },      { "LeftForeArm", 6, { 28, 0, 0 } },
    { "LeftHand", 7, { 25, 0, 0 } },     { "RightShoulder", 2, { -3, 18, 0 } },
    { "RightArm", 9, { -13, 0, 0 } },    { "RightForeArm", 10, { -28, 0, 0 } },
    { "RightHand", 11, { -25, 0, 0 } },  { "LeftUpLeg", 0, { 9, -4, 0 } },
    { "LeftLeg", 13, { 0, -42, 1 } },    { "LeftFoot", 14, { 0, -40, -2 } },
    { "RightUpLeg", 0, { -9, -4, 0 } },  { "RightLeg", 16, { 0, -42, 1 } },
    { "RightFoot", 17, { 0, -40, -2 } }, { "LeftToeBase", 15, { 0, -7, 13 } },
};

/* Names of the joints in SMPL rigs. */
static const char *const biped_other_names[BIPED_JOINTS] = {
    "Pelvis",  "Spine1",  "Spine2",   "Spine3",     "Head",    "L_Collar", "L_Shoulder",
    "L_Elbow", "L_Wrist", "R_Collar", "R_Shoulder", "R_Elbow", "R_Wrist",  "L_Hip",
    "L_Knee",  "L_Ankle", "R_Hip",    "R_Knee",     "R_Ankle", "L_Foot",
};

/* A clip to make. Zero-initialise for the default biped. */
typedef struct biped {
    const char *const *names; /* [BIPED_JOINTS]; NULL: the names in biped_joints */
    const char *channels;     /* of all joints but Hips; NULL: 3 Zrotation Xrotation Yrotation */
    const char *root_channels;
    double size;       /* factor of all lengths; 0: 1 */
    bool no_offsets;   /* all OFFSETs are zero */
    bool still;        /* all angles are zero */
    int n_frames;      /* 0: 24 */
    double frame_time; /* 0: 0.02 */
    int extra;         /* number of joints added below the head; they swing, too */
} biped;

static inline double biped_size(const biped *b)
{
    return b->size > 0.0 ? b->size : 1.0;
}

/* Appends a joint and its descendants to text, and their numbers to order[*n]. Extra joints have
 * numbers from BIPED_JOINTS. */
static inline void biped_add_joint(dbt_buffer *text, const biped *b, int joint, int *order, int *n)
{
    const biped_joint *j = &biped_joints[joint];
    const double size = b->no_offsets ? 0.0 : biped_size(b);
    const char *root = b->root_channels
                           ? b->root_channels
                           : "6 Xposition Yposition Zposition Zrotation Xrotation Yrotation";
    const char *others = b->channels ? b->channels : "3 Zrotation Xrotation Yrotation";
    order[(*n)++] = joint;
    dbt_buffer_format(text, "%s %s\n{\nOFFSET %.9g %.9g %.9g\nCHANNELS %s\n",
                      j->parent < 0 ? "ROOT" : "JOINT", b->names ? b->names[joint] : j->name,
                      size * j->offset[0], size * j->offset[1], size * j->offset[2],
                      j->parent < 0 ? root : others);
    for (int k = 0; k < BIPED_JOINTS; k++)
        if (biped_joints[k].parent == joint)
            biped_add_joint(text, b, k, order, n);
    for (int k = 0; joint == 4 && k < b->extra; k++) {
        order[(*n)++] = BIPED_JOINTS + k;
        dbt_buffer_format(text, "JOINT Extra%d\n{\nOFFSET 0 1 0\nCHANNELS %s\n", k, others);
        dbt_buffer_text(text, "End Site\n{\nOFFSET 0 1 0\n}\n}\n");
    }
    dbt_buffer_text(text, "End Site\n{\nOFFSET 0 0 0\n}\n}\n");
}

/* Appends the channel values of a joint in a frame. */
static inline void biped_add_values(dbt_buffer *text, const biped *b, int joint, int frame)
{
    const bool is_root = joint == 0;
    const char *channels = is_root ? b->root_channels : b->channels;
    const int n = channels ? atoi(channels) : is_root ? 6 : 3;
    for (int c = 0; c < n; c++) {
        const double angle = b->still ? 0.0 : 25.0 * sin(0.2 * frame + 1.7 * (3 * joint + c % 3));
        const double travel = c == 0 ? 2.0 * frame : c == 1 ? 95.0 : 0.0;
        const double at = is_root                ? travel
                          : joint < BIPED_JOINTS ? biped_joints[joint].offset[c % 3]
                                                 : 0;
        dbt_buffer_format(text, "%.9g ", n == 6 && c < 3 ? biped_size(b) * at : angle);
    }
}

/* Returns the text of a clip. The caller releases the buffer. */
static inline dbt_buffer biped_text(const biped *b)
{
    dbt_buffer text = { 0 };
    int n = 0, *order = malloc(((size_t)b->extra + BIPED_JOINTS) * sizeof *order);
    assert_non_null(order);
    dbt_buffer_text(&text, "HIERARCHY\n");
    biped_add_joint(&text, b, 0, order, &n);
    const int n_frames = b->n_frames > 0 ? b->n_frames : 24;
    dbt_buffer_format(&text, "MOTION\nFrames: %d\nFrame Time: %.9g\n", n_frames,
                      b->frame_time > 0.0 ? b->frame_time : 0.02);
    for (int f = 0; f < n_frames; f++) {
        for (int i = 0; i < n; i++)
            biped_add_values(&text, b, order[i], f);
        dbt_buffer_text(&text, "\n");
    }
    free(order);
    return text;
}

/* Reads a clip's text, which must outlive it. */
static inline dbt_clip biped_read(const dbt_buffer *text, const char *file)
{
    return read_bvh(text->bytes, text->size, file);
}

#endif
