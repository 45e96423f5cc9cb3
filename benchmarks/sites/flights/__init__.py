"""Larkway, a flight-booking application: where a browser agent plans and books journeys."""
