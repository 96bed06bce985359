#include "blend/seam_meter.h"

#include <string.h>

bool dbt_seam_meter_init(dbt_seam_meter *meter, const dbt_skeleton *skeleton, double frame_time,
                         const dbt_abruptness *levels, double *ratios, dbt_error *err)
{
    *meter = (dbt_seam_meter){ .levels = levels, .ratios = ratios };
    return dbt_derivatives_init(&meter->differ, skeleton, NULL, frame_time, err);
}

void dbt_seam_meter_release(dbt_seam_meter *meter)
{
    dbt_derivatives_release(&meter->differ);
}

void dbt_seam_meter_restart(dbt_seam_meter *meter, const bool *chosen)
{
    meter->chosen = chosen;
    dbt_derivatives_restart(&meter->differ);
    memset(meter->ratios, 0, (size_t)meter->differ.skeleton->n_joints * sizeof *meter->ratios);
}

void dbt_seam_meter_add(dbt_seam_meter *meter, const dbt_transform *local, bool counts,
                        bool velocities)
{
    dbt_derivatives *d = &meter->differ;
    dbt_derivatives_next(d);
    for (int j = 0; j < d->skeleton->n_joints; j++) {
        dbt_step step;
        if (meter->chosen && !meter->chosen[j])
            continue;
        dbt_derivatives_take(d, j, local[j], &step);
        if (counts)
            meter->ratios[j] = fmax(meter->ratios[j], dbt_seam_ratio(&step, &meter->levels[j],
                                                                     d->n_frames, velocities));
    }
}
