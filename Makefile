# Every target creates .venv and installs what it needs; a second run skips that.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: demo serve test check fuzz bench results paper format clean browser axe

demo: .venv/installed
	@$(BIN)/python examples/demo.py

# The page on which people make stories; make serve PORT=8080 for another port.
PORT ?= 8000
serve: .venv/installed
	@$(BIN)/boxscribe serve --port $(PORT)

test: check .venv/dev browser axe
	$(BIN)/python -m pytest -n auto

check: .venv/dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The tests of web pages need Debian's Chromium; where it cannot be installed they are skipped.
browser:
	@test -x /usr/bin/chromium || (apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium) \
	  >/dev/null 2>&1 || echo "Chromium is not here and cannot be installed: the tests of web pages are skipped."

# What looks for faults of accessibility, from npm, for tests alone; where it cannot be fetched that test is skipped.
AXE ?= axe-core@4.14.1
axe:
	@test -f .venv/axe/node_modules/axe-core/axe.min.js || npm install --no-save --no-package-lock --prefix .venv/axe $(AXE) \
	  >/dev/null 2>&1 || echo "axe-core is not here and npm cannot fetch it: the test of accessibility is skipped."

# Mutated inputs, as many or for as long as asked; minimal reproducers of failures are written to runs/fuzz.
MINUTES ?= 1
WORKERS ?= 2
fuzz: .venv/dev
	PYTHONPATH=tests $(BIN)/python -m fuzz $(if $(INPUTS),--inputs $(INPUTS),--minutes $(MINUTES)) --workers $(WORKERS)

bench: .venv/dev
	$(BIN)/python -m benchmarks

# The tables of docs/results.md, from the texts in results/; needs the development games (BOXSCRIBE_DATA).
results: .venv/dev
	$(BIN)/python -m benchmarks results

# The tables of the paper, ours beside the published figures, from what results/ holds.
paper: .venv/dev
	@$(BIN)/python -m benchmarks paper

format: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/bin/python:
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade "pip>=25.1"

# The newest torch that these sources were tested with; a plain `torch` may bring several GB of CUDA packages along.
TORCH ?= torch==2.13.0

.venv/installed: pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check $(TORCH)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[serve]"
	@touch $@

# The extras that the tests exercise come with the development tools.
.venv/dev: pyproject.toml | .venv/installed
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[study,serve,scale]" --group dev
	@touch $@
