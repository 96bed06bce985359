"""bench_product.py VALUES CLIP...: prints the seconds of a matrix product in single precision.

It multiplies the feature vectors of all pairs of frames of the clips, with VALUES numbers for each frame.
"""
import sys
import time

import numpy


def count_frames(path):
    with open(path, encoding="utf-8", errors="replace") as text:
        for line in text:
            if line.startswith("Frames"):
                return int(line.split(":")[1])
    raise SystemExit(f"{path}: no frames")


values = int(sys.argv[1])
frames = [count_frames(path) for path in sys.argv[2:]]
random = numpy.random.default_rng(1)
left = random.standard_normal((sum(frames), values), dtype=numpy.float32)
entered = random.standard_normal((sum(frames), values), dtype=numpy.float32)
rows = 2048
costs = numpy.empty((rows, sum(frames)), dtype=numpy.float32)
begin = time.perf_counter()
for at in range(0, len(left), rows):
    block = left[at : at + rows]
    numpy.matmul(block, entered.T, out=costs[: len(block)])
print(f"{time.perf_counter() - begin:.3f}")
