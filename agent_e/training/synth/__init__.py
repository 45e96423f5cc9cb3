"""Records from pages that a browser opens: pictures, boxes, kinds and instructions."""
