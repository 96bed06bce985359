take walk run
try() {
    tries dbtool compare walk.bvh run.bvh --at 1 --keep kept -o out "$@"
}
try -m dead-decya
try -m cut,dead-decay:halfife=0.1
try -m dead-decay:halflife=100
try -m dead-decay:halflife
try -m dead-decay,halflife=0.1
try -m cut:halflife=0.1
try -m ''
try -m ,
try -m cut,
try -m cut,,crossfade
try --methods
try -m cut,crossfade,cut
try -m cut --methods all
try -m all,all
try -m dead-decay:halflife=0.1 -m dead-decay:halflife=0.1
try --preset unreal --preset unreal
try --preset unrael
try -m cut -t 0.3
try -m cut,inertialize-spring -t 0.3
try -m crossfade,cut --halflife 0.1
try -m crossfade --no-such-parameter 1
try --halflife 100
try -t -1
try -m dead-halflife:halflife_min=1,halflife_max=0.5
try -m dead-halflife:halflife_min=0.9 --halflife-max 0.5
ls -A
