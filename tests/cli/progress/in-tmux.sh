# slow
# If a terminal becomes narrower and breaks long lines anew, the progress line leaves nothing
# behind.
take walk run
times=$(seq -s, 0.001 0.0002 0.4)
echo "[{\"name\": \"{blend_time}\", \"out\": \"o/{name}.bvh\", \"blend_time\": [$times],
  \"cuts\": [{\"clip\": \"walk.bvh\"}, {\"clip\": \"run.bvh\", \"at\": 1}]}]" >plan.json
in_tmux() {
    tmux -S socket -f /dev/null "$@"
}
shown() {
    in_tmux capture-pane -p
}
is_shown() {
    shown | grep -q '^batch: '
}
is_alone() { # one line and no more
    [ "$(shown | grep -c '[a-z%]')" -eq 1 ] || [ -e over ]
}
unset TMUX
in_tmux new-session -d -x 100 -y 20 "seq 30; '$DBTOOL' batch -j 1 plan.json --metrics m.csv; touch over; sleep 100"
until_true is_shown
for columns in 30 100 12 70; do
    [ ! -e over ] || break
    in_tmux resize-window -x $columns
    sleep 0.4
    until_true is_alone
done
until_true test -e over
shown | sed 's/, [0-9.e-]* s$/, SECONDS s/; /[a-z]/!d'
in_tmux kill-server
