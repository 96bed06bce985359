# inertialize-cubic with x0 = 1, v0 = 0 over 1 s is 1 - 3 t^2 + 2 t^3.
dbtool methods inertialize-cubic -t 1 --response x0=1 |
    awk -F, 'NR > 1 { t = $1; e = 1 - 3 * t * t + 2 * t ^ 3 - $2; if (e * e > 1e-16) print $0 } END { print NR - 1, t }'
# the spring: y = 2 ln 2 / h, e^(-y t) (x0 + (v0 + x0 y) t)
dbtool methods inertialize-spring --halflife 0.2 --response x0=1,v0=-3 |
    awk -F, 'BEGIN { y = 2 * log(2) / 0.2 } NR > 1 { t = $1; e = exp(-y * t) * (1 + (y - 3) * t) - $2; if (t < 2 && e * e > 1e-16) print $0 }'
# a cut is at once at 0, and stays there
dbtool methods cut --response x0=1,v0=2
