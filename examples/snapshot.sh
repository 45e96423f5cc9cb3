#!/bin/sh
# Print what a model sees of a page: first of a stored file, then of a page that is served.
# Start it from the root of the repository: sh examples/snapshot.sh
set -eu
AGENT_E=${AGENT_E:-agent-e}

echo '<title>Order</title><h1>Order 17</h1><label>Name <input required></label><button>Send</button>' |
    $AGENT_E snapshot -

address=$(mktemp)
$AGENT_E site catalog > "$address" &
site=$!
trap 'kill "$site"; rm -f "$address"' EXIT
until grep -q http "$address"; do sleep 0.1; done

$AGENT_E snapshot "$(grep -o 'http://[^ ]*' "$address" | head -n 1)" --find Blanket --links
