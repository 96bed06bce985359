# dbtool: GNU make, gcc or clang, C11, POSIX. `make list` shows the targets; V=1 shows commands.
#
#   CONFIG=release  (default) optimised, into build/
#   CONFIG=debug    warnings are errors, not optimised, into build/debug/
#   CONFIG=asan     address and undefined behaviour sanitizers, into build/asan/
#   CONFIG=tsan     the thread sanitizer, into build/tsan/
#   CONFIG=static   no shared libraries, into build/static/ (made by `make static`)
#   CONFIG=windows  by mingw-w64, into build/windows/ (made by `make windows`)
#   CONFIG=portable nothing that only Linux has, into build/portable/
#   CONFIG=mips     a big-endian machine of 32 bits, by a cross compiler, into build/mips/
#   CONFIG=fuzz     asan's and libFuzzer, into build/fuzz/ (clang; made by `make fuzz`)
#   CONFIG=counted  writes how many branches it ran into the file of $DBTOOL_BRANCHES, into build/counted/
#   CONFIG=cov      asan's, and counts of lines run, into build/cov/ (clang; made by
#                   `make coverage` and `make fuzz-coverage`)

CONFIG  ?= release
PREFIX  ?= /usr/local
DESTDIR ?=
CORPUS  ?=
# The page of `dbtool report` needs Chart.js; without it dbtool is built without that page. The
# default is that of the package libjs-chart.js.
CHARTJS ?= /usr/share/javascript/chart.js/chart.min.js
# Each recursion builds on all processors, or on those that the caller's -j leaves it.
JOBS := $(or $(shell getconf _NPROCESSORS_ONLN 2>/dev/null),2)
SUBMAKE = $(MAKE) --no-print-directory $(if $(findstring --jobserver,$(MAKEFLAGS)),,-j$(JOBS))
BUILD   := $(if $(filter release,$(CONFIG)),build,build/$(CONFIG))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla -Wno-psabi
# No fused or reordered arithmetic: the same bytes on every machine. Nobody reads errno or a trap
# after arithmetic: without them a square root is one instruction. Files over 2 GB on 32 bits, too.
CFLAGS_ALL := -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Isrc -Itests -ffp-contract=off \
              -fno-math-errno -fno-trapping-math -pthread -MMD -MP $(WARNINGS)
# What makes a bug that is left harder to use: checked copies, guarded stacks, no fixed
# addresses, no writable jump tables. Some distributions' compilers define the first
# themselves. Apple's linker does the rest by itself and knows no -z.
CFLAGS_release := -O2 -g -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
LDFLAGS_release := $(if $(filter Darwin,$(shell uname -s)),,-pie -Wl,-z,relro,-z,now)
CFLAGS_static  := $(CFLAGS_release)
LDFLAGS_static := -static-pie -s -Wl,-z,relro,-z,now -L$(BUILD)
# Linked without symbols. Nothing of glibc's headers may be found. mingw-w64's own printf knows %zu; its isnan makes
# warnings of conversions.
CFLAGS_windows := -O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong \
                  -D__USE_MINGW_ANSI_STDIO=1 -Wno-conversion -isystem $(BUILD)/headers
LDFLAGS_windows := -static -Wl,--no-insert-timestamp -L$(BUILD)
# What a POSIX system has that is not Linux: calls of Linux are compiled out, and its headers show no more.
CFLAGS_portable := -O0 -Werror -U__linux__
CFLAGS_mips    := -O1 -Werror -isystem $(BUILD)/headers
LDFLAGS_mips   := -static -L$(BUILD)
CFLAGS_debug   := -O0 -g -Werror
# bounds-strict, which watches arrays at the end of a struct too, is gcc's alone.
CFLAGS_asan    := -O1 -g -Werror -fno-omit-frame-pointer \
                  -fsanitize=address,undefined,float-cast-overflow \
                  $(if $(findstring clang,$(CC)),,-fsanitize=bounds-strict) \
                  -fno-sanitize-recover=undefined,float-cast-overflow
# A shared library, as gcc's is: in a program, clang's would hide its allocations from fault_shim.c.
LDFLAGS_asan   := -fsanitize=address,undefined $(if $(findstring clang,$(CC)),\
                  -shared-libasan -Xlinker -rpath=$(shell $(CC) -print-runtime-dir))
CFLAGS_tsan    := -O1 -g1 -Werror -fno-omit-frame-pointer -fsanitize=thread
LDFLAGS_tsan   := -fsanitize=thread
CFLAGS_fuzz    := -O1 -g1 -fno-omit-frame-pointer -fno-sanitize-recover=all \
                  -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow
LDFLAGS_fuzz   := -fsanitize=fuzzer,address,undefined
CFLAGS_counted := -O2 -g1 -fPIE -fsanitize-coverage=trace-pc
LDFLAGS_counted := -pie tests/count_branches.c
CFLAGS_cov     := $(CFLAGS_asan) -g1 -fprofile-instr-generate -fcoverage-mapping
# gold links the hundreds of tests in half the time.
LDFLAGS_cov    := $(LDFLAGS_asan) -fprofile-instr-generate $(if $(filter cov,$(CONFIG)),$(if $(shell command -v ld.gold),-fuse-ld=gold))

# A line for each command, or the whole command with V=1.
say = $(if $(V),,@echo "$1 $2"; )

COMPILE = $(CC) $(CFLAGS_ALL) $(CFLAGS_$(CONFIG)) $(UNOPTIMISED) $(CPPFLAGS) $(CFLAGS)
LINK    = $(CC) -pthread $(LDFLAGS_$(CONFIG)) $(LDFLAGS)

WINDOWS := $(if $(findstring mingw,$(shell $(CC) -dumpmachine)),yes)
# Static libraries that no package has for this compiler.
CROSS     := $(filter windows mips,$(CONFIG))
MADE_LIBS := $(if $(CROSS)$(filter static,$(CONFIG)),$(BUILD)/libcjson.a) $(if $(CROSS),$(BUILD)/libxxhash.a)
EXE     := $(if $(WINDOWS),.exe)
LIBS    := -lcjson -lxxhash $(if $(WINDOWS),$(if $(findstring /,$(shell $(CC) -print-file-name=libssp.a)),-lssp)) -lm
LIB     := $(patsubst %.c,$(BUILD)/%.o,$(filter-out src/cli/% $(if $(WINDOWS),%_posix.c,%_windows.c),\
               $(wildcard src/*/*.c src/*/*/*.c)))
CLI     := $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/cli/*.c))
# Programs are build/tests/NAME, wherever under tests/ their source is.
programs = $(patsubst %.c,$(BUILD)/tests/%$(EXE),$(notdir $1))
TEST_SOURCES   := $(wildcard tests/*/test_*.c tests/*/prop_*.c)
TESTS   := $(call programs,$(TEST_SOURCES))
# Most of the time that tests take is for compiling them; what they call is optimised.
# The address sanitizer watches their arrays, too; the other one and counts of lines are for src.
$(TEST_SOURCES:%.c=$(BUILD)/%.o): UNOPTIMISED := -O0 -U_FORTIFY_SOURCE $(if $(filter cov,$(CONFIG)),\
    -fno-sanitize=undefined -fno-sanitize=float-cast-overflow -fno-profile-instr-generate -fno-coverage-mapping)
# Preloaded, so without sanitizers of its own.
SHIM    := $(BUILD)/tests/fault_shim.so
TOOL_SOURCES   := $(filter-out %_assimp.c,$(wildcard tests/make/*.c tests/bench/*.c))
TOOLS   := $(call programs,$(TOOL_SOURCES))
SCRIPTS := $(wildcard tests/test_*.sh)
FUZZER_SOURCES := $(filter-out %_replay.c,$(wildcard tests/fuzz/*.c))
FUZZERS := $(call programs,$(FUZZER_SOURCES))
# The engine, or a main that reruns files.
ENGINE  := $(if $(filter fuzz,$(CONFIG)),,$(BUILD)/tests/fuzz/fuzz_replay.o)

# The manual: sources in man/, filled with the texts of options, settings and parameters.
MANUAL  := $(patsubst %,$(BUILD)/%,$(wildcard man/*.[1-9]))

all: ## build the tool and its manual (installs nothing: what is missing for it is named)
	@sh tests/deps.sh build
	@+$(SUBMAKE) $(BUILD)/dbtool $(MANUAL)

static: ## build/static/dbtool: one file that runs on any Linux of this machine's architecture
	@sh tests/deps.sh build static
	@+$(SUBMAKE) CONFIG=static build/static/dbtool

# In MSYS2: WINDOWS_CC=gcc.
WINDOWS_CC ?= x86_64-w64-mingw32-gcc
windows: ## build/windows/dbtool.exe: one file for Windows 10 and later, 64 bits
	@sh tests/deps.sh build windows
	@+$(SUBMAKE) CONFIG=windows CC=$(WINDOWS_CC) AR=$(WINDOWS_CC:gcc=ar) build/windows/dbtool.exe

windows-zip: windows all ## the same in a zip with the manual in HTML, completion and licences
	@sh tests/deps.sh html
	@python3 src/make_html.py $(BUILD)/dbtool build/windows/html $(MANUAL)
	@python3 src/make_zip.py build/windows build/windows/html $(VERSION)

# Tests that no cross compiler can build, or whose reference is the system's: see tests/README.md.
NOT_ON_WINDOWS := test_number test_input test_clip_cache test_matching_files test_plan test_trig prop_pattern
# Without ALL=1, none of those that only compute: same-bytes compares what they test with other builds.
COMPUTING_TESTS := $(wildcard $(patsubst %,tests/%/*.c,blend measure method motion net search train) tests/*/prop_*.c)
WINDOWS_TESTS = $(filter-out $(NOT_ON_WINDOWS:%=build/windows/tests/%.exe),$(patsubst %.c,build/windows/tests/%.exe,\
                    $(notdir $(filter-out $(if $(ALL),,$(COMPUTING_TESTS)),$(TEST_SOURCES)))))

check-windows: windows-zip ## dbtool.exe and its unit tests under Wine (ALL=1: all that can run there, not a sample)
	@sh tests/deps.sh build check windows wine
	@+$(SUBMAKE) CONFIG=windows CC=$(WINDOWS_CC) AR=$(WINDOWS_CC:gcc=ar) build/windows/dbtool.exe \
	    build/windows/tests/helper.exe $(WINDOWS_TESTS)
	@bash tests/windows.sh build/windows $(WINDOWS_TESTS)

check-portable: ## the command-line cases of files, signals and limits, of a build without anything of Linux alone
	@+$(SUBMAKE) CONFIG=portable build/portable/dbtool
	@bash tests/cli/run.sh build/portable/dbtool output signal input journal main limit

$(BUILD)/tests/helper.exe: tests/windows/helper.c
	@mkdir -p $(@D)
	$(call say,LD,$@)$(CC) -O1 -static $(WARNINGS) -o $@ $<

$(BUILD)/libdbtool.a: $(LIB)
	@rm -f $@
	$(call say,AR,$@)$(AR) rcs $@ $^

$(BUILD)/dbtool$(EXE): $(CLI) $(BUILD)/report_page.o $(BUILD)/costs_page.o $(if $(WINDOWS),$(BUILD)/dbtool_rc.o) \
                        $(BUILD)/libdbtool.a $(MADE_LIBS)
	$(call say,LD,$@)$(LINK) $(if $(WINDOWS),-s) -o $@ $(filter-out $(MADE_LIBS),$^) $(LIBS)

$(BUILD)/libcjson.a: src/static_library.sh
	@mkdir -p $(@D)
	@sh src/static_library.sh "$(CC)" $@ cjson cJSON.c -O2 $(if $(WINDOWS),,-fPIE) -fstack-protector-strong

$(BUILD)/libcmocka.a: src/static_library.sh
	@mkdir -p $(@D)
	@sh src/static_library.sh "$(CC)" $@ cmocka src/cmocka.c -O2 -DHAVE_STDLIB_H -DHAVE_STRING_H -DHAVE_SIGNAL_H \
	    -DHAVE_TIME_H -DHAVE_MALLOC_H -DHAVE_INTTYPES_H -DHAVE_STRINGS_H

$(BUILD)/libxxhash.a: | $(BUILD)/headers
	@echo '#include <xxhash.h>' | $(CC) -O2 -DXXH_STATIC_LINKING_ONLY -DXXH_IMPLEMENTATION -isystem $(BUILD)/headers \
	    -c -x c - -o $(BUILD)/xxhash.o && $(AR) rcs $@ $(BUILD)/xxhash.o

# What is not this machine's alone among its headers.
$(BUILD)/headers:
	@mkdir -p $@
	@for name in cjson stb xxhash.h xxh3.h cmocka.h; do \
	    test ! -e /usr/include/$$name || ln -sf /usr/include/$$name $@/; done

$(BUILD)/dbtool_rc.o: src/system/dbtool.rc src/system/dbtool.manifest src/base/version.h
	@mkdir -p $(@D)
	$(call say,RC,$@)$(CC:gcc=windres) -Isrc -o $@ $<

$(BUILD)/manual_tables: $(BUILD)/src/manual_tables.o $(filter-out %/main.o,$(CLI)) \
                        $(BUILD)/tests/no_page.o $(BUILD)/costs_page.o $(BUILD)/libdbtool.a
	$(call say,LD,$@)$(LINK) -o $@ $^ $(LIBS)

$(BUILD)/manual.tsv: $(BUILD)/manual_tables
	@$< >$@.part && mv $@.part $@

$(BUILD)/man/%: man/% src/make_manual.py $(BUILD)/manual.tsv
	@mkdir -p $(@D)
	$(call say,MAN,$@)python3 src/make_manual.py $(BUILD)/manual.tsv $< >$@.part && mv $@.part $@

# Made anew when Chart.js comes, goes or is another, too.
$(BUILD)/report_page.c: src/embed_page.sh $(wildcard src/report/*) $(BUILD)/chartjs
	@CHARTJS="$(CHARTJS)" sh tests/deps.sh page
	@sh src/embed_page.sh "$(CHARTJS)" $@ >/dev/null

$(BUILD)/costs_page.c: src/embed_page.sh $(wildcard src/report/costs*) src/report/base64.js src/report/scales.js
	@mkdir -p $(@D)
	@sh src/embed_page.sh none $@ costs

$(BUILD)/chartjs: ALWAYS
	@mkdir -p $(@D)
	@cksum "$(CHARTJS)" 2>/dev/null | cmp -s - $@ || cksum "$(CHARTJS)" 2>/dev/null >$@ || true

$(BUILD)/%_page.o: $(BUILD)/%_page.c Makefile
	$(call say,CC,$<)$(COMPILE) -c -o $@ $<

$(BUILD)/%.o: %.c Makefile | $(if $(CROSS),$(BUILD)/headers)
	@mkdir -p $(@D)
	$(call say,CC,$<)$(COMPILE) -c -o $@ $<

# What users get who have no Chart.js.
WITHOUT := $(BUILD)/tests/dbtool-without-page
$(WITHOUT): $(CLI) $(BUILD)/tests/no_page.o $(BUILD)/costs_page.o $(BUILD)/libdbtool.a
	$(call say,LD,$@)$(LINK) -o $@ $^ $(LIBS)

$(BUILD)/tests/no_page.c: src/embed_page.sh
	@mkdir -p $(@D)
	@sh src/embed_page.sh /nowhere/chart.js $@ >/dev/null

$(BUILD)/tests/no_page.o: $(BUILD)/tests/no_page.c Makefile
	$(call say,CC,$<)$(COMPILE) -c -o $@ $<

$(TESTS): $(BUILD)/tests/run_tests.o $(BUILD)/libdbtool.a $(MADE_LIBS) $(if $(CROSS),$(BUILD)/libcmocka.a)
	$(call say,LD,$@)$(LINK) -o $@ $(filter %.o,$^) $(filter %/libdbtool.a,$^) -lcmocka $(LIBS)

$(SHIM): tests/faults/fault_shim.c Makefile
	@mkdir -p $(@D)
	$(call say,CC,$<)$(CC) -std=c11 -O2 -g -fPIC -shared $(WARNINGS) -o $@ $< -ldl -pthread

$(FUZZERS): $(ENGINE) $(BUILD)/libdbtool.a
	$(call say,LD,$@)$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBS)

$(TOOLS): $(BUILD)/libdbtool.a
	$(call say,LD,$@)$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) $(LIBS)

# Part of every program.
ifeq ($(CONFIG),cov)
$(BUILD)/dbtool $(WITHOUT) $(BUILD)/manual_tables $(TESTS) $(FUZZERS): $(BUILD)/tests/write_counts.o $(BUILD)/tests/leak_roots.o
endif

$(foreach source,$(TEST_SOURCES) $(TOOL_SOURCES) $(FUZZER_SOURCES),\
    $(eval $(call programs,$(source)): $(BUILD)/$(source:.c=.o)))

-include $(wildcard $(BUILD)/*.d $(BUILD)/src/*.d $(BUILD)/src/*/*.d $(BUILD)/src/*/*/*.d $(BUILD)/tests/*.d $(BUILD)/tests/*/*.d)

# ---- what it needs ----

# What `make demo`, `make check`, `make deps` and `make deps-ci` install; nothing else does.
INSTALL = CHARTJS="$(CHARTJS)" sh tests/deps.sh --install

deps: ## install what building, tests, lints and fuzzers need (no more than is missing)
	@$(INSTALL) build page check lint fuzz browser

deps-ci: deps ## the same, and what same-bytes and check-windows need
	@$(INSTALL) static windows wine mips

# ---- using it ----

demo: ## blend the bundled clips with every method into build/demo/
	@$(INSTALL) build page
	@+$(SUBMAKE) $(BUILD)/dbtool
	@sh tests/demo.sh $(BUILD)/dbtool build/demo

# What is installed: MODE FILE PLACE, the place under PREFIX. A shell reads it, and so may
# names with blanks.
define NEWLINE


endef
define INSTALLED
$(foreach page,$(MANUAL),644 $(page) share/man/man$(subst .,,$(suffix $(page)))/$(notdir $(page))$(NEWLINE))755 $(BUILD)/dbtool bin/dbtool
644 src/completion/dbtool.bash share/bash-completion/completions/dbtool
644 src/completion/_dbtool share/zsh/site-functions/_dbtool
644 src/completion/dbtool.fish share/fish/vendor_completions.d/dbtool.fish
endef
export INSTALLED
TOP_DIR = "$(DESTDIR)$(PREFIX)"

install: ## install what was built, its manual and completions under $(DESTDIR)$(PREFIX)
	@for file in $(BUILD)/dbtool $(MANUAL); do test -f "$$file" || \
	    { echo "nothing is built yet: run make first" >&2; exit 1; }; done
	@echo "$$INSTALLED" | while read -r mode file place; do \
	    echo $(TOP_DIR)"/$$place" && install -d "$$(dirname $(TOP_DIR)"/$$place")" && \
	    install -m "$$mode" "$$file" $(TOP_DIR)"/$$place" || exit 1; done

uninstall: ## remove what make install puts there
	@echo "$$INSTALLED" | while read -r mode file place; do rm -fv $(TOP_DIR)"/$$place" || exit 1; done

VERSION = $(shell sed -n 's/.*DBT_VERSION "\(.*\)".*/\1/p' src/base/version.h)
DIST = dbtool-$(VERSION)

dist: ## the sources as build/dbtool-VERSION.tar.gz, which builds without git
	@mkdir -p build
	@git diff --quiet HEAD || echo "note: changes that are not committed are left out" >&2
	git archive --prefix=$(DIST)/ -o build/$(DIST).tar.gz HEAD

deb: ## a Debian package of what was built, into build/
	@sh tests/deps.sh deb
	@test -x $(BUILD)/dbtool || { echo "nothing is built yet: run make first" >&2; exit 1; }
	@sh src/make_deb.sh $(BUILD) $(VERSION)

# ---- testing it ----

check: ## build and pass all tests (CONFIG=asan: under the sanitizers)
	@$(INSTALL) build page check
	@+$(SUBMAKE) all-tests
	$(if $(THOROUGH),@+$(SUBMAKE) CONFIG=counted build/counted/dbtool)
	@+sh tests/jobs.sh run $(BUILD)/check $(SUBMAKE) run-tests

ci: ## all that a change must pass: lints, tests, sanitizers, coverage, other machines
	@.ci/run all

include tests/jobs.mk

# Only benchmarks use the tools: nothing counts their lines.
all-tests: $(BUILD)/dbtool $(MANUAL) $(WITHOUT) $(TESTS) $(FUZZERS) $(if $(filter cov,$(CONFIG)),,$(TOOLS)) $(SHIM)

TIME   ?= 60
TARGET ?= $(patsubst tests/fuzz/fuzz_%.c,%,$(FUZZER_SOURCES))

fuzz: ## every fuzzer for TIME=60 seconds (TARGET=bvh: only that one)
	@sh tests/deps.sh build fuzz
	@+$(SUBMAKE) CONFIG=fuzz CC=clang $(TARGET:%=build/fuzz/tests/fuzz_%)
	@sh tests/fuzz/fuzz.sh build/fuzz $(TIME) $(TARGET)

fuzz-coverage: ## lines of the readers that the fuzzers' corpus reaches
	@sh tests/deps.sh build fuzz
	@+$(SUBMAKE) CONFIG=cov CC=clang $(TARGET:%=build/cov/tests/fuzz_%)
	@sh tests/fuzz/fuzz_coverage.sh build/cov build/fuzz/corpus $(TARGET)

coverage: ## lines and branches of src that the tests reach, and the tests under clang's sanitizers
	@sh tests/deps.sh build check fuzz
	@+$(SUBMAKE) CONFIG=cov CC=clang all-tests
	@+sh tests/jobs.sh run build/cov/check $(SUBMAKE) CONFIG=cov CC=clang run-coverage

mutants: ## how many of MUTANTS=40 wrong lines of src (IN=FILES: of these), drawn by SEED=1, the tests notice
	@sh tests/deps.sh build check
	@python3 tests/mutants/mutants.py $(MUTANTS:%=--n %) $(SEED:%=--seed %) $(IN)

tsan: ## batch, compare, report, diff and large files on several threads, under the thread sanitizer
	@sh tests/deps.sh build
	@+$(SUBMAKE) CONFIG=tsan build/tsan/dbtool build/tsan/tests/make_big \
	    build/tsan/tests/make_metrics_csv
	@bash tests/tsan.sh build/tsan

same-bytes: all ## other compilers and a big-endian machine of 32 bits make the same files
	@sh tests/deps.sh clang mips || true
	@+bash tests/same_bytes.sh $(BUILD)

report-check: html ## the page of reports and the manual's pages in headless Chromium
	@sh tests/deps.sh browser
	@sh tests/report/run.sh $(BUILD)/dbtool build/html

PAIRS ?= 200

corpus-check: all ## PAIRS=200 random pairs of clips under CORPUS=DIR, every method, against the oracle
	@test -d "$(CORPUS)" || { echo "usage: make corpus-check CORPUS=DIR" >&2; exit 2; }
	python3 tests/oracle.py matrix --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" --pairs $(PAIRS) --seed 1 --every-method --quiet
	python3 tests/auto_oracle.py --dbtool $(BUILD)/dbtool --clips "$(CORPUS)" --pairs $(PAIRS)
	python3 tests/seam_oracle.py corpus --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" --pairs $(PAIRS)
	python3 tests/fit_oracle.py check --dbtool $(BUILD)/dbtool --clips "$(CORPUS)" --pairs $(PAIRS)
	python3 tests/cut_oracle.py --random $(PAIRS) --check $(BUILD)/dbtool --clips "$(CORPUS)"
	find "$(CORPUS)" -name '*.bvh' | sort | head -n $(PAIRS) | xargs -d '\n' python3 tests/pops_oracle.py check $(BUILD)/dbtool

claims: all ## what the methods' articles say, and what the best cuts gain, on the clips under CORPUS=DIR
	@test -d "$(CORPUS)" || { echo "usage: make claims CORPUS=DIR" >&2; exit 2; }
	@python3 tests/bench/claims.py --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" --pairs $(PAIRS) --seed 1
	@python3 tests/bench/best_cuts.py --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" --pairs $(PAIRS) --seed 1 \
	    $(if $(BENCH_SHORT),--splits 2 --draws 1 --least 0)

SCORE_PAIRS ?= 1000

score: all ## -m auto beside what engines do, on SCORE_PAIRS=1000 cuts of the clips under CORPUS=DIR; pops
	@test -d "$(CORPUS)" || { echo "usage: make score CORPUS=DIR" >&2; exit 2; }
	@python3 tests/bench/score.py --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" --pairs $(SCORE_PAIRS) $(if $(SCORE_RIGS),--rigs)
	@python3 tests/bench/pop_table.py --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" $(if $(BENCH_SHORT),--pairs 2)
	@python3 tests/bench/mend.py --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" $(if $(BENCH_SHORT),--spikes 4)

# With BENCH_SHORT=1 each of these only shows that it still runs.
bench: all ## speed against yardsticks (CORPUS=DIR: a batch over those clips, too)
	@+$(SUBMAKE) $(TOOLS)
	@bash tests/bench/bench.sh $(BUILD) "$(CORPUS)"

bench-search: all ## how searching a library made of the clips under CORPUS=DIR grows
	@test -d "$(CORPUS)" || { echo "usage: make bench-search CORPUS=DIR" >&2; exit 2; }
	@bash tests/bench/bench_search.sh $(BUILD) "$(CORPUS)"

bench-learned: all ## train on the clips under CORPUS=DIR and measure dead-learned
	@test -d "$(CORPUS)" || { echo "usage: make bench-learned CORPUS=DIR" >&2; exit 2; }
	@+$(SUBMAKE) $(TOOLS)
	@bash tests/bench/bench_learned.sh $(BUILD) "$(CORPUS)"

bench-bridge: all ## fill gaps in the clips under CORPUS=DIR, and in LAFAN1=DIR against its published baselines
	@test -d "$(if $(CORPUS),$(CORPUS),$(LAFAN1))" || { echo "usage: make bench-bridge CORPUS=DIR [LAFAN1=DIR]" >&2; exit 2; }
	@python3 tests/bench/bridge.py --dbtool $(BUILD)/dbtool $(if $(CORPUS),--corpus "$(CORPUS)") $(if $(LAFAN1),--lafan1 "$(LAFAN1)") \
	    $(if $(BENCH_SHORT),--iterations 20)

html: all ## the manual for a browser, with pictures and a report, into build/html/
	@sh tests/deps.sh html
	@python3 src/make_html.py $(BUILD)/dbtool build/html $(MANUAL)
	@echo "build/html/index.html"

pictures: all ## draw the pictures of testdata/pictures anew, from what dbtool writes
	@python3 tests/make/make_pictures.py $(BUILD)/dbtool testdata/pictures

lint: ## layers, names, format, static analysis, manual
	@sh tests/deps.sh build lint
	@+$(SUBMAKE) $(BUILD)/dbtool $(MANUAL)
	@+sh tests/jobs.sh run $(BUILD)/lint $(SUBMAKE) run-lints

format: ## clang-format in place
	clang-format -i $(wildcard src/*/*.[ch] src/*/*/*.[ch] tests/*.[ch] tests/*/*.[ch])

clean: ## remove everything that was built
	rm -rf build

list: ## show the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 18

.PHONY: ALWAYS all static windows windows-zip check-windows check-portable deps deps-ci demo install uninstall dist deb check ci all-tests fuzz fuzz-coverage coverage mutants tsan same-bytes report-check corpus-check claims score bench bench-search bench-learned bench-bridge html pictures lint format clean list
