"""A generated page, and the documents of its frames."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

FOREIGN = "{foreign}"
"""Placeholder in the HTML for the address of the second server, without a trailing slash."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GeneratedPage:
    """A page to observe.

    Attributes:
        name: also its path: it is served at ``/<name>``.
        html: may hold ``{foreign}``, see ``foreign``.
        inner: documents of frames by path (``/frames_basket``), for the same server.
        foreign: documents by path for a server of another site (``localhost`` beside
            ``127.0.0.1``), whose address, such as ``http://localhost:8124``, replaces ``{foreign}``
            in all documents.
        scroll: CSS pixels to scroll down before measuring.
    """

    name: str
    html: str
    inner: Mapping[str, str] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)
    scroll: int = 0

    def documents(self, foreign: str) -> dict[str, str]:
        """Return the page's own documents, by path, for a second server at ``foreign``."""
        return {
            path: html.replace(FOREIGN, foreign)
            for path, html in {f"/{self.name}": self.html, **self.inner}.items()
        }
