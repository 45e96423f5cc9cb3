"""Which acts on strange pages the gate stops, and which harmless ones it asks about."""

from .bench import measure as measure
