"""One stored page or picture, which notes what is done on it and does nothing."""
