# Tests, lints and stages of .ci/run as targets that may run side by side: `make -j` is their
# scheduler, and tests/jobs.sh prints how each ends. Those that take longest come first.

JOB = sh tests/jobs.sh job $(if $(filter release,$(CONFIG)),,$(CONFIG)-)$(@:run-%=%)

# ---- tests; EXCEPT=NAMES leaves out some ----

# THOROUGH=yes, as in .ci/run, runs all of each; without it a sample of what takes long.
THOROUGH ?=
export THOROUGH
THOROUGH_NAMES := test_install.sh test_memory.sh test_power.sh test_swaps.sh test_writers.sh

# A job for each topic of tests/cli.
TOPIC_NAMES := $(patsubst tests/cli/%/,cli-%,$(sort $(dir $(wildcard tests/cli/*/*.sh))))

SCRIPT_NAMES  := $(notdir $(wildcard tests/test_*.sh))
ORACLE_NAMES  := oracle.py feet_oracle.py foot_clip_oracle.py fit_oracle.py loop_oracle.py graph_oracle.py auto_oracle.py \
                 seam_oracle.py cut_oracle.py
PROGRAM_NAMES := $(notdir $(TESTS))
FUZZER_NAMES  := $(notdir $(FUZZERS))
LONG_NAMES    := test_faults.sh oracle.py test_hostile.sh test_batch.sh cli-report cli-blend cli-fit
TEST_NAMES     = $(filter-out $(EXCEPT) test_cli.sh $(if $(THOROUGH),,$(THOROUGH_NAMES)),\
                     $(LONG_NAMES) $(filter-out $(LONG_NAMES),\
                     $(ORACLE_NAMES) $(TOPIC_NAMES) $(SCRIPT_NAMES) $(PROGRAM_NAMES) $(FUZZER_NAMES)))

run-tests: $(TEST_NAMES:%=run-%)

ARGUMENTS_test_faults.sh   := $(SHIM)
ARGUMENTS_test_hostile.sh  := build/counted/dbtool
ARGUMENTS_test_power.sh    := $(SHIM)
ARGUMENTS_test_swaps.sh    := $(SHIM)
$(SCRIPT_NAMES:%=run-%): run-%:
	@$(JOB) bash tests/$* $(BUILD)/dbtool $(ARGUMENTS_$*)

$(TOPIC_NAMES:%=run-%): run-cli-%:
	@$(JOB) bash tests/cli/run.sh $(BUILD)/dbtool $*

SAMPLED := $(if $(THOROUGH),,yes)
ARGUMENTS_oracle.py       := matrix --dbtool $(BUILD)/dbtool --clips testdata/bvh \
                             --times $(if $(SAMPLED),1,4)
ARGUMENTS_feet_oracle.py  := check --dbtool $(BUILD)/dbtool --clips testdata/bvh -j 1 $(if $(SAMPLED),--sample)
ARGUMENTS_foot_clip_oracle.py := check $(BUILD)/dbtool $(if $(SAMPLED),--sample)
ARGUMENTS_fit_oracle.py   := check --dbtool $(BUILD)/dbtool --clips testdata/bvh \
                             --pairs $(if $(SAMPLED),10,30)
ARGUMENTS_loop_oracle.py  := --known $(BUILD)/dbtool --random $(if $(SAMPLED),4,12) --check $(BUILD)/dbtool \
                             --clips testdata/bvh
ARGUMENTS_graph_oracle.py := --random $(if $(SAMPLED),6,24) --check $(BUILD)/dbtool
ARGUMENTS_cut_oracle.py   := --random $(if $(SAMPLED),10,25) --check $(BUILD)/dbtool --clips testdata/bvh
ARGUMENTS_seam_oracle.py  := check --dbtool $(BUILD)/dbtool --clips testdata/bvh -j 1
ARGUMENTS_auto_oracle.py  := --dbtool $(BUILD)/dbtool --clips testdata/bvh
$(ORACLE_NAMES:%=run-%): run-%:
	@$(JOB) python3 tests/$* $(ARGUMENTS_$*)

$(PROGRAM_NAMES:%=run-%): run-%:
	@$(JOB) $(BUILD)/tests/$*

# What was found stays found.
$(FUZZER_NAMES:%=run-%): run-fuzz_%:
	@$(JOB) $(BUILD)/tests/fuzz_$* testdata/fuzz/$* $(if $(filter bvh,$*),testdata/bvh)

# CONFIG=cov runs the tests under clang's sanitizers and counts the lines that they run. Uncounted are those that
# start a program thousands of times or give it megabytes, and topics whose code other tests reach; not run are
# those of which other tests run all code.
UNCOUNTED     := oracle.py foot_clip_oracle.py fit_oracle.py graph_oracle.py cut_oracle.py test_faults.sh test_hostile.sh \
                 test_dialects.sh cli-fit cli-input cli-output
NOT_SANITIZED := auto_oracle.py feet_oracle.py loop_oracle.py seam_oracle.py test_batch.sh test_manual.sh
ifeq ($(CONFIG),cov)
$(patsubst %,run-%,$(filter-out $(UNCOUNTED),$(TEST_NAMES))): export LLVM_PROFILE_FILE = $(CURDIR)/$(BUILD)/profiles/%m.profraw
endif

run-coverage:
	@rm -rf $(BUILD)/profiles
	@+$(SUBMAKE) run-tests EXCEPT="$(UNCOUNTED) $(NOT_SANITIZED)"
	@SHOW=all $(JOB) sh tests/coverage.sh $(BUILD)

run-uncounted: $(UNCOUNTED:%=run-%)

run-fuzz-coverage:
	@+SHOW=all $(JOB) $(SUBMAKE) -s fuzz-coverage

# ---- lints ----

SOURCE_FOLDERS := $(sort $(foreach file,$(wildcard src/*/*.c),$(word 2,$(subst /, ,$(file)))))
TIDY_NAMES     := tidy-cli $(filter-out tidy-cli,$(SOURCE_FOLDERS:%=tidy-%))
LINT_NAMES     := cppcheck layers maths words format manual shell docs
ALL_SOURCES     = $(shell find src tests -name '*.[ch]')
ALL_UNITS       = $(shell find src -name '*.c' ! -name '*_windows.c')
SHELL_SCRIPTS   = .ci/run $(wildcard tests/*.sh tests/cli/run.sh tests/bench/*.sh \
                  tests/fuzz/*.sh tests/lint/*.sh src/*.sh) src/completion/dbtool.bash

run-lints: $(TIDY_NAMES:%=run-%) $(LINT_NAMES:%=run-%)

# Clang's analyzer and the checks of .clang-tidy. With a sixth of its usual steps per function
# the analyzer takes a quarter of the time; of 14 broken checks for NULL it found the same 11 as
# with a third. It sees one file at a time: what it learns from one confuses it in the next.
# Findings are on standard output; standard error only counts suppressed ones.
$(TIDY_NAMES:%=run-%): run-tidy-%:
	@$(JOB) sh -c 'for file; do clang-tidy --quiet "$$file" -- -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 \
	    -Isrc -Xclang -analyzer-config -Xclang max-nodes=40000 2>/dev/null || failed=1; done; exit $${failed:-0}' \
	    sh $(filter-out %_windows.c,$(wildcard src/$*/*.c src/$*/*/*.c)) $(if $(filter cli,$*),$(wildcard src/*.c))

run-cppcheck:
	@$(JOB) cppcheck -q --std=c11 --error-exitcode=1 --inline-suppr -D_XOPEN_SOURCE=700 -Isrc \
	    --enable=warning,performance,portability --suppress=missingIncludeSystem \
	    --suppress=normalCheckLevelMaxBranches $(ALL_UNITS)
run-layers:  ; @$(JOB) sh tests/lint/lint_layers.sh
run-maths:   ; @$(JOB) sh tests/lint/lint_maths.sh $(BUILD)/libdbtool.a
run-words:   ; @$(JOB) python3 tests/lint/lint_words.py
run-format:  ; @$(JOB) clang-format --dry-run -Werror $(ALL_SOURCES)
run-manual:  ; @$(JOB) mandoc -T lint -W warning $(MANUAL)
run-shell:   ; @$(JOB) shellcheck -x -S warning $(SHELL_SCRIPTS)
run-docs:    ; @$(JOB) bash tests/lint/lint_docs.sh $(BUILD)/dbtool

# ---- stages of .ci/run ----

# The long stages, in quarters of about the same length: .ci/run has one of them, `make ci` all. With the
# third, ci-check runs all of each test.
QUARTERS     ?= 1 2 3 4
CI_QUARTER_1 := ci-coverage
CI_QUARTER_2 := ci-windows ci-same-bytes ci-report
CI_QUARTER_3 := ci-corpus ci-tsan
CI_QUARTER_4 := ci-sanitizers ci-short ci-portable
in_quarters   = $(if $(filter $(1),$(QUARTERS)),$(2))

# make reaches a stage whose prerequisites are still being made only after all others have begun:
# ci-deps comes first. Stages that are one long job come before ci-check, whose last jobs are short:
# so all processors have work until the end.
CI_STAGES := $(call in_quarters,2 4,ci-deps) ci-lint $(foreach quarter,$(QUARTERS),$(CI_QUARTER_$(quarter))) ci-check

run-ci: $(CI_STAGES)
$(CI_STAGES): ci-build
ci-report ci-short ci-windows: ci-deps
ci-same-bytes: ci-windows

# What is built here serves most of the other stages. Warnings are errors.
ci-build:
	@+SHOW=stop $(JOB) sh -c '$(INSTALL) build page check lint fuzz && $(SUBMAKE) -s all-tests CFLAGS=-Werror \
	    $(call in_quarters,3,&& $(SUBMAKE) -s CONFIG=counted build/counted/dbtool) \
	    $(call in_quarters,2 4,&& $(SUBMAKE) -s CONFIG=portable build/portable/dbtool)'

ci-lint:
	@+$(SUBMAKE) run-lints

ci-check:
	@+$(SUBMAKE) THOROUGH=$(call in_quarters,3,yes) run-tests

ci-build-sanitized: ci-build
	@+SHOW=stop $(JOB) $(SUBMAKE) -s CONFIG=cov CC=clang all-tests

ci-coverage ci-sanitizers: ci-build-sanitized
ci-coverage:
	@+$(SUBMAKE) CONFIG=cov CC=clang run-coverage
	@+$(SUBMAKE) CONFIG=cov CC=clang run-fuzz-coverage
ci-sanitizers:
	@+$(SUBMAKE) CONFIG=cov CC=clang run-uncounted

ci-deps:
	@SHOW=stop $(JOB) $(SUBMAKE) deps-ci

ci-tsan ci-same-bytes: ci-%:
	@+SHOW=all $(JOB) $(SUBMAKE) -s $*

ci-windows ci-portable: ci-%:
	@+SHOW=all $(JOB) $(SUBMAKE) -s check-$*

# report-check opens the pages of html, too.
ci-report:
	@SHOW=all $(JOB) $(SUBMAKE) report-check

# Benchmarks, fuzzers and mutants, each for a moment.
ci-short:
	@+SHOW=all $(JOB) bash tests/short.sh

# Real motion capture is tested where a folder of it lies beside the repository.
ci-corpus:
	@+SHOW=all $(JOB) sh -c 'if [ -d ../shared/corpus ]; then $(SUBMAKE) corpus-check CORPUS=../shared/corpus PAIRS=10; \
	    else echo "SKIP corpus-check: no ../shared/corpus"; fi'

.PHONY: run-tests run-coverage run-uncounted run-fuzz-coverage run-lints run-ci $(CI_STAGES) ci-build ci-build-sanitized \
    $(addprefix run-,$(TEST_NAMES) $(TOPIC_NAMES) $(TIDY_NAMES) $(LINT_NAMES))
