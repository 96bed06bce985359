# dbtool: GNU make, gcc or clang, C11, POSIX. `make list` shows the targets.
#
#   CONFIG=release  (default) optimised, into build/
#   CONFIG=debug    warnings are errors, no optimisation, into build/debug/
#   CONFIG=asan     address and undefined behaviour sanitizers, into build/asan/

CONFIG ?= release
PREFIX ?= /usr/local
BUILD  := $(if $(filter release,$(CONFIG)),build,build/$(CONFIG))

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wvla
# No fused or reordered arithmetic: the same bytes on every machine.
CFLAGS_ALL := -std=c11 -D_XOPEN_SOURCE=700 -Isrc -ffp-contract=off -MMD -MP $(WARNINGS)
CFLAGS_release := -O2 -g
CFLAGS_debug   := -O0 -g -Werror
CFLAGS_asan    := -O1 -g -Werror -fno-omit-frame-pointer -fsanitize=address,undefined \
                  -fno-sanitize-recover=undefined
LDFLAGS_asan   := -fsanitize=address,undefined

COMPILE = $(CC) $(CFLAGS_ALL) $(CFLAGS_$(CONFIG)) $(CPPFLAGS) $(CFLAGS)
LINK    = $(CC) $(LDFLAGS_$(CONFIG)) $(LDFLAGS)

CORE := $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/core/*.c src/core/methods/*.c))
CLI  := $(patsubst %.c,$(BUILD)/%.o,$(wildcard src/cli/*.c))

all: $(BUILD)/dbtool ## build the tool

$(BUILD)/libdbtool.a: $(CORE)
	@rm -f $@
	$(AR) rcs $@ $^

$(BUILD)/dbtool: $(CLI) $(BUILD)/libdbtool.a
	$(LINK) -o $@ $^ -lcjson -lm

$(BUILD)/%.o: %.c Makefile
	@mkdir -p $(@D)
	$(COMPILE) -c -o $@ $<

-include $(CORE:.o=.d) $(CLI:.o=.d)

clean: ## remove everything that was built
	rm -rf build

.PHONY: all clean
