"""What an agent remembers of its own run: states it has been in, ways it has tried."""
