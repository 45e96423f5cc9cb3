#!/bin/sh
# Run a task that asks for approval, with the answers in a file, so that nobody has to be there.
# Start it from the root of the repository: sh examples/answers_file.sh
set -eu
AGENT_E=${AGENT_E:-agent-e}
address=$(mktemp)

$AGENT_E site shop > "$address" &
site=$!
trap 'kill "$site"; rm -f "$address"' EXIT
until grep -q http "$address"; do sleep 0.1; done

$AGENT_E run "Go to the Lighting category, open the cheapest product, set the quantity to 2 and add it to the basket." \
    --start-url "$(grep -o 'http://[^ ]*' "$address" | head -n 1)" --model offline \
    --safety strict --answers "$(dirname "$0")/answers_file.yaml"
