"""Language models: clients of providers, middleware around them, and limits of their use."""
