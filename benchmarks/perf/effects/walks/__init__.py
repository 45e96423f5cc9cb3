"""The walks, by application."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk

from . import (
    directus,
    dokuwiki,
    etherpad,
    ghost,
    homeassistant,
    jupyterlab,
    nodered,
    phpmyadmin,
    pretix,
    requesttracker,
    trac,
    wagtail,
)

WALKS: dict[str, Walk] = {
    "directus": directus.WALK,
    "dokuwiki": dokuwiki.WALK,
    "etherpad": etherpad.WALK,
    "ghost": ghost.WALK,
    "homeassistant": homeassistant.WALK,
    "jupyterlab": jupyterlab.WALK,
    "nodered": nodered.WALK,
    "phpmyadmin": phpmyadmin.WALK,
    "pretix": pretix.WALK,
    "requesttracker": requesttracker.WALK,
    "trac": trac.WALK,
    "wagtail": wagtail.WALK,
}
