# mudlark's tasks. `make` or `make help` lists them.
# The text after ## is the help; a target without one is a step of another.

SHELL       := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS   += --no-print-directory

# Settings one may give on the command line, as in `make fuzz FUZZ_TIME=5m`.
ARGS        ?=
BENCH       ?= .
COUNT       ?=
FUZZ_TIME   ?= 20s
PGO         ?= off
PKG         ?= ./...
QUICK       ?=
SEED        ?= 1
SEEDS       ?= 1000
SHUFFLE     ?=
SIM_CHECKS  ?= 20000
SOAK_BOTS   ?= 0
SOAK_KILLS  ?=
SOAK_TIME   ?= 1m
TIME        ?= 1h
TRIM        ?= -trimpath

# Nothing here is C. So one binary runs on any Linux, and all that CI builds is compiled once; the race detector alone
# needs a compiler of C.
export CGO_ENABLED ?= 0

# The commit is stamped into the binary where git can tell it; a tree without git, or one that belongs to somebody else,
# still builds.
STAMP := $(shell git rev-parse --verify -q HEAD >/dev/null 2>&1 && echo auto || echo false)

TOOL := go tool -modfile=scripts/tools.mod
BIN  := bin/mudlark

# gotestsum names at the end what failed and what was skipped, each with its reason. Nothing is run a second time: a test
# that fails by chance is a defect. Vetting is lint's, and nothing for debuggers is linked in: a quarter of the linker's time.
# Stories, and the tests of many packages, wait more than they compute, so that four at once keep a core busy: two
# packages at a time left a third of two cores idle. cmd/mudlark, which takes the longest by far, begins first. What is
# simulated makes much garbage and keeps little: collected a fourth as often it costs a fifth less, and no program may grow.
TESTS := GOGC=400 GOMEMLIMIT=2GiB $(TOOL) gotestsum --format=pkgname --format-hide-empty-pkg -- \
	-vet=off -ldflags=-w -p=4 -parallel=4 -timeout=20m
ALL   := ./cmd/mudlark ./...

# What make race watches: the packages that start goroutines or share memory, by their source, for elsewhere the detector
# has nothing to see. It costs a test four to ten times its time, so -short leaves out what is long and one goroutine, of
# the stories all but those ten in which most happens at once (crowded in cmd/mudlark/story_test.go), and of whole evenings
# all but a few (racedElsewhere there); make nightly runs everything under it. The detector waits a second for stragglers
# after the last test, and after each of the many programs that stories run; a tenth has to do.
# One core for each test program: where two run timers of one synctest bubble at once, the detector itself crashes, as
# they share one of its contexts (golang/go#78156). It judges by order, not by chance, and needs no second core to see.
RACED = $(sort $(dir $(shell grep -rlE '^\s+go |^\s+"sync(/atomic)?"$$' --include='*.go' --exclude='*_test.go' \
	ai cmd mud tui world/journal world/loop | sed 's|^|./|')))
RACE  := CGO_ENABLED=1 GORACE=atexit_sleep_ms=100 $(TESTS) -race -cpu=1 -shuffle=on

# only is $(2) when the folder $(1) exists; so every target works on a tree that does not have all folders yet.
only = $(if $(wildcard $(1)/*.go),$(2),@echo "skipped: there is no $(1)")

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

.PHONY: build
build: ## build bin/mudlark
	$(call only,cmd/mudlark,go build -buildvcs=$(STAMP) $(TRIM) -pgo=$(PGO) -o $(BIN) ./cmd/mudlark)

.PHONY: cross
cross: ## compile for machines whose int has 32 bits
	$(call only,cmd/mudlark,GOOS=linux GOARCH=386 go build -o /dev/null ./cmd/mudlark)

.PHONY: release
release: ## build bin/mudlark as it serves fastest; takes the compiler minutes
	$(MAKE) build PGO=cmd/mudlark/serve.pgo

.PHONY: mcpb
mcpb: ## build bin/mudlark.mcpb, which desktop clients of MCP install by a click; compiles for three systems
	$(call only,scripts/mcpb,GOFLAGS='$(TRIM)' go run ./scripts/mcpb -o bin/mudlark.mcpb $(ARGS))

.PHONY: profile
profile: ## renew the profile of a busy server that make release compiles with
	$(call only,cmd/mudlark,scripts/profile)

.PHONY: run
run: build ## build and serve a world in ./run (ARGS="..." for flags)
	$(call only,cmd/mudlark,$(BIN) serve $(ARGS))

.PHONY: test
test: ## CI, part 1: run every test but what has a part of its own; needs Go and git alone (PKG=./world/...)
	$(TESTS) $(if $(SHUFFLE),-shuffle=$(SHUFFLE)) $(if $(COUNT),-count=$(COUNT)) $(if $(filter file,$(origin PKG)),$(ALL),$(PKG))

.PHONY: race
race: setup ## CI, part 2: the shorter of them with the race detector, where anything happens at once (PKG=./... for all)
	$(RACE) $(if $(COUNT),-count=$(COUNT)) $(if $(filter file,$(origin PKG)),-short ./cmd/mudlark $(RACED),$(PKG))

# The short forms of what make nightly runs at length, and what plays with programs of others, which it installs. Those that
# mostly wait run two at a time, each one's words kept together; the attack has the machine for itself. The stranger who
# completes a quest (make examples, two minutes) and the crowd of agents (make agents) are nightly's alone.
.PHONY: short
short: setup ## CI, part 3: kill, storm, attack and play the whole program, each in its short form
	$(MAKE) -j2 --output-sync=target played
	$(MAKE) wire-storm TIME=short

.PHONY: played
played:
	$(MAKE) clients terminals soak conformance storm SOAK_TIME=20s SEEDS=500

.PHONY: sim
sim: ## simulate random games for minutes (SIM_CHECKS=20000)
	scripts/sim $(SIM_CHECKS)

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZ_TIME=20s each
	scripts/fuzz $(FUZZ_TIME) $(PKG)

# The quick form writes nothing, so that figures of little load are never taken for what was promised.
.PHONY: bench
bench: $(if $(QUICK),build,release) ## measure what was promised and write BENCHMARKS.md (QUICK=1 in little; ARGS="--only=open --runs=3")
	$(call only,cmd/mudlark,$(BIN) bench table \
		$(if $(QUICK),--quick,--board=cmd/mudlark/bench/figures --page=BENCHMARKS.md) $(ARGS))

.PHONY: gobench
gobench: ## run the benchmarks of Go (BENCH=regexp, COUNT=10 for benchstat)
	go test $(PKG) -run '^$$' -bench '$(BENCH)' -benchmem $(if $(COUNT),-count=$(COUNT))

.PHONY: recall
recall: ## measure how well minds recall: evenings in the tavern, and LOCOMO=locomo10.zip of snap-research/locomo
	go run ./scripts/recall $(if $(LOCOMO),"$(abspath $(LOCOMO))")

.PHONY: pleas
pleas: ## try to talk the people of Lowtide into a thousand things, with the worst of models behind them
	$(call only,scripts/pleas,go test ./scripts/pleas -count=1 -timeout 30m -v -pleas.all $(ARGS))

.PHONY: lines
lines: ## try every authored line on every prompt, and every disguise of a prompt on everybody; make test tries a part
	$(call only,ai/mind/npc,go test ./ai/mind/npc -run 'TestAuthoredLinesAreNoPrompt|TestPromptIsNotSaid' \
		-count=1 -timeout 30m -v -npc.whole)

.PHONY: lint
lint: ## gofmt, go mod tidy, golangci-lint, which vets
	@test -z "$$(gofmt -l .)" || { gofmt -d . | head -100 || true; echo "run make fmt for:"; gofmt -l .; exit 1; }
	@go mod tidy -diff || { echo "run go mod tidy"; exit 1; }
	$(TOOL) golangci-lint run ./...

.PHONY: deadcode
deadcode: ## report functions that no program reaches
	$(call only,cmd/mudlark,@scripts/deadcode)

.PHONY: examples
examples: ## let the agent that knows nothing complete a quest, in both eras of the protocol
	$(call only,cmd/mudlark,go test ./cmd/mudlark -vet=off -count=1 -timeout=30m -run='TestStories/(stranger|wordreader)' -args -long)

.PHONY: fmt
fmt: ## format the Go code
	gofmt -w .

.PHONY: freeze
freeze: ## keep a game and the shapes of a release, once and for ever: make freeze RELEASE=0.2
	go test ./scripts/shapes -count=1 -run TestFreeze -freeze "$(RELEASE)"

.PHONY: golden
golden: ## rewrite golden files and generated documents; review the diff
	scripts/golden
	$(call only,cmd/mudlark,go run ./cmd/mudlark commands > COMMANDS.md)

.PHONY: generated
generated: ## check that the generated documents are current
	$(call only,cmd/mudlark,@go run ./cmd/mudlark commands | diff -u COMMANDS.md - \
		|| { echo "COMMANDS.md is stale; run make golden"; exit 1; })

.PHONY: soak
soak: ## kill a busy server for SOAK_TIME=1m or SOAK_KILLS=1000 times, SOAK_BOTS=500, and see that nothing told is lost
	$(call only,scripts/soak,go test ./scripts/soak -run TestSoak -count=1 -timeout 24h -v \
		$(if $(SOAK_KILLS),-soak.kills=$(SOAK_KILLS),-soak.time=$(SOAK_TIME)) -soak.bots=$(SOAK_BOTS) $(ARGS))

.PHONY: peers
peers: ## ask what a kill -9 leaves of what was done, of mudlark or of PEER=DESCRIPTION in SERVER=FOLDER (scripts/peers)
	$(call only,scripts/peers,go test ./scripts/peers -run TestPeers -count=1 -timeout 60m -v -peers.rounds=1 \
		$(if $(PEER),-peers.about=$(abspath $(PEER)) -peers.server=$(abspath $(SERVER))) $(ARGS))

.PHONY: storm
storm: ## simulate the whole server from SEEDS=1000 seeds, the first being SEED=1, and print what was met
	$(call only,scripts/storm,go test ./scripts/storm -run TestStorm -count=1 -timeout 120m -v \
		-storm.seeds=$(SEEDS) -storm.seed=$(SEED))

.PHONY: wire-storm
wire-storm: ## attack a server in 22 ways while 100 people play, TIME=70s a phase or TIME=short; wants a quiet machine
	$(call only,scripts/wirestorm,go test ./scripts/wirestorm \
		-run="TestStorm|TestKinds" -count=1 -timeout=30m -v \
		-wirestorm.time=$(if $(filter file,$(origin TIME)),70s,$(TIME)) $(ARGS))

.PHONY: terminals
terminals: ## play one scene with TinTin++, tf, KBtin, KildClient, telnets, plink, curl and OpenSSH; installs them
	$(call only,scripts/terminals,@scripts/terminals/run $(ARGS))

.PHONY: clients
clients: ## play one scene with the official MCP SDKs, the Inspector and mcp-go while a person watches; installs them
	$(call only,scripts/clients,@scripts/clients/run $(ARGS))

.PHONY: conformance
conformance: ## hold the agents' door against MCP's conformance suites; installs them
	$(call only,scripts/conformance,@scripts/conformance/run $(ARGS))

.PHONY: agents
agents: ASK := abuse,soak
agents: ## see what agents can do to a server that mean harm, and that a crowd of them leaves nothing behind
	$(call only,scripts/agentstorm,go test ./scripts/agentstorm -vet=off -count=1 -timeout=15m -agents.ask=$(ASK) $(ARGS))

.PHONY: agents-cost
agents-cost: ## measure an agent's call beside one that does nothing, and 500 agents at once; wants a quiet machine
	$(call only,scripts/agentstorm,go test ./scripts/agentstorm -count=1 -timeout 30m -v -agents.ask=cost $(ARGS))

.PHONY: agents-soak
agents-soak: ## let 50 agents and 50 people live for TIME=1h, and see that nothing is left when they have gone
	$(call only,scripts/agentstorm,go test ./scripts/agentstorm -count=1 -timeout 48h -v -agents.ask=soak -agents.soak=$(TIME))

.PHONY: compression
compression: ## measure what MCCP2 is worth to 1,000 players, beside none and beside compress/zlib; wants a quiet machine
	$(call only,scripts/compression,go test ./scripts/compression -count=1 -timeout 30m -v \
		-compression.players=1000 -compression.span=20s -compression.beat=5s $(ARGS))

.PHONY: screens
screens: ## measure what 200 screens cost beside bare Bubble Tea, over SSH and in memory; wants a quiet machine
	$(call only,scripts/screencost,go test ./scripts/screencost -count=1 -timeout 30m -v -run TestScreens \
		-screens.n=200 -screens.span=20s -screens.ways=memory,ssh \
		-screens.only="nothing,tea,paint,screen by tea,screen" $(ARGS))

.PHONY: walk
walk: ## walk through a tbaMUD in TBA=FOLDER and a CircleMUD in CIRCLE=FOLDER with the client (scripts/walk/README.md)
	$(call only,scripts/walk,go test ./scripts/walk -count=1 -v $(if $(TBA),-walk.tba=$(abspath $(TBA))) \
		$(if $(CIRCLE),-walk.circle=$(abspath $(CIRCLE))) $(ARGS))

.PHONY: setup
setup:
	@scripts/setup

# The quick judges come first, so that a slip is known within a minute or two. What is built here has the paths of this
# machine in it, as what tests build has, so that it is compiled once. What mostly waits runs beside what mostly computes.
.PHONY: ci
ci: setup ## everything that must pass before a change is merged: lint, then the three parts
	$(MAKE) -j2 --output-sync=target lint checks TRIM=
	$(MAKE) test SHUFFLE=on
	$(MAKE) -j2 --output-sync=target race played
	$(MAKE) wire-storm TIME=short
	@echo "ci: all passed"

.PHONY: checks
checks:
	$(MAKE) build cross generated deadcode

# What measures, and what finds more the longer it runs. It stops at the first that fails; each stands alone, too.
.PHONY: nightly
nightly: setup ## what takes hours: everything raced, and all that CI runs in little at length; wants a quiet machine
	$(MAKE) race PKG=./...
	$(MAKE) storm SEEDS=20000
	$(MAKE) soak SOAK_KILLS=1000
	$(MAKE) sim
	$(MAKE) fuzz
	$(MAKE) pleas lines
	$(MAKE) examples agents agents-cost
	$(MAKE) agents-soak TIME=1h
	$(MAKE) wire-storm TIME=70s
	$(MAKE) peers
	$(MAKE) compression screens
	$(MAKE) bench QUICK=1
	@echo "nightly: all passed"

.PHONY: clean
clean: ## remove what was built; the world in ./run stays
	rm -rf bin
	find . -path ./run -prune -o \( -name '*.test' -o -name '*.prof' \) -type f -exec rm -f {} +
