"""Whether what an outline offers can be got at: each number tried up to the press."""
