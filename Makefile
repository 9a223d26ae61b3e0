# Needs make and a Python of 3.11 or newer with venv; everything else is installed into .venv.

PYTHON ?= python3
# EXTRAS=test,dds: the double-dummy solver too, for a test that is skipped without it.
EXTRAS := test
DEMO := seven --strategy careful --games 1_000_000 --seed 1 --figure demo/seven

VENV := .venv
# -P: the tree's folders must not be importable under their own names.
RUN := $(VENV)/bin/python -P -m
PIP := $(RUN) pip install --quiet --disable-pip-version-check --constraint constraints.txt
PACKAGES := kernels sim analyses

CREATED := $(VENV)/.created
SOURCES := build/sources
INSTALLED := build/installed

unexport PYTHONPATH PYTHONHOME

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help demo install test check verify bench ladder vueltas bids clean FORCE

help:
	@echo 'make demo     a million games: a table on the screen, a figure in demo/'
	@echo 'make install  the environment .venv with the command bazas'
	@echo 'make test     the tests'
	@echo 'make check    style and types'
	@echo 'make verify   the long statistical tests'
	@echo 'make bench    speed'
	@echo 'make ladder   each strategy against the one below it, for the pages of both games (some ten minutes)'
	@echo 'make vueltas  the table of what scores are worth in the vueltas (some minutes)'
	@echo 'make bids     what careful, of Tarneeb, makes of its hand in the auction (some minutes)'
	@echo 'make clean    remove the environment and all that was built'

demo: $(INSTALLED)
	@mkdir -p demo
	$(VENV)/bin/bazas $(DEMO)

install: $(INSTALLED)

test: $(INSTALLED)
	$(RUN) pytest --numprocesses=auto

check: $(INSTALLED)
	$(RUN) ruff check .
	$(RUN) ruff format --check .
	$(RUN) mypy $(PACKAGES:%=--package bazas.%)
	$(RUN) mypy tests benchmarks

verify: $(INSTALLED)
	$(RUN) pytest -m verify --numprocesses=auto

# About five minutes on an idle machine. BENCH=--write refreshes benchmarks/RESULTS.md, BENCH=twin measures that part only,
# BENCH="--against REV" compares the kernel with that of an older commit.
bench: $(INSTALLED)
	$(VENV)/bin/python benchmarks/bench.py $(BENCH)

ladder: $(INSTALLED)
	$(VENV)/bin/python benchmarks/ladder.py $(LADDER)

vueltas: $(INSTALLED)
	$(VENV)/bin/python benchmarks/fit_vueltas.py

bids: $(INSTALLED)
	$(VENV)/bin/python benchmarks/fit_tarneeb.py

clean:
	rm -rf $(VENV) build dist demo bazas.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find $(PACKAGES) tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(CREATED):
	@command -v '$(PYTHON)' >/dev/null || { \
	  echo 'Bazas needs Python 3.11 or newer, and there is no $(PYTHON) here: install one, or name it with make PYTHON=...' >&2; exit 1; }
	@'$(PYTHON)' -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Bazas needs Python 3.11 or newer, and $(PYTHON) is older: install one, or name it with make PYTHON=...' >&2; exit 1; }
	@'$(PYTHON)' -c 'import venv, ensurepip' 2>/dev/null || { \
	  echo 'Bazas needs the venv module, and $(PYTHON) has none: install it (python3-venv on Debian), or name another Python with make PYTHON=...' >&2; exit 1; }
	'$(PYTHON)' -m venv --clear $(VENV)
	@touch $@

# A strict editable install links file by file: a new or removed file is only seen after reinstalling, so the stamp
# depends on the list of files. The links live in build/, and so does the stamp: both go together. The list starts
# with the tree's own place, since a moved tree must be linked anew, and the extras that were asked for.
$(SOURCES): FORCE
	@mkdir -p build
	@{ pwd; echo '$(EXTRAS)'; find $(PACKAGES) -name __pycache__ -prune -o -type f -print | LC_ALL=C sort; } > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(INSTALLED): $(CREATED) $(SOURCES) pyproject.toml constraints.txt
	$(PIP) setuptools
	$(PIP) --no-build-isolation --config-settings editable_mode=strict --editable '.[$(EXTRAS)]'
	@touch $@
