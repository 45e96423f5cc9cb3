"""Training: data from pictures of pages, fine-tuning of vision models, a small grounder."""
