"""One vision model that opens addresses and clicks words (seed: ai-web-agent)."""
