"""A field that is about to receive a secret."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class SecretField:
    """A field at the moment it would be filled, read where the page cannot interfere.

    Attributes:
        origin: of the frame it is in, as the browser enforces it; ``null`` for sandboxed ones.
        kind: ``type`` of an input, in lower case; ``textarea`` or ``""`` for anything else.
        autocomplete: its words, in lower case.
        words: name, label, placeholder and id, to determine what it asks for.
        targets: addresses that its form can be sent to.
    """

    origin: str
    kind: str
    autocomplete: str = ""
    words: str = ""
    targets: tuple[str, ...] = ()
