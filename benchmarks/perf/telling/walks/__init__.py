"""The walks, by application."""

from __future__ import annotations

from ..walk import Walk
from . import dokuwiki, trac, wagtail

WALKS: dict[str, Walk] = {
    "dokuwiki": dokuwiki.WALK,
    "trac": trac.WALK,
    "wagtail": wagtail.WALK,
}
