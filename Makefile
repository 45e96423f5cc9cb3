# Every target sets up what it needs first. Another Python: `PYTHON=python3.12 make setup`.
.DEFAULT_GOAL := help

PYTHON ?= $(shell for p in python3 python3.13 python3.12 python3.11; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
PYTEST := $(BIN)/python -m pytest

# Stamps carry a hash of what they stand for: no clock decides whether to install again.
hash = $(shell cat $(1) | cksum | tr ' ' '-')
DEPS := $(VENV)/.deps-$(call hash,pyproject.toml constraints.txt)
CHROMIUM := $(DEPS)-chromium
SCREENS := .screens/.made-$(call hash,benchmarks/screens/saving.py benchmarks/screens/freeze.js)
NODE_MODULES := node_modules/.deps-$(call hash,package.json package-lock.json)

# ESLint's oldest Node is 20.19; where the machine has none that new, the wheel in the environment does it.
WITH_NODE = { npm --version && node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	process.exit(a > 23 || (a === 22 && b > 12) || (a === 20 && b > 18) ? 0 : 1)'; } >/dev/null 2>&1 \
	|| PATH="$(CURDIR)/$(BIN):$$PATH";

# Every process would compile what it imports, and every worker of the tests each test.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help setup demo test test-slow test-harness fuzz fmt docs pictures wheel clean \
	bench-action bench-answers bench-apps bench-asks bench-chaos bench-console bench-effects bench-framework bench-gate bench-hostile bench-local bench-marks bench-network bench-observation bench-oracle bench-reach bench-runner bench-sight bench-soak bench-stopping bench-verify \
	canaries check check-style check-format check-types check-js check-js-types

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' Makefile

setup: $(CHROMIUM) ## Make the virtual environment, install what is pinned, find or fetch a Chromium

demo: $(CHROMIUM) ## Show agent-e at work on a local site, without any key
	$(BIN)/python -m agent_e.benchmarks.demo

# A second try, named in the summary: real browsers on a shared machine now and then miss a deadline.
# Three workers for two cores: some of the tests' time is waiting for pages.
test: $(CHROMIUM) $(NODE_MODULES) $(SCREENS) ## Run the tests, the slow ones left out
	$(PYTEST) -m "not slow" -n 3 --dist loadfile --reruns 1 -rR --hypothesis-profile=quick

test-slow: $(CHROMIUM) ## Run the slow tests
	$(PYTEST) -m slow

# Their packages exclude ours, or are large: each has an environment of its own.
test-harness: $(CHROMIUM) ## Run our agent and suites in BrowserGym and Inspect (installs these: some minutes)
	$(PYTHON) -m venv .venv-browsergym
	.venv-browsergym/bin/pip install --quiet './benchmarks/browsergym/theirs[miniwob]'
	AGENT_E_BROWSERGYM=$(CURDIR)/.venv-browsergym/bin/python $(PYTEST) -m "slow or not slow" tests/benchmarks/browsergym
	$(PYTHON) -m venv .venv-inspect
	.venv-inspect/bin/pip install --quiet -e '.[bench,inspect]' pytest pytest-asyncio pytest-timeout hypothesis
	.venv-inspect/bin/python -m pytest -m slow tests/agent_e/inspect

fuzz: $(CHROMIUM) ## Try 10,000 outputs, pages and addresses on the safety rules, and new examples on all that takes any
	$(PYTEST) tests/agent_e/safety/test_fuzz.py
	$(PYTEST) -m "not slow" --hypothesis-profile=fuzz $$(grep -rl --include="test_*.py" "from hypothesis" tests)

check: check-style check-format check-types check-js check-js-types docs ## Lint and type-check Python and JavaScript, build the documentation

check-style: $(DEPS)
	$(BIN)/ruff check

check-format: $(DEPS)
	$(BIN)/ruff format --check

check-types: $(DEPS)
	$(BIN)/mypy

check-js: $(NODE_MODULES)
	@$(WITH_NODE) set -x; npm run --silent lint

check-js-types: $(NODE_MODULES)
	@$(WITH_NODE) set -x; npm run --silent types

fmt: $(DEPS) ## Format Python and mend what the linter can
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

docs: $(DEPS) ## Build the documentation into site/; a broken link is an error
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

pictures: $(CHROMIUM) ## Take the pictures of the console anew: into dist/pictures, and those of the documentation
	$(BIN)/python docs/pictures.py

wheel: $(DEPS) ## Build the wheel into dist/
	$(BIN)/python -m build --wheel --no-isolation

bench-action: $(CHROMIUM) ## Measure acting beside browser-use and Playwright's bare input
	$(BIN)/agent-e bench perf action --peers browser-use,playwright

bench-answers: $(CHROMIUM) ## Count which quotes are located, right and false ones, and which right answers need a judge
	$(BIN)/agent-e bench perf answers

bench-framework: $(CHROMIUM) ## Measure the framework's own cost
	$(BIN)/agent-e bench perf framework

bench-gate: $(CHROMIUM) ## See which acts on strange pages are done without leave, and which harmless ones are asked about
	$(BIN)/agent-e bench perf gate

bench-hostile: $(CHROMIUM) ## See which attacks on pages succeed against a model that obeys them, guarded and not
	$(BIN)/agent-e bench run hostile -j 2
	$(BIN)/agent-e bench run hostile -j 2 --split undefended

bench-marks: $(CHROMIUM) ## Measure pictures with numbers on them, and what the page sees of that
	$(BIN)/agent-e bench perf marks

bench-apps: $(CHROMIUM) ## See that the tasks on real applications can be done (installs these: some minutes)
	$(BIN)/agent-e bench run apps --split oracle --agent oracle

bench-asks: $(CHROMIUM) ## Count the questions that the gate asks in the tasks of the suite local, done right
	$(BIN)/agent-e bench run local --agent oracle --safety balanced

bench-chaos: $(CHROMIUM) ## Have one fault befall each of 200 runs, and see whether they survive it
	$(BIN)/agent-e bench chaos --runs 200 -j 2

bench-console: $(CHROMIUM) ## Measure the console: first paint, what looking on costs, input, memory
	$(BIN)/agent-e bench perf console

bench-effects: $(CHROMIUM) ## See whether our reports tell what actions do on real applications (installs these: some minutes)
	$(BIN)/agent-e bench perf effects

bench-network: $(CHROMIUM) ## Measure what guarding the opened addresses costs
	$(BIN)/agent-e bench perf network

bench-observation: $(CHROMIUM) ## Measure seeing beside browser-use and Playwright
	$(BIN)/agent-e bench perf observation --peers browser-use,playwright

bench-oracle: $(CHROMIUM) ## Do every task of our suite by its reference, and by doing nothing
	$(BIN)/agent-e bench run local --agent oracle -j 2
	$(BIN)/agent-e bench run local --agent do-nothing -j 2

bench-reach: $(CHROMIUM) ## See whether what outlines of real screens offer can be got at (installs these)
	$(BIN)/agent-e bench perf reach

bench-sight: $(CHROMIUM) ## See whether outlines of real screens offer what a person can use there (installs these)
	$(BIN)/agent-e bench perf sight

bench-runner: $(CHROMIUM) ## Compare one worker with two, where a model answers after a second and without one
	$(BIN)/agent-e bench perf runner

bench-soak: $(CHROMIUM) ## See whether long runs, many runs and a thousand episodes leave memory behind
	$(BIN)/agent-e bench perf soak

bench-stopping: $(CHROMIUM) ## Measure how long it takes to stop a run at random moments
	$(BIN)/agent-e bench perf stopping

bench-local: $(CHROMIUM) ## Score the offline model on our suite
	$(BIN)/agent-e bench run local --model offline -j 2

canaries: $(CHROMIUM) ## Log in with secrets on a site that echoes them, and search all outputs for them
	$(PYTEST) -m "slow or not slow" tests/e2e/test_canaries.py tests/e2e/test_secrets.py tests/e2e/test_task_secrets.py

bench-verify: $(CHROMIUM) ## Count which effects pictures show, beside the rule of a mean difference
	$(BIN)/agent-e bench perf verify

clean: ## Remove what the other targets made, runs/ excepted
	rm -rf $(VENV) .venv-browsergym .venv-inspect node_modules dist site .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find agent_e skills prompts configs benchmarks tests -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "agent-e needs Python 3.11 or newer: PYTHON=/path/to/python make setup" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "$(PYTHON) is not Python 3.11 or newer, which agent-e needs" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }

# The build backend comes first and without isolation, so that it is the pinned one too.
$(DEPS): | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt hatchling
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt \
		--no-build-isolation -e '.[dev]'
	@rm -f $(VENV)/.deps-*
	@touch $@

$(CHROMIUM): | $(DEPS)
	$(BIN)/agent-e doctor --fix
	@touch $@

# Screens of applications and packages, which are installed for it: nothing of theirs is in the repository.
$(SCREENS): | $(CHROMIUM)
	rm -rf .screens
	$(BIN)/python -m agent_e.benchmarks.screens.saving .screens
	@touch $@

$(NODE_MODULES): | $(DEPS)
	@$(WITH_NODE) set -x; npm ci --loglevel=error
	@touch $@
