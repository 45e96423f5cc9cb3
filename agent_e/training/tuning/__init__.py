"""Fine-tuning of vision models: a tiny one to try it on, encoding, training, merging, serving."""
