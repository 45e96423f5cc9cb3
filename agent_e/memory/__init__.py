"""What is kept beside the conversation: the user profile."""
