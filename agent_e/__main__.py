"""``python -m agent_e``."""

from agent_e.cli import main

if __name__ == "__main__":
    main()
