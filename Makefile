# The Ludothèque.  `make play` plays, `make test` tests; everything is set up on the way.

PY ?= python3
V := .venv/bin
export UV_PYTHON_DOWNLOADS = never
unexport PYTHONDONTWRITEBYTECODE  # tests start many processes, each of which would compile it all

.PHONY: play quick quick-check quick-test test test-all check check-python check-page bench levels learn soak plays counts wasm types docs shots pictures tutorials fixtures lock clean

# The tables, on this machine and in your browser.  Ctrl-C is how it ends, and no error.
play: .venv/.ok
	@trap : INT; $(V)/ludotheque serve --open || test $$? = 130

# While one works, in less than a minute: lint, types, laws, rulings, golden plays, catalogues.
quick: .venv/.ok-dev
	@$(MAKE) --no-print-directory -j2 quick-check quick-test

quick-check:
	$(V)/ruff format --check .
	$(V)/ruff check .
	$(V)/mypy

OF_RULINGS := $(wildcard $(foreach at,$(wildcard tests/games/*),$(at)/test_$(notdir $(at)).py))
OF_WORDS := $(addprefix tests/test_,dialect.py imports.py rulings.py messages.py docs.py)

quick-test:
	$(V)/pytest tests/test_every_game.py tests/test_golden.py $(OF_RULINGS) $(OF_WORDS)

# What every change needs: the same with twins, servers and pages.  Some minutes.
test: .venv/.ok-dev
	$(V)/pytest -n 4 -m "not timed"
	$(V)/pytest -m timed
	cd web && npm run --silent test

# The long ones too: large samples, mutation, a million games each.
test-all: .venv/.ok-dev
	$(V)/pytest -n 2 --long -o faulthandler_timeout=5400 -m "not timed"
	$(V)/pytest --long -o faulthandler_timeout=5400 -m timed
	cd web && VITE_LONG=yes npm run --silent test

# Format, lint, types; of the page beside the rest.
check: .venv/.ok-dev
	@$(MAKE) --no-print-directory -j2 check-python check-page

check-python: .venv/.ok-dev
	$(V)/ruff format --check .
	$(V)/ruff check .
	$(V)/mypy
	$(V)/python scripts/wire.py --check

check-page: .venv/.ok-dev
	cd web && npm run --silent check

# Speeds, beside a yardstick timed in the same run.
bench: .venv/.ok-dev
	$(V)/python bench/random_play.py
	$(V)/python bench/search.py

# All levels of all games against one another, into docs/bots.md (GAME=rolit for one game).
levels: .venv/.ok-dev
	$(V)/python scripts/levels.py $(GAME)

# Learn from nothing what a game's positions are worth (GAME=raise; PLAYERS=4 for no other number).
learn: .venv/.ok-dev
	$(V)/python scripts/learn.py $(GAME) $(if $(PLAYERS),--players $(PLAYERS)) $(if $(SEED),--seed $(SEED))

# A million random games of each game: no crash, no dead end, none near its bound.
soak: .venv/.ok-dev
	$(V)/python scripts/soak.py

# Make the golden plays anew (GAME=rolit for one game).
plays: .venv/.ok-dev
	$(V)/python scripts/plays.py $(GAME)

# Make the tree counts anew.
counts: .venv/.ok-dev
	$(V)/python scripts/counts.py $(GAME)

# Compile the kernels of every game to WebAssembly (GAME=rolit for one game); it fetches a linker.
wasm: .venv/.ok-dev
	$(V)/uv pip install -q --require-hashes -r requirements-wasm.lock
	$(V)/python scripts/wasm.py $(GAME)

# Write the page's types from the Python sources.
types: .venv/.ok-dev
	$(V)/python scripts/wire.py

# Build docs/games from the rules pages and the catalogues, and what a checker knows of the games.
docs: .venv/.ok-dev
	$(V)/python scripts/docs.py
	$(V)/python scripts/stubs.py

# Play the scripted first games anew, for the page.
tutorials: .venv/.ok-dev
	$(V)/python scripts/tutorials.py

# Make anew what the page's tests are given: positions of every game, and a game that they forge.
fixtures: .venv/.ok-dev
	$(V)/python scripts/frames.py
	$(V)/python scripts/witness.py

# Pictures of every game in play, into docs/shots (GAME=rolit for one game).
shots: .venv/.ok-dev
	$(V)/python scripts/shots.py $(GAME)

# Pictures of the covers and of the icon in pixels, for link previews and for those who install the page.
pictures: .venv/.ok-dev
	$(V)/python scripts/pictures.py

# Pin what pyproject.toml asks for, with hashes.
lock: .venv/.ok-dev
	$(V)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header \
		--extra play pyproject.toml -o requirements.lock
	$(V)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header \
		--extra dev pyproject.toml -o requirements-dev.lock
	$(V)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header \
		--group build -o requirements-build.lock
	$(V)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header \
		--group wasm -o requirements-wasm.lock
	$(V)/uv pip compile -q --universal --generate-hashes --no-emit-index-url --no-header \
		--extra play --extra postgres -c requirements.lock pyproject.toml \
		-o requirements-image.lock

clean:
	rm -rf .venv .cache .mypy_cache .pytest_cache .ruff_cache .hypothesis dist

.venv/bin/uv:
	$(PY) -m venv .venv
	sed -n '/^uv==/,/# via/p' requirements-build.lock > .venv/uv.lock
	$(V)/python -m pip install -q --disable-pip-version-check --require-hashes -r .venv/uv.lock

WEB := $(shell find web -path web/node_modules -prune -o -type f -print)

.venv/.ok: pyproject.toml src/ludotheque/__init__.py requirements.lock hatch_build.py $(WEB) | .venv/bin/uv
	$(V)/uv pip install -q --compile-bytecode --require-hashes -r requirements.lock
	$(V)/uv pip install -q --no-deps --build-constraint requirements-build.lock -e .
	@touch $@

.venv/.ok-dev: pyproject.toml src/ludotheque/__init__.py requirements-dev.lock hatch_build.py $(WEB) | .venv/bin/uv
	$(V)/uv pip install -q --compile-bytecode --require-hashes -r requirements-dev.lock
	$(V)/uv pip install -q --no-deps --build-constraint requirements-build.lock -e .
	@touch $@ .venv/.ok
