"""Money is counted in cents and shown in dollars."""

from __future__ import annotations


def render_money(cents: int) -> str:
    """Show an amount the way the shop does: `$1,299.00`."""
    return f"${cents / 100:,.2f}"


def to_dollars(cents: int) -> float:
    """Turn cents into the nearest number of dollars, so that 1240 compares equal to 12.4."""
    return cents / 100
