"""What an agent keeps of its conversation, and what it costs."""
