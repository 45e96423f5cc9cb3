#!/bin/sh
# Check a suite of your own (suites/own_suite.jsonl), run it, and write its report.
# Start it from the root of the repository: sh examples/own_suite.sh
set -eu
AGENT_E=${AGENT_E:-agent-e}
tasks=$(dirname "$0")/suites/own_suite.jsonl
out=${1:-$(mktemp -d)}

$AGENT_E bench list "$tasks" --check
$AGENT_E bench run "$tasks" --model offline --out "$out"
$AGENT_E bench report "$out"
