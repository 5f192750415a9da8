# Everything runs in a virtual environment of its own, .venv; PYTHON=… chooses another interpreter.
PYTHON ?= $(firstword $(foreach name,python3.11 python3.12 python3.13 python3,$(shell command -v $(name))))
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: demo test check fix update-golden benchmarks reports clean

demo: $(VENV)/.installed
	@$(BIN)/python -m benchmarks.demo

test check: $(VENV)/.installed
	@command -v dot >/dev/null || echo "Graphviz's dot is missing (apt-get install graphviz): tests of pictures are skipped"
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

fix: $(VENV)/.installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

update-golden: $(VENV)/.installed
	$(BIN)/pytest -n0 tests/cli tests/test_docs.py --update-golden

benchmarks: $(VENV)/.installed
	$(BIN)/python -m benchmarks.report

reports: benchmarks
	$(BIN)/python -m tests.conformance

clean:
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis

$(VENV)/.installed: pyproject.toml
	@test -n "$(PYTHON)" || { echo "wfcheck needs Python 3.11 or newer; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "$(PYTHON) is older than Python 3.11; set PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { echo "no virtual environment could be made; on Debian: apt-get install python3-venv"; exit 1; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
