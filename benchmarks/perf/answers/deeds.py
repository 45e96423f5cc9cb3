"""What an honest agent says after doing what a task of the suite ``local`` orders."""

from __future__ import annotations

import re

_DEEDS = (
    ("shop-register", r"account for (.+?) with", "I have created an account for {}."),
    (
        "shop-add-two",
        r"one (.+?) and two of the (.+?) in",
        "I have put one {} and two {} in your basket.",
    ),
    (
        "shop-add-cheapest",
        r"cheapest (\w+) product",
        "I have put the cheapest {} product in your basket.",
    ),
    (
        "shop-add",
        r"Put (\d+) pieces of the (.+?) in",
        "{} pieces of the {} are now in your basket.",
    ),
    ("shop-change-quantity", r"quantity to (\d+)", "I have changed the quantity to {}."),
    ("shop-remove", r"remove the (.+?) again", "I have removed the {} from your basket."),
    (
        "shop-order-again",
        r"ordered in (\w+)",
        "I have added the things of your order of {} to your basket.",
    ),
    ("shop-order", r"Order (\d+) × (.+?) with", "The order has been placed: {} × {}, by express."),
    ("shop-collect", r"order one (.+?) to be", "I have ordered one {} to be collected in store."),
    ("shop-gift", r"expensive (\w+) product", "I have ordered the {} product for you, by express."),
    (
        "flights-book",
        r"from (.+?) to (.+?)(?: on|,|:| with)",
        "I have booked the flight from {} to {}.",
    ),
    ("flights-cancel", r"booking (\w+)", "Your booking {} has been cancelled."),
    ("flights-change-seat", r"seat (\w+)", "I have changed the seat to {}."),
)
"""For each task the beginning of its id, a pattern for its details, and the words."""


def deed_of(task_id: str, task: str) -> str:
    """Return the words for a task; ``""`` for other kinds of tasks."""
    for start, names, words in _DEEDS:
        found = re.search(names, task) if task_id.startswith(start) else None
        if found:
            return words.format(*found.groups())
    return ""
