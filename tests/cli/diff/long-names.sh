# A name of a megabyte is cut in lists, and complete where a program reads it.
python3 - <<'END'
name = "n" * 99 + "ä" * 500000
for side, figure in ("old", 1), ("new", 2):
    with open(side + ".csv", "w", encoding="utf-8") as f:
        f.write("sequence,cut,joint,skate_u,%s\n" % name)
        f.write("%s,1,%s,%d,\n" % (name, name, figure))
        f.write("%s,2,%s,%d,\n" % (name, side, figure))
END
for format in text markdown; do
    dbtool diff old.csv new.csv --format $format --fail-above 5 -o report 2>&1
    wc -c <report
    grep -o 'n\(ä\)*\.\.\.' report | sort | uniq -c | sed "s/^ *//"
done
dbtool diff old.csv new.csv --format json | wc -c
