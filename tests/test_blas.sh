#!/usr/bin/env bash
# test_blas.sh DBTOOL
#
# Trains with a library in place of OpenBLAS, in more and more memory. Like OpenBLAS, the library takes
# a buffer of 128 MB when it is loaded and one for each thread that multiplies while others do. Where
# OpenBLAS would ask for ever, it ends the process. Training must never come to that: it uses its own products.
set -u
export LC_ALL=C

[ $# -eq 1 ] || { echo "usage: $0 DBTOOL" >&2; exit 2; }
dbtool=$(cd "$(dirname "$1")" && pwd)/${1##*/}
clips=$(cd "$(dirname "$0")/../testdata/bvh" && pwd)
grep -q __asan_init "$dbtool" && { echo "SKIP the address sanitizer takes memory of its own"; exit 0; }
scratch=$(mktemp -d) || exit 2
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit 2

cat >blas.c <<'C'
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n_buffers, n_used;

static void take_buffer(void)
{
    if (mmap(0, 128 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
        _exit(99);
}

__attribute__((constructor)) static void load(void) { take_buffer(); }

void openblas_set_num_threads(int n) { (void)n; }

void cblas_sgemm(int order, int turn_a, int turn_b, int m, int n, int k, float alpha, const float *a, int a_row,
                 const float *b, int b_row, float beta, float *c, int c_row)
{
    (void)order;
    pthread_mutex_lock(&lock);
    if (++n_used > n_buffers) {
        take_buffer();
        n_buffers = n_used;
    }
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int l = 0; l < k; l++)
                sum += (turn_a == 112 ? a[l * a_row + i] : a[i * a_row + l]) *
                       (turn_b == 112 ? b[j * b_row + l] : b[l * b_row + j]);
            c[i * c_row + j] = alpha * sum + (beta == 0 ? 0 : beta * c[i * c_row + j]);
        }
    pthread_mutex_lock(&lock);
    n_used--;
    pthread_mutex_unlock(&lock);
}
C
"${CC:-cc}" -std=c11 -O1 -shared -fPIC -pthread -o libopenblas.so.0 blas.c || exit 1

# train MB OPTION...: how it ends, and with which products; MB: the most address space.
train() {
    local mb=$1 log status
    shift
    log=$(ulimit -v $((mb * 1024)) && LD_LIBRARY_PATH=$scratch timeout 60 "$dbtool" train "$clips/ok_walk.bvh" \
        "$clips/ok_run.bvh" --iterations 3 -j 2 -o model.safetensors "$@" 2>&1)
    status=$?
    echo "$status $(grep -oE "OpenBLAS|own products|out of memory" <<<"$log")"
}

failed=0 passed=0 blas=0 own=0
for kind in '' --bridge; do
    for mb in 40 90 150 250 350 450 500 600 1000; do
        # shellcheck disable=SC2086 # no option, or one
        found=$(train $mb $kind)
        case $found in
        '0 OpenBLAS') blas=$((blas + 1)) ;;
        '0 own products') own=$((own + 1)) ;;
        '2 out of memory') ;;
        *) echo "FAILED in $mb MB${kind:+, $kind}: status ${found:-none}"; failed=$((failed + 1)); continue ;;
        esac
        passed=$((passed + 1))
    done
done
[ $blas -gt 0 ] && [ $own -gt 0 ] || { echo "FAILED: $blas with OpenBLAS, $own without"; failed=$((failed + 1)); }
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
