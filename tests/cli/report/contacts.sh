# A foot stands where it stands in the clip that plays: computed again from the clips, aligned as by
# blend.
take walk run kick turn walk_30fps walk_zup
check() {
    dbtool report "$@" --methods cut -o report.html -q &&
        python3 "$TESTS/report_oracle.py" contacts report.html "$@" -m cut
}
check walk.bvh run.bvh --at 1.2
check run.bvh turn.bvh kick.bvh --at 0.3,0.7 --from 0.2,0.1 --contact-speed 60
check walk.bvh walk_30fps.bvh --at 1 --feet '*Toe*' --contact-height 3 --align none
check walk_zup.bvh walk_zup.bvh --at 0.1 --from 0.5 --up z
check walk.bvh run.bvh --at 2.2 --past-end loop --until 5
