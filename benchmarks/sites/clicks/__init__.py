"""Pages made to be clicked on once: controls, icons, drawings and pictures; and our other sites."""
