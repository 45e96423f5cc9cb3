"""Third-party applications, installed from package registries, to try the agent on.

Each is a module of its own; the tasks on them are the suite ``apps``.
"""

from .app import App, Copy, Screen
from .directus import Directus
from .dokuwiki import DokuWiki
from .etherpad import Etherpad
from .ghost import Ghost
from .homeassistant import HomeAssistant
from .installing import AppFailed, apps_folder
from .jupyterlab import JupyterLab
from .nodered import NodeRed
from .phpmyadmin import PhpMyAdmin
from .pretix import Pretix
from .requesttracker import RequestTracker
from .running import RunningApp, clear, is_prepared, port_in_use, standing
from .serving import serve_app_copy
from .trac import Trac
from .wagtail import Wagtail

APPS: dict[str, App] = {
    app.name: app
    for app in (
        Directus(),
        DokuWiki(),
        Etherpad(),
        Ghost(),
        HomeAssistant(),
        JupyterLab(),
        NodeRed(),
        PhpMyAdmin(),
        Pretix(),
        RequestTracker(),
        Trac(),
        Wagtail(),
    )
}
"""All applications by name."""

__all__ = [
    "APPS",
    "App",
    "AppFailed",
    "Copy",
    "RunningApp",
    "Screen",
    "apps_folder",
    "clear",
    "is_prepared",
    "port_in_use",
    "serve_app_copy",
    "standing",
]
