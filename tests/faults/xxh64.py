"""XXH64 with seed 0, the hash of dbtool's journals.

Source: Y. Collet, "xxHash fast digest algorithm", specification 0.1.1 (2018).
"""

import struct

MASK = 2**64 - 1
P1, P2, P3 = 0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9
P4, P5 = 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5


def rotate(x, n):
    return (x << n | x >> (64 - n)) & MASK


def mix(lane, word):
    return rotate((lane + word * P2) & MASK, 31) * P1 & MASK


def xxh64(data):
    n, at = len(data), 0
    h = P5
    if n >= 32:
        a, b, c, d = (P1 + P2) & MASK, P2, 0, -P1 & MASK
        for words in struct.iter_unpack("<4Q", data[:n - n % 32]):
            a, b, c, d = mix(a, words[0]), mix(b, words[1]), mix(c, words[2]), mix(d, words[3])
        h = rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18) & MASK
        for lane in (a, b, c, d):
            h = ((h ^ mix(0, lane)) * P1 + P4) & MASK
        at = n - n % 32
    h = h + n & MASK
    while n - at >= 8:
        h = (rotate(h ^ mix(0, struct.unpack_from("<Q", data, at)[0]), 27) * P1 + P4) & MASK
        at += 8
    if n - at >= 4:
        h = (rotate(h ^ struct.unpack_from("<I", data, at)[0] * P1 & MASK, 23) * P2 + P3) & MASK
        at += 4
    for byte in data[at:]:
        h = rotate(h ^ byte * P5 & MASK, 11) * P1 & MASK
    h = (h ^ h >> 33) * P2 & MASK
    h = (h ^ h >> 29) * P3 & MASK
    return h ^ h >> 32


JOURNAL_HEADER = b'{"dbtool journal": 2}\n'


def journal_line(members):
    """A line of a journal with its check; members: b'{"name": ...' without the closing brace."""
    return b'%s, "check": "%016x"}\n' % (members, xxh64(members))
