# A message is one write: a console draws after each, and lines of several processes do not mix.
take walk run
wine "$HELPER" writes "$EXE" info nothing.bvh 2>/dev/null | tr -d '\r'
wine "$HELPER" writes "$EXE" batch --validate "$(wine winepath -w "$DATA/golden/plan.json" 2>/dev/null | tr -d '\r')" 2>/dev/null |
    tr -d '\r'
wine "$HELPER" writes "$EXE" help blnd 2>/dev/null | tr -d '\r'
