# CSV of t, x, v: x starts at x0 and ends at 0 (the spring within 3e-6 of x0). Methods that need a
# model or a gap are left out. Two-sided methods begin 0.2 s before the cut, with the source at 3.
for method in $(dbtool methods --format json | grep -o '"name": "[a-z]*-[a-z-]*", "summary"' | cut -d'"' -f 4 | grep -v 'learned\|bridge') crossfade; do
    dbtool methods $method --response x0=2,v0=-5 >r.csv || echo "exit $?"
    head -1 r.csv
    awk -F, -v m=$method 'NR == 2 { early = m ~ /two-sided/; if ($1 != (early ? -0.2 : 0) || $2 != 2 + early) print m, "starts at", $0 }
        NR > 2 && $1 <= t { print m, "goes back in time", $0 }
        { t = $1; x = $2 }
        END { if (x * x > 4 * 9e-12) print m, "ends at", x }' r.csv
done | sort | uniq -c | sed 's/^ *//'
