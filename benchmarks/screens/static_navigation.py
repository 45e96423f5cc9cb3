"""Menus, dialogs, drawers, tours, carousels and the frames of whole applications."""

from __future__ import annotations

from agent_e.benchmarks.tasks.steps import click, wait_for

from .static_screen import StaticScreen

_DIJIT = "dijit@1.17.3"
_DIJIT_LICENCE = "BSD-3-Clause OR AFL-2.1"
# Its pages refer to both by folders beside each other.
_BESIDE_DIJIT = (("dijit", _DIJIT), ("dojo", "dojo@1.17.3"))
_FRAMEWORK7 = "framework7@1.7.1"
_SEMANTIC = "semantic-ui@2.4.2"
_SB_ADMIN = "startbootstrap-sb-admin-2@4.1.4"
_WEUI = "weui@2.6.0"

NAVIGATION = (
    StaticScreen(
        "dijit themes",
        _DIJIT,
        "dijit/themes/themeTester.html",
        beside=_BESIDE_DIJIT,
        ready="document.querySelector('.dijitMenuBar .dijitMenuItem') && "
        "getComputedStyle(document.querySelector('#loader')).display === 'none'",
        steps=(click("menuitem", "Edit"),),
        licence=_DIJIT_LICENCE,
    ),
    StaticScreen(
        "dijit dialog",
        _DIJIT,
        "dijit/tests/test_Dialog.html",
        beside=_BESIDE_DIJIT,
        ready="document.querySelector('#dialog1button.dijitButtonContents')",
        steps=(click("", "", selector="#dialog1button"),),
        licence=_DIJIT_LICENCE,
    ),
    StaticScreen(
        "dijit times",
        _DIJIT,
        "dijit/tests/form/test_TimeTextBox.html",
        beside=_BESIDE_DIJIT,
        ready="document.querySelector('#widget_q1 .dijitArrowButton')",
        steps=(click("", "", selector="#widget_q1 .dijitArrowButton"),),
        licence=_DIJIT_LICENCE,
    ),
    StaticScreen(
        "jquery-ui dialog",
        "jquery-ui-dist@1.13.2",
        "index.html",
        steps=(click("", "", selector="#dialog-link"),),
    ),
    StaticScreen(
        "semantic menus",
        _SEMANTIC,
        "examples/components/menu.html",
        steps=(click("", "", selector=".ui.dropdown >> nth=0"),),
    ),
    StaticScreen("semantic theming", _SEMANTIC, "examples/theming.html"),
    StaticScreen(
        "smartmenus",
        "smartmenus@1.1.0",
        "src/demo/index.html",
        steps=(
            click("", "", selector="#main-menu > li:nth-child(6) > a"),
            click("", "", selector="#main-menu > li:nth-child(6) > ul > li:nth-child(5) > a"),
        ),
    ),
    StaticScreen(
        "weui dialog",
        _WEUI,
        "dist/example/index.html#dialog",
        steps=(click("", "", selector="#showIOSDialog1"),),
    ),
    StaticScreen(
        "weui action sheet",
        _WEUI,
        "dist/example/index.html#actionsheet",
        steps=(click("", "", selector="#showIOSActionSheet"),),
    ),
    StaticScreen(
        "metro dialog",
        "metro4@4.5.0",
        "tests/cypress/dialog.html",
        steps=(click("button", "Load dialog"),),
    ),
    StaticScreen(
        "framework7 form",
        _FRAMEWORK7,
        "dist/index.html",
        steps=(click("link", "Form"), wait_for("Gender")),
    ),
    StaticScreen("framework7 split view", _FRAMEWORK7, "examples/split-view/index.html"),
    StaticScreen(
        "intro.js tour",
        "intro.js@2.4.0",
        "example/hello-world/index.html",
        steps=(click("link", "Show me how"), click("", "", selector=".introjs-nextbutton")),
        licence="AGPL-3.0",
    ),
    StaticScreen(
        "tabler dashboard",
        "tabler-ui@0.0.32",
        "dist/index.html",
        steps=(click("", "", selector=".nav-tabs .nav-link >> nth=2"),),
    ),
    StaticScreen(
        "sb-admin dashboard",
        _SB_ADMIN,
        "index.html",
        steps=(click("", "", selector="#alertsDropdown"),),
    ),
    StaticScreen("sb-admin table", _SB_ADMIN, "tables.html"),
    StaticScreen(
        "flickity",
        "flickity@2.3.0",
        "sandbox/wrap-around.html",
        beside=(
            ("bower_components/get-size", "get-size@2.0.3"),
            ("bower_components/desandro-matches-selector", "desandro-matches-selector@2.0.2"),
            ("bower_components/ev-emitter", "ev-emitter@1.1.1"),
            ("bower_components/unipointer", "unipointer@2.4.0"),
            ("bower_components/unidragger", "unidragger@2.4.0"),
            ("bower_components/fizzy-ui-utils", "fizzy-ui-utils@2.0.7"),
        ),
        ready="document.querySelector('.flickity-page-dots')",
        licence="GPL-3.0",
    ),
)
