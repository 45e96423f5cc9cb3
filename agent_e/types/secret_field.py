"""A field that is about to be given a secret."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class SecretField:
    """What a field is at the moment it would be filled, read where the page cannot reach.

    Attributes:
        origin: of the frame it is in, as the browser enforces it; ``null`` for sandboxed ones.
        kind: ``type`` of an input, in lower case; ``textarea`` or ``""`` for anything else.
        autocomplete: its words, in lower case.
        words: name, label, placeholder and id, for telling what it asks for.
        targets: addresses that its form can be sent to.
    """

    origin: str
    kind: str
    autocomplete: str = ""
    words: str = ""
    targets: tuple[str, ...] = ()
