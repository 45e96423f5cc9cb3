#!/bin/sh
# Check a suite of your own (own_suite.jsonl), run it, and write its report.
# Start it from the root of the repository: sh examples/own_suite.sh
set -eu
AGENT_E=${AGENT_E:-agent-e}
out=${1:-$(mktemp -d)}

$AGENT_E bench list examples/own_suite.jsonl --check
$AGENT_E bench run examples/own_suite.jsonl --model offline --out "$out"
$AGENT_E bench report "$out"
