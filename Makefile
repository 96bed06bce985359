# dbtool: GNU make, gcc or clang, C11, POSIX. `make list` shows the targets.
#
#   CONFIG=release  (default) optimised, into build/
#   CONFIG=debug    warnings are errors, not optimised, into build/debug/
#   CONFIG=asan     address and undefined behaviour sanitizers, into build/asan/
#   CONFIG=tsan     the thread sanitizer, into build/tsan/
#   CONFIG=fuzz     asan's and libFuzzer, into build/fuzz/ (clang; made by `make fuzz`)
#   CONFIG=cov      counts of lines run, into build/cov/ (clang; made by `make coverage`
#                   and `make fuzz-coverage`)

CONFIG  ?= release
PREFIX  ?= /usr/local
DESTDIR ?=
CORPUS  ?=
# Where the package libjs-chart.js has it; without it dbtool is built without the page of
# `dbtool report`.
CHARTJS ?= /usr/share/javascript/chart.js/chart.min.js
BUILD   := $(if $(filter release,$(CONFIG)),build,build/$(CONFIG))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla
# gcc for s390x takes the C standard's leave to work out floats as doubles.
EXCESS := $(if $(findstring s390,$(shell $(CC) -dumpmachine)),-fexcess-precision=fast)
# No fused or reordered arithmetic: the same bytes on every machine. Files over 2 GB on
# 32 bits, too.
CFLAGS_ALL := -std=c11 -D_XOPEN_SOURCE=700 -D_FILE_OFFSET_BITS=64 -Isrc -ffp-contract=off \
              -pthread -MMD -MP $(WARNINGS) $(EXCESS)
# What makes a bug that is left harder to use: checked copies, guarded stacks, no fixed
# addresses, no writable jump tables. Some distributions' compilers define the first
# themselves. Apple's linker does the rest by itself and knows no -z.
CFLAGS_release := -O2 -g -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
LDFLAGS_release := $(if $(filter Darwin,$(shell uname -s)),,-pie -Wl,-z,relro,-z,now)
CFLAGS_debug   := -O0 -g -Werror
CFLAGS_asan    := -O1 -g -Werror -fno-omit-frame-pointer -fsanitize=address,undefined \
                  -fno-sanitize-recover=undefined
LDFLAGS_asan   := -fsanitize=address,undefined
CFLAGS_tsan    := -O1 -g -Werror -fno-omit-frame-pointer -fsanitize=thread
LDFLAGS_tsan   := -fsanitize=thread
CFLAGS_fuzz    := -O1 -g -fno-omit-frame-pointer -fno-sanitize-recover=all \
                  -fsanitize=fuzzer-no-link,address,undefined,float-cast-overflow
LDFLAGS_fuzz   := -fsanitize=fuzzer,address,undefined
CFLAGS_cov     := -O1 -g -fprofile-instr-generate -fcoverage-mapping
LDFLAGS_cov    := -fprofile-instr-generate

COMPILE = $(CC) $(CFLAGS_ALL) $(CFLAGS_$(CONFIG)) $(CPPFLAGS) $(CFLAGS)
LINK    = $(CC) -pthread $(LDFLAGS_$(CONFIG)) $(LDFLAGS)

CORE    := $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/core/*.c src/core/methods/*.c src/core/learn/*.c))
CLI     := $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/cli/*.c))
TESTS   := $(patsubst %.c,$(BUILD)/%,$(filter-out %_shim.c,$(wildcard tests/test_*.c tests/prop_*.c tests/fault_*.c)))
# Preloaded, so without sanitizers of its own.
SHIM    := $(BUILD)/tests/fault_shim.so
TOOLS   := $(patsubst %.c,$(BUILD)/%,$(filter-out %_assimp.c,$(wildcard tests/make_*.c tests/bench_*.c)))
SCRIPTS := $(wildcard tests/test_*.sh)
FUZZERS := $(patsubst %.c,$(BUILD)/%,$(filter-out tests/fuzz_replay.c,$(wildcard tests/fuzz_*.c)))
# The engine, or a main that reruns files.
ENGINE  := $(if $(filter fuzz,$(CONFIG)),,$(BUILD)/tests/fuzz_replay.o)

all: deps-build ## build the tool (what is missing for it is installed first)
	@$(MAKE) --no-print-directory $(BUILD)/dbtool

$(BUILD)/libdbtool.a: $(CORE)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/dbtool: $(CLI) $(BUILD)/report_page.o $(BUILD)/libdbtool.a
	$(LINK) -o $@ $^ -lcjson -lm

# Made anew when Chart.js comes, goes or is another, too.
$(BUILD)/report_page.c: src/embed_page.sh $(wildcard src/report/*) $(BUILD)/chartjs
	@sh src/embed_page.sh "$(CHARTJS)" $@

$(BUILD)/chartjs: ALWAYS
	@mkdir -p $(@D)
	@cksum "$(CHARTJS)" 2>/dev/null | cmp -s - $@ || cksum "$(CHARTJS)" 2>/dev/null >$@ || true

$(BUILD)/report_page.o: $(BUILD)/report_page.c Makefile
	$(COMPILE) -c -o $@ $<

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -c -o $@ $<

# What users get who have no Chart.js.
WITHOUT := $(BUILD)/tests/dbtool-without-page
$(WITHOUT): $(CLI) $(BUILD)/tests/no_page.o $(BUILD)/libdbtool.a
	$(LINK) -o $@ $^ -lcjson -lm

$(BUILD)/tests/no_page.c: src/embed_page.sh
	@mkdir -p $(@D)
	@sh src/embed_page.sh /nowhere/chart.js $@ >/dev/null

$(BUILD)/tests/no_page.o: $(BUILD)/tests/no_page.c Makefile
	$(COMPILE) -c -o $@ $<

$(TESTS): $(BUILD)/%: $(BUILD)/%.o $(BUILD)/libdbtool.a
	$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) -lcmocka -lcjson -lm

$(SHIM): tests/fault_shim.c Makefile
	@mkdir -p $(@D)
	$(CC) -std=c11 -O2 -g -fPIC -shared $(WARNINGS) -o $@ $< -ldl -pthread

# The cache of clips and the journal are the tool's, not the library's.
$(BUILD)/tests/test_clip_cache: $(addprefix $(BUILD)/src/cli/,clip_cache.o fileio.o message.o)
$(BUILD)/tests/fuzz_journal: $(addprefix $(BUILD)/src/cli/,journal.o gate.o fileio.o opts.o message.o)

$(FUZZERS): $(BUILD)/%: $(BUILD)/%.o $(ENGINE) $(BUILD)/libdbtool.a
	$(LINK) -o $@ $(filter %.o,$^) $(filter %.a,$^) -lcjson -lm

$(TOOLS): $(BUILD)/%: $(BUILD)/%.o $(BUILD)/libdbtool.a
	$(LINK) -o $@ $^ -lcjson -lm

-include $(wildcard $(BUILD)/*.d $(BUILD)/src/*/*.d $(BUILD)/src/*/*/*.d $(BUILD)/tests/*.d)

# ---- what it needs ----

deps: ## install what building, tests and lints need (no more than is missing)
	@sh tests/deps.sh build check browser lint
	@CHARTJS="$(CHARTJS)" sh tests/deps.sh page

# The page of reports is worth a package, its lack no failure: the build says so.
deps-build:
	@sh tests/deps.sh build
	@CHARTJS="$(CHARTJS)" sh tests/deps.sh page || true

deps-check deps-browser deps-lint deps-fuzz: deps-%:
	@sh tests/deps.sh $*

# ---- using it ----

demo: all ## blend the bundled clips with every method into build/demo/
	@sh tests/demo.sh $(BUILD)/dbtool build/demo

install: all ## install the tool and its manual under $(DESTDIR)$(PREFIX)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
	    $(DESTDIR)$(PREFIX)/share/man/man5 $(DESTDIR)$(PREFIX)/share/man/man7
	install -m 755 $(BUILD)/dbtool $(DESTDIR)$(PREFIX)/bin/dbtool
	install -m 644 man/*.1 $(DESTDIR)$(PREFIX)/share/man/man1
	install -m 644 man/*.5 $(DESTDIR)$(PREFIX)/share/man/man5
	install -m 644 man/*.7 $(DESTDIR)$(PREFIX)/share/man/man7

# ---- testing it ----

check: deps-build deps-check ## build and pass all tests (CONFIG=asan: under the sanitizers)
	@$(MAKE) --no-print-directory all-tests
	@sh tests/run_all.sh $(BUILD)

all-tests: $(BUILD)/dbtool $(WITHOUT) $(TESTS) $(FUZZERS) $(TOOLS) $(SHIM)

TIME   ?= 60
TARGET ?= $(patsubst tests/fuzz_%.c,%,$(filter-out tests/fuzz_replay.c,$(wildcard tests/fuzz_*.c)))

fuzz: deps-build deps-fuzz ## every fuzzer for TIME=60 seconds (TARGET=bvh: only that one)
	@$(MAKE) --no-print-directory CONFIG=fuzz CC=clang $(TARGET:%=build/fuzz/tests/fuzz_%)
	@sh tests/fuzz.sh build/fuzz $(TIME) $(TARGET)

fuzz-coverage: deps-build deps-fuzz ## lines of the readers that the fuzzers' corpus reaches
	@$(MAKE) --no-print-directory CONFIG=cov CC=clang $(TARGET:%=build/cov/tests/fuzz_%)
	@sh tests/fuzz_coverage.sh build/cov build/fuzz/corpus $(TARGET)

coverage: deps-build deps-check deps-fuzz ## lines and branches of src/core that all tests reach
	@$(MAKE) --no-print-directory CONFIG=cov CC=clang all-tests
	@sh tests/coverage.sh build/cov

tsan: deps-build ## batch, compare, report, diff and large files on several threads, under the thread sanitizer
	@$(MAKE) --no-print-directory CONFIG=tsan build/tsan/dbtool build/tsan/tests/make_big \
	    build/tsan/tests/make_metrics_csv
	@bash tests/tsan.sh build/tsan

same-bytes: all ## other compilers, 32 bits and big-endian make the same files
	@for need in clang 32-bit big-endian; do sh tests/deps.sh $$need || true; done
	@bash tests/same_bytes.sh $(BUILD)

report-check: all deps-browser ## the page of reports in headless Chromium
	@sh tests/report/run.sh $(BUILD)/dbtool

corpus-check: all ## 200 random pairs of clips under CORPUS=DIR, every method, against the oracle
	@test -d "$(CORPUS)" || { echo "usage: make corpus-check CORPUS=DIR" >&2; exit 2; }
	python3 tests/oracle.py matrix --dbtool $(BUILD)/dbtool --clips testdata/bvh \
	    --corpus "$(CORPUS)" --pairs 200 --seed 1 --every-method --quiet

claims: all ## what the methods' articles say, measured on the clips under CORPUS=DIR
	@test -d "$(CORPUS)" || { echo "usage: make claims CORPUS=DIR" >&2; exit 2; }
	@python3 tests/claims.py --dbtool $(BUILD)/dbtool --corpus "$(CORPUS)" --pairs 200 --seed 1

cluster-check: all ## shards under Slurm and GNU parallel
	@bash tests/cluster/deps.sh || true
	@bash tests/cluster/parallel.sh $(BUILD)/dbtool
	@bash tests/cluster/slurm.sh $(BUILD)/dbtool

bench: all ## speed against yardsticks (CORPUS=DIR: a batch over those clips, too)
	@$(MAKE) --no-print-directory $(TOOLS)
	@bash tests/bench.sh $(BUILD) "$(CORPUS)"

bench-learned: all ## train on the clips under CORPUS=DIR and measure dead-learned
	@test -d "$(CORPUS)" || { echo "usage: make bench-learned CORPUS=DIR" >&2; exit 2; }
	@$(MAKE) --no-print-directory $(TOOLS)
	@bash tests/bench_learned.sh $(BUILD) "$(CORPUS)"

lint: deps-build deps-lint ## layers, names, format, static analysis, manual
	@sh tests/lint.sh

format: ## clang-format in place
	clang-format -i $(wildcard src/*.h src/*/*.[ch] src/*/*/*.[ch] tests/*.[ch])

clean: ## remove everything that was built
	rm -rf build

list: ## show the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1\t\2/p' Makefile | expand -t 18

.PHONY: ALWAYS all deps deps-build deps-check deps-browser deps-lint deps-fuzz demo install check all-tests fuzz \
        fuzz-coverage coverage tsan same-bytes report-check corpus-check claims cluster-check bench bench-learned lint format clean list
