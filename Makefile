# make play    set everything up, build the page, start the server and open it in the browser (PORT=N, DATABASE=FILE)
# make setup   build .venv with everything the tests need
# make test    all checks, quick ones first: lint, types, docs, client, tests, coverage of the rules, browser
# make coverage   all tests traced, and the coverage of every package
# make docs    build the documentation site into site/ and follow every link
# make site    the documentation of every release and of the present source side by side, into out/site/
# make pictures   the moving picture of the README and the first page of the documentation
# make soak    100,000 random games with every invariant checked (hours; GAMES=N for fewer), then 10,000 of mixed rule axes
# make fast    compile the engine in place (mypyc, a C compiler); make slow goes back to the source
# make fast-check   a million random decisions of each rulebook, compiled against source
# make vector-check   a million steps of the batched environments against the plain ones, each rulebook, board and number of players, both builds (hours; STEPS=N)
# make sizes   branching, length and sizes of every game by measurement; table to docs/research.md (SIZE_GAMES=N)
# make peers   the tests of PettingZoo and OpenSpiel and the batched environments at full length, each board and number of players
# make bench   speed of both builds beside the peers, in one run
# make mutants mutation testing on a seeded sample (SAMPLE=N, PACKAGE=antike or attika)
# make learn   train a net for the bot `learned` by self-play: BOOK=antike-duellum PLAYERS=2 MINUTES=10 ROUNDS=6 WORKERS=2
# make ray     the arena on a local Ray cluster against the same games in one process
# make sb3     MaskablePPO of SB3-contrib trains for a few hundred decisions on two games (installs PyTorch)
# make load    2,000 players at 500 tables, then 5,000 at 1,250, a minute each; then 50,000 accounts and 200,000 games;
#              figures to docs/performance.md
# make season  64 bots play four tournaments through the API, and the pairings are checked (about 10 minutes)
# make kill    kill the server 120 times under load, on SQLite and on PostgreSQL (about 10 minutes; KILLS=N for each)
# make news       walk 200 random games of each rulebook: nothing happens untold, and the page has words for all of it
# make attack  attack a server under a load of 200 players, every attack we know (about 10 minutes); figures to docs/quality.md
# make processes   two and four servers on one PostgreSQL: ratings, clocks, flags (about 6 minutes); figures to docs/quality.md
# make messages   write the types of the client from the messages of the server and the views of the games
# make client  build the page into src/rondel/server/static; make client-test checks, tests and measures it
# make whole-games   play whole games of every rulebook through the page in a browser
# make frames  frames a second while a full map is dragged (wants a quiet machine)
# make screenshots   pictures of the page, desktop and phone, by day and by lamplight, into docs/img/page
# make lighthouse   Lighthouse on lobby and tables of the built page; figures to docs/performance.md
# make wheel   build sdist and wheel into dist/ and look into them (half a minute)
# make dist    build sdist, wheel and compiled wheel into dist/ and try each in a clean environment
#              (PYTHONS="python3.12 python3.13": the same with these Pythons, a compiled wheel for each)
# make stack   two servers, PostgreSQL and Caddy on the loopback, restarted under play; figures to docs/host.md
# make release VERSION=0.2.0   all checks, packages and notes for a release in a clone; PUBLISH=1 commits and tags
# make boards  set-up and type check of the board maker in tools/boards

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
GAMES ?= 100000
STEPS ?= 1000000
SIZE_GAMES ?= 100
SEED ?= 0
SAMPLE ?= 300
PACKAGE ?= antike
WORKERS ?= 2
# some tests wait for servers and clocks, so one process more than cores keeps the cores busy
TESTERS ?= 3
# real servers and clocks may stumble over what else the machine does: where nobody watches, a test that failed is
# tried once more, and named; so does the browser's suite. At a desk the first failure counts
AGAIN := $(if $(CI),--reruns 1 -rR)
# a process that compiles every module anew takes longer for that than for many a test
unexport PYTHONDONTWRITEBYTECODE
# tracing what the gate does not look at would cost time; `make coverage` traces everything
COMMA := ,
EMPTY :=
BESIDE := $(filter-out src/rondel/antike/% src/rondel/attika/% src/rondel/boards/%,$(wildcard src/rondel/*/))
TRACE ?= '--omit=*/build/fast/*,$(subst $(EMPTY) $(EMPTY),$(COMMA),$(addsuffix *,$(BESIDE)))'
GATE := --include='src/rondel/antike/*,src/rondel/attika/*,src/rondel/boards/*,src/rondel/*.py'
KILLS ?= 60
BOOK ?= antike-duellum
PLAYERS ?= 2
MINUTES ?= 10
ROUNDS ?= 1
PORT ?= 8000
DATABASE ?= rondel.db
PYTHONS ?=
CHECKS ?= test dist stack

.PHONY: needs browser site pictures wheel dist stack release setup fast slow fast-check vector-check sizes test traced coverage clauses lint types docs peers soak bench mutants learn ray sb3 load season kill attack processes news messages boards play client client-quick client-browser client-test whole-games screenshots lighthouse frames clean

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cli,test,fast,docs,draw,rating,server,postgres,table-test,pettingzoo,openspiel,gymnasium]'
	touch $@

setup: $(VENV)/.ready

$(VENV)/.play: pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[cli,server]'
	touch $@

play: $(VENV)/.play
	$(BIN)/python -m tools.play --port $(PORT) --database '$(DATABASE)'

client: $(VENV)/.play
	$(BIN)/python -m tools.client

# ESLint, Prettier, types, unit tests and the weight of the page; no browser
client-quick: client
	$(BIN)/python -m tools.client check
	$(BIN)/python -m tools.client test
	$(BIN)/python -m tools.client size

client-browser: client
	$(BIN)/python -m tools.client e2e --project=quick --project=notices

client-test: client-quick client-browser

whole-games: client
	$(BIN)/python -m tools.client e2e --project=whole

frames: client
	$(BIN)/python -m tools.client e2e --project=speed

screenshots: client
	$(BIN)/python -m tools.client e2e --project=pictures

lighthouse: client
	$(BIN)/python -m tools.lighthouse --write

lint: setup
	$(BIN)/ruff format --check src tests tools benchmarks examples
	$(BIN)/ruff check src tests tools benchmarks examples

types: setup
	$(BIN)/mypy

# says what is missing in the first second, not after several minutes
needs:
	@$(or $(wildcard $(BIN)/python),$(PYTHON)) -m tools.needs

browser: setup
	$(BIN)/python -m tools.client browser

# quick checks first, on both cores; docs/quality.md says what runs where
test: needs browser lint client
	$(MAKE) --jobs=$(WORKERS) --output-sync=target types docs clauses client-quick
	$(MAKE) traced
	$(BIN)/coverage report --fail-under=100 $(GATE)
	$(MAKE) client-browser

# the tests; those of the rules are traced (tests/conftest.py), with RONDEL_TRACE_ALL=1 all of them
traced: setup
	rm -f .coverage .coverage.*
	$(BIN)/coverage run $(TRACE) -m pytest -n $(TESTERS) --dist worksteal --maxfail=20 $(AGAIN) tests
	$(BIN)/coverage run $(TRACE) -m pytest -n $(WORKERS) examples/ur
	$(BIN)/coverage combine --quiet

coverage:
	RONDEL_TRACE_ALL=1 $(MAKE) traced TRACE=
	$(BIN)/coverage report

clauses: setup
	$(BIN)/rondel rules --coverage

docs: setup
	$(BIN)/python -m properdocs build --strict --quiet --site-dir site
	$(BIN)/python -m tools.docs_site.links site

fast: setup
	$(BIN)/python -m tools.fast build

slow:
	find src -name '*.so' -delete

fast-check: setup
	$(BIN)/python -m tools.agree --compare

vector-check: setup
	$(BIN)/python -m tools.vector_check --steps $(STEPS) --seed $(SEED) --workers $(WORKERS)

# in the compiled build, because some random games are long
sizes: setup
	PYTHONPATH=$$($(BIN)/python -m tools.fast copy):. $(BIN)/python -m tools.sizes --games $(SIZE_GAMES) --write

site: setup client
	$(BIN)/python -m tools.docs_site.versions

pictures: client
	$(BIN)/python -m tools.client e2e --project=pictures moving
	$(BIN)/python -m tools.moving

peers: setup
	RONDEL_PEERS=1 $(BIN)/python -m pytest -n $(WORKERS) tests/adapters

soak: setup
	$(BIN)/python tools/soak.py --games $(GAMES) --seed $(SEED) --workers $(WORKERS)
	$(BIN)/python -m tools.axes --seed $(SEED)

$(VENV)/.bench: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[bench,fast]'
	touch $@

bench: $(VENV)/.bench
	$(BIN)/python -m benchmarks.run

$(VENV)/.mutants: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[mutants]'
	touch $@

mutants: $(VENV)/.mutants
	$(BIN)/python tools/mutants.py --package $(PACKAGE) --sample $(SAMPLE) --seed $(SEED) --workers $(WORKERS)

learn: setup
	PYTHONPATH=$$($(BIN)/python -m tools.fast copy):. $(BIN)/python -m tools.learn run runs/learn/$(BOOK) --game $(BOOK) \
	  --players $(PLAYERS) --minutes $(MINUTES) --rounds $(ROUNDS) --workers $(WORKERS)

$(VENV)/.ray: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[ray]'
	touch $@

ray: $(VENV)/.ray
	$(BIN)/python -m tools.ray_check

$(VENV)/.sb3: $(VENV)/.ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[sb3]'
	touch $@

sb3: $(VENV)/.sb3
	$(BIN)/python -m tools.sb3_check

season: setup
	$(BIN)/python -m tools.season

load: setup
	$(BIN)/python -m tools.load --write
	$(BIN)/python -m tools.load_archive --write

kill: setup
	$(BIN)/python -m tools.kill --kills $(KILLS) --seed $(SEED)
	$(BIN)/python -m tools.kill --kills $(KILLS) --seed $(SEED) --postgres

attack: setup
	$(BIN)/python -m tools.attack --write
	$(BIN)/python -m tools.attack.table --write

processes: setup
	$(BIN)/python -m tools.processes --write

$(VENV)/.dist: $(VENV)/.play
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dist]'
	touch $@

wheel: client $(VENV)/.dist
	$(BIN)/python -m tools.dist --no-compiled --no-trial

dist: client $(VENV)/.dist
	$(BIN)/python -m tools.dist $(addprefix --python ,$(PYTHONS))

release: $(VENV)/.dist
	$(BIN)/python -m tools.release $(VERSION) --checks '$(CHECKS)' $(if $(PUBLISH),--publish)

stack: setup client $(VENV)/.dist
	$(BIN)/python -m tools.stack --write

news: setup
	$(BIN)/python -m tools.news --write --games 200
	NEWS_GAMES=200 NEWS_CAP=5000 $(BIN)/python -m pytest -q -n auto tests/contract/test_news.py
	$(BIN)/python -m tools.client test

messages: setup
	$(BIN)/python -m tools.messages --write

boards: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[boards]'
	$(BIN)/mypy $(wildcard tools/boards/*.py)

clean:
	rm -rf $(VENV) site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
