# A sample of what fit_oracle.py checks: every joint in every frame.
python3 "$TESTS/fit_oracle.py" check --dbtool "$DBTOOL" --clips "$DATA/bvh" --pairs 14 --frames 30 --seed 3 | tail -1
