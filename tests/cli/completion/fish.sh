# The completion of fish.
touch walk.bvh run.bvh plan.json
mkdir sub
ln -s "$DBTOOL" dbtool
export HOME=$PWD XDG_CONFIG_HOME=$PWD/.config XDG_DATA_HOME=$PWD/.data PATH=$PWD:$PATH
for line in 'dbtool lo' 'dbtool blend --past-end ' 'dbtool blend --past-end=h' 'dbtool blend -m dead-halflife:cur' \
    'dbtool blend w' 'dbtool batch ' 'dbtool compare --keep s' 'dbtool blend --output=w' 'dbtool blend --limits p'; do
    echo "-- $line"
    fish --no-config -c "source $TESTS/../src/completion/dbtool.fish; complete -C'$line'" | sort
done
