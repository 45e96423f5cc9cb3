"""The console's page and what it asks for: signing in, the stream, starting runs, suites."""
