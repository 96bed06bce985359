# Every option of batch, and whether a job that is done runs again because of it: it does where the
# option has an influence on the job's result.
take walk run
cat >plan.json <<'P'
[{"clip": "walk.bvh"}, {"clip": "run.bvh", "at": 1}]
P
# The option, and 'again' or 'done'.
cat >table <<'END'
--output other.bvh	again
--strict	again
--max-frames 200	again
--jobs 1	done
--preflight none	done
--metrics all.csv	done
--shard 1/1	done
--fail-fast	done
--memory 1M	done
--max-jobs 5	done
--sync	done
--fail-if skate_u<0	done
--fail-if skate_u<0 --joint Left*	done
--fail-if skate_u<0 --gate-report gate.md	done
--quiet	done
--verbose	done
END
# These do something else, or all of the above have them.
others='--dry-run --help --journal --resume --validate'
set -f
batch() { # OPTION...
    dbtool batch -o out.bvh --journal j --resume plan.json "$@" 2>&1 | tail -n 1 | sed 's/, [0-9.e-]* s$//'
}
batch
cp j first
while IFS=$'\t' read -r option verdict; do
    cp first j
    rm -f other.bvh
    # shellcheck disable=SC2086
    batch $option >said
    [ -s said ] || cmp -s j first || echo '1 job: 1 done, 0 failed' >said # --quiet says nothing
    case $(cat said) in
    '' | *'(1 before)'*) found=done ;;
    *) found=again ;;
    esac
    [ "$found" = "$verdict" ] || echo "$option: $found: $(cat said)"
done <table
comm -3 <(dbtool batch -h -v | grep -o '^  .\{0,4\}--[a-z-]*' | grep -o -- '--.*' | sort -u) \
    <({ grep -o -- '--[a-z-]*' table; printf '%s\n' $others; } | sort -u)
# A job that is done with a warning, or within a greater limit, is not done where that is an error.
sed 's/Frame Time:/FrameTime:/' run.bvh >odd.bvh
sed 's/run/odd/' plan.json >odd.json
mv odd.json plan.json
batch | tail -n 1
batch --strict
batch --max-frames 20
batch
