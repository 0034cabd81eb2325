# Plimsoll. `make help` lists the targets; HACKING.md explains them.
BUILD ?= build
PREFIX ?= /usr/local
DESTDIR ?=
SAN ?= 0
WERROR ?= 0
PLOT ?= 1
UNPACK ?= 1
PG ?= 1
V ?= 0
Q := $(if $(filter 1,$(V)),,@)
comma := ,

WARN = -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Wvla -Wstrict-prototypes \
  -Wmissing-prototypes -Wwrite-strings -Wundef -Wformat=2 -Wcast-qual -Wpointer-arith -Wno-missing-field-initializers
ifeq ($(WERROR),1)
  WARN += -Werror
endif
ifeq ($(SAN),1)
  OPT ?= -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
  HARDEN ?=
else
  OPT ?= -O3 -g
  HARDEN ?= -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE
endif
LINK = $(if $(HARDEN),-pie -Wl$(comma)-z$(comma)relro$(comma)-z$(comma)now)

PKGS = sqlite3 libxml-2.0 libRmath
PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
# libpq is loaded when a server is spoken to, not linked (schema/postgres.c).
PG_CFLAGS := $(if $(filter 1,$(PG)),$(shell pkg-config --cflags libpq 2>/dev/null),-DWITHOUT_POSTGRES)
PKG_LIBS := $(shell pkg-config --libs $(PKGS) 2>/dev/null) -lmd -lm
ALL_CFLAGS = -std=c17 -D_GNU_SOURCE -DMATHLIB_STANDALONE -I. -I$(BUILD) $(PKG_CFLAGS) $(PG_CFLAGS) $(WARN) $(OPT) \
  $(HARDEN) -include base/banned.h $(CFLAGS)

HELPERS = plot/draw.c plot/paint.c ingest/unpack.c
NOT_BUILT = $(HELPERS) $(if $(filter 1,$(PG)),,schema/postgres.c)
SRC := $(filter-out $(NOT_BUILT),$(wildcard $(addsuffix /*.c,base ingest schema analyze report plot cli)))
OBJ := $(SRC:%.c=$(BUILD)/%.o)
LIBOBJ := $(filter-out $(BUILD)/cli/%,$(OBJ))
UNIT := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/test_*.c))

HELPER_PROGRAMS := $(if $(filter 1,$(UNPACK)),$(BUILD)/plimsoll-unpack) \
  $(if $(filter 1,$(PLOT)),$(BUILD)/plimsoll-draw)

## all         build/plimsoll (the default) and its helper programs
all: $(BUILD)/plimsoll $(HELPER_PROGRAMS)

$(BUILD)/plimsoll: $(OBJ)
	@echo "LINK $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(PKG_LIBS)

# Archives and mail: a program of its own, so that its libraries and their bugs stay outside.
$(BUILD)/plimsoll-unpack: ingest/unpack.c
	@mkdir -p $(@D)
	@echo "HELPER $@"
	$(Q)$(CC) $(ALL_CFLAGS) $$(pkg-config --cflags gmime-3.0 libarchive) $(LINK) $(LDFLAGS) -o $@ $< \
	  $$(pkg-config --libs gmime-3.0 libarchive)

# Charts: PLplot stays out of the main program (plot/draw.c says why).
DRAWOBJ = $(BUILD)/plot/draw.o $(BUILD)/plot/paint.o $(filter $(BUILD)/base/% $(BUILD)/plot/chart.o $(BUILD)/plot/layout.o \
  $(BUILD)/plot/text_width.o,$(OBJ))
$(BUILD)/plimsoll-draw: $(DRAWOBJ)
	@echo "LINK $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(LINK) $(LDFLAGS) -o $@ $^ $(shell pkg-config --libs plplot) $(PKG_LIBS)

$(BUILD)/%.o: %.c
	@mkdir -p $(@D)
	@echo "CC $<"
	$(Q)$(CC) $(ALL_CFLAGS) -MMD -MP -c -o $@ $<

$(BUILD)/tests/%: tests/unit/%.c $(LIBOBJ)
	@mkdir -p $(@D)
	@echo "TEST $<"
	$(Q)$(CC) $(ALL_CFLAGS) $(LINK) -Itests -MMD -MP -o $@ $< $(LIBOBJ) $(PKG_LIBS) -lcmocka

# Fuzz targets: tests/fuzz/fuzz_NAME.c, by libFuzzer (clang) or replayed over files (with SAN=1).
FUZZ := $(patsubst tests/fuzz/fuzz_%.c,%,$(wildcard tests/fuzz/fuzz_*.c))
FUZZ_LIBS = $(PKG_LIBS) $(if $(findstring unpack,$@),$(shell pkg-config --libs gmime-3.0 libarchive))
FUZZ_CFLAGS = $(if $(findstring unpack,$@),$(shell pkg-config --cflags gmime-3.0 libarchive)) -Itests -Itests/fuzz
$(BUILD)/fuzz/%: tests/fuzz/fuzz_%.c $(if $(FUZZER),,tests/fuzz/replay.c) $(LIBOBJ)
	@mkdir -p $(@D)
	@echo "FUZZ $<"
	$(Q)$(CC) $(ALL_CFLAGS) $(FUZZER) $(LINK) $(FUZZ_CFLAGS) -o $@ $(filter tests/fuzz/%.c,$^) \
	  $(if $(filter unpack records,$*),$(filter-out %/container.o,$(LIBOBJ)),$(LIBOBJ)) $(FUZZ_LIBS)
# They include what they test.
$(BUILD)/fuzz/unpack: ingest/unpack.c ingest/container.c
$(BUILD)/fuzz/records: ingest/container.c

# Failures injected into the store: tests/faults.
FAULTS_WRAP = -Wl,--wrap=malloc -Wl,--wrap=calloc -Wl,--wrap=realloc -Wl,--wrap=arena_alloc
$(BUILD)/faults: $(wildcard tests/faults/*.c) $(wildcard tests/faults/*.h) $(LIBOBJ)
	@mkdir -p $(@D)
	@echo "FAULTS $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(LINK) -Itests -Itests/faults $(FAULTS_WRAP) -o $@ $(filter %.c %.o,$^) $(PKG_LIBS)

# Every file under schema/sql becomes a byte array: a literal over 4095 characters is not portable.
$(BUILD)/schema/sql.h: $(wildcard schema/sql/*.sql) tools/embed.sh
	@mkdir -p $(@D)
	$(Q)sh tools/embed.sh schema/sql/*.sql > $@.tmp && mv $@.tmp $@

$(BUILD)/schema/migrate.o: $(BUILD)/schema/sql.h

## deps        install the Debian packages that are missing (says which)
deps:
	@sh tools/deps.sh

## demo        sample logs into an SQLite file, the report, charts
demo: deps
	@$(MAKE) --no-print-directory -s all
	@sh tools/demo.sh

.PHONY: demo-pg
## demo-pg     the same on a PostgreSQL that is started for it and thrown away
demo-pg:
	@EXTRA=postgresql-15 sh tools/deps.sh
	@$(MAKE) --no-print-directory -s all
	@sh tools/demo_pg.sh

## check       unit, golden, corpus, documentation and layer tests under ASan and UBSan
check: deps
	@sh tests/check.sh

## check-live  the installed fio, ioping, bonnie++ and dd run for a moment; what we read is held against them
check-live: all
	@sh tests/live.sh $(BUILD)/plimsoll

.PHONY: check-pg
## check-pg    the store and its commands on a PostgreSQL 15 that is started for it (Debian: postgresql-15)
check-pg: all $(addprefix $(BUILD)/tests/,test_store test_store_batch test_store_change) $(BUILD)/proxy
	@sh tests/pg.sh $(BUILD)/plimsoll $(BUILD)/tests
	@sh tests/faults/server/faults.sh $(BUILD)/plimsoll $(BUILD)/proxy 61

.PHONY: check-pg-faults
## check-pg-faults  connections cut, answers lost, a full disk ... at every message to a server (half an hour)
check-pg-faults: all $(BUILD)/proxy
	@sh tests/faults/server/faults.sh $(BUILD)/plimsoll $(BUILD)/proxy 1
# Between client and server.
$(BUILD)/proxy: tests/faults/server/proxy.c
	@mkdir -p $(@D)
	@echo "CC $<"
	$(Q)$(CC) $(ALL_CFLAGS) $(LINK) -o $@ $<

## fuzz        every target for FUZZ_SECONDS (600), FUZZ_JOBS (2) at once; counts (some: FUZZ_TARGETS="json html")
FUZZ_SECONDS ?= 600
FUZZ_JOBS ?= 2
FUZZ_TARGETS ?=
# Not what every comparison compares: the readers look at each character, and take 2.5 times as long then.
FUZZ_OPT = -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp \
  -fno-sanitize-recover=all -fno-omit-frame-pointer
fuzz:
	@$(MAKE) --no-print-directory BUILD=build/libfuzzer CC=clang SAN=1 HARDEN= WARN= OPT="$(FUZZ_OPT)" \
	  FUZZER=-fsanitize=fuzzer fuzz-build
	@sh tests/fuzz/run.sh build/libfuzzer/fuzz $(FUZZ_SECONDS) $(FUZZ_JOBS) $(FUZZ_TARGETS)
fuzz-build: $(FUZZ:%=$(BUILD)/fuzz/%)

## check-faults  every failure at every place of every change to a database; counts (some minutes)
check-faults: $(BUILD)/faults all
	@sh tests/faults/run.sh $(BUILD)/faults 1
	@sh tests/steps/resources.sh $(BUILD)/plimsoll
	@sh tests/steps/concurrency.sh $(BUILD)/plimsoll 1000

## check-browser  HTML reports in headless Chromium: no request, no scroll, sorting and links work
check-browser: all
	@sh tests/browser.sh $(BUILD)/plimsoll

# Programs of the bench: generate (inputs), subject (one piece of work), bench (runs and prints).
BENCH := $(addprefix $(BUILD)/bench/,generate subject bench)
$(BUILD)/bench/generate: $(addprefix tests/bench/,generate.c blocks.c worst.c filled.c)
$(BUILD)/bench/subject: tests/bench/subject.c
$(BUILD)/bench/bench: $(addprefix tests/bench/,bench.c figures.c spawn.c worst.c blocks.c)
$(BENCH): $(wildcard tests/bench/*.h) $(LIBOBJ)
	@mkdir -p $(@D)
	@echo "BENCH $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(LINK) -Itests/bench -o $@ $(filter %.c,$^) $(LIBOBJ) $(PKG_LIBS)

## bench       how fast and how big, against references measured beside it (BENCH_DIR keeps the inputs)
BENCH_DIR ?= $(BUILD)/bench/data
BENCH_MODE ?=
bench: all $(BENCH)
	@BENCH_COMMIT=$$(git rev-parse --short HEAD 2>/dev/null) \
	  $(BUILD)/bench/bench $(BUILD)/plimsoll $(BENCH_DIR) $(BENCH_MODE)
	@[ -n "$(BENCH_MODE)" ] || sh tests/bench_pg.sh $(BUILD)/plimsoll $(BENCH_DIR)

.PHONY: bench-instructions bench-instructions-update
## bench-instructions  instructions of parse, import and compare against tests/bench/instructions.txt (valgrind)
bench-instructions: all
	@sh tests/bench/instructions.sh $(BUILD)/plimsoll
## bench-instructions-update  rewrite that file: say why in the commit
bench-instructions-update: all
	@sh tests/bench/instructions.sh $(BUILD)/plimsoll --update

## check-static  cppcheck, clang-tidy, gcc -fanalyzer; what is known to be wrong is in tests/static.known
check-static:
	@sh tests/static.sh

## check-valgrind  the golden tests under valgrind
check-valgrind: all
	@sh tests/valgrind.sh $(BUILD)/plimsoll

.PHONY: bench-pg
## bench-pg    import and compare on a throw-away PostgreSQL, beside SQLite (100,000 runs)
bench-pg: all $(BUILD)/bench/generate
	@mkdir -p $(BENCH_DIR)
	@[ -d $(BENCH_DIR)/small ] || $(BUILD)/bench/generate small 10000 $(BENCH_DIR)/small
	@[ -f $(BENCH_DIR)/filled.db ] || $(BUILD)/bench/generate database 100000 $(BENCH_DIR)/filled.db
	@sh tests/bench_pg.sh $(BUILD)/plimsoll $(BENCH_DIR)

## coverage    line coverage of the tests, a folder a line
coverage:
	@$(MAKE) --no-print-directory -s BUILD=build/coverage HARDEN= OPT="-O0 -g --coverage" all unit fuzz-build \
	  build/coverage/faults build/coverage/proxy
	@sh tests/coverage.sh build/coverage

## bench-simulation  how often history and check are right and wrong when the truth is known (a minute)
bench-simulation: $(BUILD)/bench/simulate
	@$(BUILD)/bench/simulate
$(BUILD)/bench/simulate: tests/bench/simulate.c $(LIBOBJ)
	@mkdir -p $(@D)
	@echo "BENCH $@"
	$(Q)$(CC) $(ALL_CFLAGS) $(LINK) -o $@ $^ $(PKG_LIBS)

## layers      who may include whom
layers:
	@sh tools/layers.sh .

## golden-update  rewrite the expected output of tests/golden (read the diff like code)
golden-update: all
	@sh tests/golden.sh --update $(BUILD)/plimsoll

unit: $(UNIT)
unit-list:
	@echo $(UNIT)

## format      clang-format on every source file
format:
	clang-format -i $$(git ls-files '*.c' '*.h')

## man         manual pages into build/man (from the tables of commands, options and formats)
man: all
	@sh tools/man.sh $(BUILD)/plimsoll $(BUILD)/man

DOC = $(PREFIX)/share/doc/plimsoll
## install     under DESTDIR and PREFIX
install: man
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/libexec/plimsoll
	install -m 755 $(BUILD)/plimsoll $(DESTDIR)$(PREFIX)/bin/
	$(if $(HELPER_PROGRAMS),install -m 755 $(HELPER_PROGRAMS) $(DESTDIR)$(PREFIX)/libexec/plimsoll/)
	for s in 1 5 7; do \
	  install -d $(DESTDIR)$(PREFIX)/share/man/man$$s && \
	  install -m 644 $(BUILD)/man/*.$$s $(DESTDIR)$(PREFIX)/share/man/man$$s/ || exit 1; done
	install -d $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	$(BUILD)/plimsoll completion bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/plimsoll
	$(BUILD)/plimsoll completion zsh > $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_plimsoll
	$(BUILD)/plimsoll completion fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/plimsoll.fish
	install -d $(DESTDIR)$(DOC)/examples/history
	install -m 644 README.md SECURITY.md docs/*.md $(DESTDIR)$(DOC)/
	install -m 644 tests/examples/* $(filter-out %.sh,$(wildcard examples/*.*)) $(DESTDIR)$(DOC)/examples/
	install -m 755 examples/*.sh $(DESTDIR)$(DOC)/examples/
	install -m 644 examples/history/* $(DESTDIR)$(DOC)/examples/history/

## uninstall   what install put there
uninstall:
	rm -f $(DESTDIR)$(PREFIX)/bin/plimsoll
	rm -rf $(DESTDIR)$(PREFIX)/libexec/plimsoll $(DESTDIR)$(DOC)
	rm -f $(DESTDIR)$(PREFIX)/share/man/man1/plimsoll.1 $(DESTDIR)$(PREFIX)/share/man/man1/plimsoll-*.1 \
	  $(DESTDIR)$(PREFIX)/share/man/man5/plimsoll-formats.5 $(DESTDIR)$(PREFIX)/share/man/man7/plimsoll-filter.7 \
	  $(DESTDIR)$(PREFIX)/share/bash-completion/completions/plimsoll \
	  $(DESTDIR)$(PREFIX)/share/zsh/vendor-completions/_plimsoll \
	  $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/plimsoll.fish

## deb         a Debian package in build/deb (needs debhelper)
deb:
	@sh packaging/deb.sh

.PHONY: check-package
## check-package  the package in a bare Debian 12 (root, debootstrap, lintian): documents, helpers, pages, removal
check-package: deb
	@sh tests/package.sh

## clean       remove build/
clean:
	rm -rf build

## help        this list
help:
	@sed -n 's/^## //p' Makefile

-include $(OBJ:.o=.d) $(HELPERS:%.c=$(BUILD)/%.d) $(UNIT:%=%.d)
.PHONY: bench-simulation all deps demo check check-live check-browser check-faults coverage bench fuzz fuzz-build
.PHONY: bench-simulation layers golden-update unit unit-list format man deb install uninstall clean help
.PHONY: check-static check-valgrind
.DELETE_ON_ERROR:
