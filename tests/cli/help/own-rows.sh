# A command says what an option of all sequences means to it, once.
for command in metrics compare report; do
    dbtool $command -h -v | grep -A1 -E -- '^ .*--(at|from|method) '
done
