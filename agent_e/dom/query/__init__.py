"""Code of the model run on copies of pages, where it can read and nothing else."""
