/* Pseudo-random numbers, equal on every machine. Source: S. Vigna, splitmix64 (2015). */
#ifndef DBT_BASE_RNG_H
#define DBT_BASE_RNG_H

#include <stdint.h>

/* Returns the next 64 random bits. *state: the seed before the first call. */
static inline uint64_t dbt_rng_bits(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

/* Returns the next uniform random number in [0, 1). */
static inline double dbt_rng_unit(uint64_t *state)
{
    return (double)(dbt_rng_bits(state) >> 11) * 0x1p-53;
}

#endif
