/* Seam ratios, with expected values computed by hand. */
#include "expect.h"

#include "blend/seam_reference.h"

/* Returns a reference with these linear jumps. All other values are infinite, so they cause no
 * seam. */
static dbt_abruptness level_of(double vel_jump, double acc_jump)
{
    dbt_abruptness level = { { INFINITY, INFINITY }, { INFINITY, INFINITY } };
    level.vel_jump[DBT_LINEAR] = vel_jump;
    level.acc_jump[DBT_LINEAR] = acc_jump;
    return level;
}

static dbt_transform at(double x)
{
    return (dbt_transform){ .pos = { x, 0.0, 0.0 }, .rot = DBT_QUAT_IDENTITY };
}

/* Two joints at ten frames a second. The child moves with its parent. */
TEST(measures_what_counts)
{
    dbt_joint joints[] = { { .name = "Root", .parent = -1 }, { .name = "Child", .parent = 0 } };
    const dbt_skeleton skeleton = { .joints = joints, .n_joints = 2 };
    const dbt_abruptness levels[] = { level_of(20.0, INFINITY), level_of(INFINITY, 400.0) };
    const bool first_only[] = { true, false }, second_only[] = { false, true };
    dbt_abruptness_meter *meter = dbt_abruptness_meter_new(&skeleton, 0.1);
    assert_non_null(meter);
    for (int pass = 0; pass < 4; pass++) {
        dbt_abruptness_meter_begin(meter, pass == 2 ? first_only : NULL,
                                   pass == 3 ? second_only : NULL, NULL);
        /* Velocities 0, 10, 0, 0 change by 10, 10, 0. Accelerations 100, -100, 0 change by 200,
         * 100. */
        const double positions[] = { 0.0, 0.0, 1.0, 1.0, 1.0 };
        for (int i = 0; i < 5; i++) {
            dbt_transform *local = dbt_abruptness_meter_next(meter);
            local[0] = at(positions[i]);
            local[1] = at(0.0);
            dbt_abruptness_meter_add(meter, pass != 1 || i == 4, pass != 1);
            expect_near(dbt_abruptness_meter_world(meter, 0).pos.x, positions[i], 0.0);
        }
        const dbt_abruptness found[] = { dbt_abruptness_meter_value(meter, 0),
                                         dbt_abruptness_meter_value(meter, 1) };
        /* in the second pass neither velocity jumps nor the first four poses count */
        expect_near(dbt_abruptness_ratio(&found[0], &levels[0]), pass == 1 || pass == 3 ? 0.0 : 0.5,
                    1e-12);
        expect_near(dbt_abruptness_ratio(&found[1], &levels[1]),
                    pass == 1   ? 0.25
                    : pass == 2 ? 0.0
                                : 0.5,
                    1e-12);
    }
    dbt_abruptness_meter_free(meter);
}

/* Both joints rotate about the same axis by 0, 0, then 90 degrees in a tenth of a second. */
TEST(measures_rotations_where_asked)
{
    dbt_joint joints[] = { { .name = "Root", .parent = -1 }, { .name = "Child", .parent = 0 } };
    const dbt_skeleton skeleton = { .joints = joints, .n_joints = 2 };
    const bool second_only[] = { false, true };
    dbt_abruptness_meter *meter = dbt_abruptness_meter_new(&skeleton, 0.1);
    dbt_abruptness_meter_begin(meter, NULL, NULL, second_only);
    for (int i = 0; i < 3; i++) {
        dbt_transform *local = dbt_abruptness_meter_next(meter);
        const dbt_quat rot = dbt_quat_about_axis(2, i == 2 ? 0.5 * DBT_PI : 0.0);
        local[0] = local[1] = (dbt_transform){ { 0.0, 1.0, 0.0 }, rot };
        dbt_abruptness_meter_add(meter, true, true);
    }
    expect_near(dbt_abruptness_meter_value(meter, 0).vel_jump[DBT_ANGULAR], 0.0, 0.0);
    expect_near(dbt_abruptness_meter_value(meter, 1).vel_jump[DBT_ANGULAR], 900.0, 1e-9);
    /* the child goes from (0, 2) to (-1, 1) */
    expect_near(dbt_abruptness_meter_value(meter, 1).vel_jump[DBT_LINEAR], 10.0 * sqrt(2.0), 1e-9);
    dbt_abruptness_meter_free(meter);
}

/* Forgives jumps of at most 4e-6 units per frame (velocity) or per squared frame (acceleration). */
TEST(forgives_rounding)
{
    dbt_abruptness levels[] = { level_of(3.9e-5, 3.9e-4), level_of(4.1e-5, 4.1e-4) };
    dbt_abruptness_forgive(levels, 2, 0.1);
    assert_true(isinf(levels[0].vel_jump[DBT_LINEAR]) && isinf(levels[0].acc_jump[DBT_LINEAR]));
    expect_near(levels[1].vel_jump[DBT_LINEAR], 4.1e-5, 0.0);
    expect_near(levels[1].acc_jump[DBT_LINEAR], 4.1e-4, 0.0);
}
