/* What the reader and the writer of a model's file share; nothing else includes this. */
#ifndef DBT_NET_MODEL_FORMAT_H
#define DBT_NET_MODEL_FORMAT_H

#include "bvh/skeleton.h"

#define DBT_MODEL_VERSION "1"

/* The key "method": which method the model is for. Without it, dead-learned. */
#define DBT_MODEL_GOES_ON "dead-learned"
#define DBT_MODEL_BRIDGES "bridge-learned"

enum { DBT_TENSOR_NAME_SIZE = 32 }; /* of an array in the file */

/* Returns the sum of the OFFSET lengths below ROOT, without the motion root's, units: it shows the
 * file's unit of length. 0 if all these OFFSETs are 0, as bones may come from position channels. */
double dbt_model_size_of(const dbt_skeleton *skeleton, int motion_root);

#endif
