# `make run` needs python3 (3.11 or newer) and make, nothing else.

PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
SOURCES := $(wildcard hearts_site games accounts artwork tests benchmarks manage.py)
TEMPLATES := $(wildcard templates)
COMPILE := env -u PIP_FIND_LINKS $(VENV)/bin/uv pip compile pyproject.toml --universal --quiet \
	--generate-hashes --no-emit-index-url --no-emit-find-links --no-header

.DEFAULT_GOAL := help
.PHONY: help run test lint format bench lock venv venv-dev

help: ## show what there is
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1|\2/p' Makefile | column -t -s '|' 2>/dev/null \
	|| sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/  make \1: \2/p' Makefile

run: venv ## run Open Hearts here (HOST=0.0.0.0 for your network, PORT=8001 for another port)
	@exec $(PY) manage.py serve

test: venv-dev ## all tests on SQLite, then those of the database on PostgreSQL 18 (FORBID_SKIPS=1)
	DATABASE_URL= EXPECT_VENDOR=sqlite $(PY) -m pytest
	$(PY) -m tests.postgres -- $(PY) -m pytest -m both_databases

lint: venv-dev ## style, types, floors, templates, migrations
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy $(SOURCES)
	$(VENV)/bin/lint-imports
	$(if $(TEMPLATES),$(VENV)/bin/djlint $(TEMPLATES) --check --quiet)
	$(if $(TEMPLATES),$(VENV)/bin/djlint $(TEMPLATES) --lint --quiet)
	VAR_DIR=build/lint $(PY) manage.py makemigrations --check --dry-run
	VAR_DIR=build/lint $(PY) manage.py check --fail-level WARNING

format: venv-dev ## bring code and templates into shape
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format
	$(if $(TEMPLATES),$(VENV)/bin/djlint $(TEMPLATES) --reformat --quiet)

bench: venv-dev ## every benchmark, one after the other
	@for file in $(filter-out %/__init__.py,$(wildcard benchmarks/*.py)); do \
		echo "== $$file"; $(PY) -m benchmarks.$$(basename $$file .py) || exit 1; \
	done

lock: venv-dev ## make both lock files again from pyproject.toml
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --group dev --constraint requirements.lock --output-file requirements-dev.lock

# A copy of the lock file in the virtual environment says what is installed there. The lock of the
# developers holds everything that the other one does.
venv:
	@cmp -s requirements.lock $(VENV)/requirements.lock || $(call install,requirements.lock)

venv-dev:
	@cmp -s requirements-dev.lock $(VENV)/requirements-dev.lock \
	|| { $(call install,requirements-dev.lock) && cp requirements.lock $(VENV)/; }

# Debian's python3 may come without ensurepip: then the pip of the system installs into .venv.
define install
{ \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Open Hearts needs Python 3.11 or newer; $(PYTHON) is: $$($(PYTHON) --version 2>&1)."; \
		echo "With another one: make $(or $(MAKECMDGOALS),run) PYTHON=python3.12"; exit 1; } >&2; \
	echo "Installing $(1) into $(VENV) (once; takes a minute at most) ..."; \
	rm -f $(VENV)/requirements*.lock; \
	$(PY) -c '' 2>/dev/null || $(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 \
	|| $(PYTHON) -m venv --clear --without-pip $(VENV) || exit 1; \
	if $(PY) -m pip --version >/dev/null 2>&1; then pip="$(PY) -m pip"; \
	elif $(PYTHON) -m pip --version >/dev/null 2>&1; then pip="$(PYTHON) -m pip --python $(PY)"; \
	else echo "No pip found. On Debian or Ubuntu: apt install python3-venv" >&2; exit 1; fi; \
	$$pip install --quiet --disable-pip-version-check --require-hashes -r $(1) \
	&& cp $(1) $(VENV)/$(1); \
}
endef
