PYTHON ?= python3
VENV ?= .venv
BIN = $(VENV)/bin

.PHONY: demo test check fix update-golden new-rule reports benchmarks

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

demo: $(VENV)/.installed
	@$(BIN)/python -m benchmarks.demo

test check: $(VENV)/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -n auto

fix: $(VENV)/.installed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

update-golden: $(VENV)/.installed
	$(BIN)/pytest tests/cli --update-golden
