"""Language models: clients of providers, what stands before them, and what they may use."""
