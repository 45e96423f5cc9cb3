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
        name="dijit themes",
        package=_DIJIT,
        path="dijit/themes/themeTester.html",
        beside=_BESIDE_DIJIT,
        ready="document.querySelector('.dijitMenuBar .dijitMenuItem') && "
        "getComputedStyle(document.querySelector('#loader')).display === 'none'",
        steps=(click("menuitem", "Edit"),),
        licence=_DIJIT_LICENCE,
    ),
    StaticScreen(
        name="dijit dialog",
        package=_DIJIT,
        path="dijit/tests/test_Dialog.html",
        beside=_BESIDE_DIJIT,
        ready="document.querySelector('#dialog1button.dijitButtonContents')",
        steps=(click("", "", selector="#dialog1button"),),
        licence=_DIJIT_LICENCE,
    ),
    StaticScreen(
        name="dijit times",
        package=_DIJIT,
        path="dijit/tests/form/test_TimeTextBox.html",
        beside=_BESIDE_DIJIT,
        ready="document.querySelector('#widget_q1 .dijitArrowButton')",
        steps=(click("", "", selector="#widget_q1 .dijitArrowButton"),),
        licence=_DIJIT_LICENCE,
    ),
    StaticScreen(
        name="jquery-ui dialog",
        package="jquery-ui-dist@1.13.2",
        path="index.html",
        steps=(click("", "", selector="#dialog-link"),),
    ),
    StaticScreen(
        name="semantic menus",
        package=_SEMANTIC,
        path="examples/components/menu.html",
        steps=(click("", "", selector=".ui.dropdown >> nth=0"),),
    ),
    StaticScreen(name="semantic theming", package=_SEMANTIC, path="examples/theming.html"),
    StaticScreen(
        name="smartmenus",
        package="smartmenus@1.1.0",
        path="src/demo/index.html",
        steps=(
            click("", "", selector="#main-menu > li:nth-child(6) > a"),
            click("", "", selector="#main-menu > li:nth-child(6) > ul > li:nth-child(5) > a"),
        ),
    ),
    StaticScreen(
        name="weui dialog",
        package=_WEUI,
        path="dist/example/index.html#dialog",
        steps=(click("", "", selector="#showIOSDialog1"),),
    ),
    StaticScreen(
        name="weui action sheet",
        package=_WEUI,
        path="dist/example/index.html#actionsheet",
        steps=(click("", "", selector="#showIOSActionSheet"),),
    ),
    StaticScreen(
        name="metro dialog",
        package="metro4@4.5.0",
        path="tests/cypress/dialog.html",
        steps=(click("button", "Load dialog"),),
    ),
    StaticScreen(
        name="framework7 form",
        package=_FRAMEWORK7,
        path="dist/index.html",
        steps=(click("link", "Form"), wait_for("Gender")),
    ),
    StaticScreen(
        name="framework7 split view", package=_FRAMEWORK7, path="examples/split-view/index.html"
    ),
    StaticScreen(
        name="intro.js tour",
        package="intro.js@2.4.0",
        path="example/hello-world/index.html",
        steps=(click("link", "Show me how"), click("", "", selector=".introjs-nextbutton")),
        licence="AGPL-3.0",
    ),
    StaticScreen(
        name="tabler dashboard",
        package="tabler-ui@0.0.32",
        path="dist/index.html",
        steps=(click("", "", selector=".nav-tabs .nav-link >> nth=2"),),
    ),
    StaticScreen(
        name="sb-admin dashboard",
        package=_SB_ADMIN,
        path="index.html",
        steps=(click("", "", selector="#alertsDropdown"),),
    ),
    StaticScreen(name="sb-admin table", package=_SB_ADMIN, path="tables.html"),
    StaticScreen(
        name="flickity",
        package="flickity@2.3.0",
        path="sandbox/wrap-around.html",
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
