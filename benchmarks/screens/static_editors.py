"""Editors of texts, code, JSON, drawings, pages and sheets."""

from __future__ import annotations

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click

from .static_screen import StaticScreen

_CKEDITOR = "ckeditor@4.12.1"
_CKEDITOR_LICENCE = "GPL-2.0 OR LGPL-2.1 OR MPL-1.1"
_CODEMIRROR = "codemirror@4.13.0"
_GRAPESJS = "grapesjs@0.14.62"
_JSONEDITOR = "jsoneditor@9.10.5"
_LUCKYSHEET = "luckysheet@2.1.13"
_SVGEDIT = "svgedit@7.4.1"
# It asks only once about what it stores, which is once in all visits of a browser.
_SVGEDIT_PATH = "dist/editor/index.html?storagePrompt=false"
_SVGEDIT_LICENCE = "MIT AND Apache-2.0 AND ISC AND LGPL-3.0-or-later AND X11"
_SWAGGER = "swagger-editor-dist@3.18.2"

EDITORS = (
    StaticScreen(
        "ckeditor table dialog",
        _CKEDITOR,
        "samples/index.html",
        ready="document.querySelector('.cke_button__table')",
        steps=(click("", "", selector=".cke_button__table"),),
        licence=_CKEDITOR_LICENCE,
    ),
    StaticScreen(
        "ckeditor toolbar configurator",
        _CKEDITOR,
        "samples/toolbarconfigurator/index.html",
        ready="document.querySelector('.cke_button__table')",
        licence=_CKEDITOR_LICENCE,
    ),
    StaticScreen(
        "ckeditor inline",
        _CKEDITOR,
        "samples/old/inlineall.html",
        ready="document.querySelector('.cke_editable')",
        steps=(
            click("", "", selector="#taglist"),
            click("", "", selector=".cke_button__link >> visible=true"),
        ),
        licence=_CKEDITOR_LICENCE,
    ),
    StaticScreen(
        "codemirror completions",
        _CODEMIRROR,
        "demo/complete.html",
        steps=(
            click("", "", selector=".CodeMirror-lines pre >> nth=3"),
            TraceStep(verb="press", value="End"),
            TraceStep(verb="press", value="Enter"),
            TraceStep(verb="press", value="Control+Space"),
        ),
    ),
    StaticScreen(
        "codemirror search",
        _CODEMIRROR,
        "demo/search.html",
        steps=(
            click("", "", selector=".CodeMirror-code"),
            TraceStep(verb="press", value="Control+f"),
        ),
    ),
    StaticScreen(
        "ace commands",
        "ace-builds@1.32.0",
        "editor.html",
        steps=(click("", "", selector=".ace_content"), TraceStep(verb="press", value="F1")),
        licence="BSD-3-Clause",
    ),
    StaticScreen(
        "editor.md",
        "editor.md@1.5.0",
        "examples/simple.html",
        ready="document.querySelector('.editormd-preview-container h4')",
        steps=(click("", "", selector=".editormd-menu [name=table]"),),
    ),
    StaticScreen(
        "medium-editor",
        "medium-editor@5.23.3",
        "demo/multi-editor.html",
        steps=(
            click("", "", selector=".editable >> nth=0"),
            TraceStep(verb="press", value="Home"),
            TraceStep(verb="press", value="Shift+End"),
        ),
    ),
    StaticScreen(
        "jsoneditor node menu",
        _JSONEDITOR,
        "examples/11_autocomplete_basic.html",
        steps=(click("", "", selector=".jsoneditor-contextmenu-button >> nth=3"),),
        licence="Apache-2.0",
    ),
    StaticScreen(
        "jsoneditor transform",
        _JSONEDITOR,
        "examples/07_json_schema_validation.html",
        steps=(click("", "", selector=".jsoneditor-transform >> nth=0"),),
        licence="Apache-2.0",
    ),
    StaticScreen(
        "swagger file menu",
        _SWAGGER,
        "index.html",
        ready="document.querySelectorAll('.opblock').length > 10",
        steps=(click("", "", selector=".dd-menu >> nth=0"),),
        licence="Apache-2.0",
    ),
    StaticScreen(
        "swagger operation",
        _SWAGGER,
        "index.html",
        ready="document.querySelectorAll('.opblock').length > 10",
        steps=(click("", "", selector=".opblock-summary >> nth=0"), click("button", "Try it out")),
        licence="Apache-2.0",
    ),
    StaticScreen(
        "grapesjs code",
        _GRAPESJS,
        "index.html",
        ready="document.querySelector('.gjs-pn-btn')",
        steps=(click("", "", selector=".gjs-pn-btn.fa-code"),),
        licence="BSD-3-Clause",
    ),
    StaticScreen(
        "grapesjs styles",
        _GRAPESJS,
        "index.html",
        ready="document.querySelector('.gjs-pn-btn')",
        steps=(
            click("", "", selector=".gjs-pn-btn.fa-bars"),
            click("", "", selector=".gjs-layer-title >> nth=0"),
            click("", "", selector=".gjs-pn-btn.fa-paint-brush"),
            click("", "", selector=".gjs-sm-title >> visible=true"),
        ),
        licence="BSD-3-Clause",
    ),
    StaticScreen(
        "svgedit menu",
        _SVGEDIT,
        _SVGEDIT_PATH,
        ready="document.querySelector('#se-storage-dialog')",
        steps=(click("", "", selector="#main_button"),),
        licence=_SVGEDIT_LICENCE,
    ),
    StaticScreen(
        "svgedit paint",
        _SVGEDIT,
        _SVGEDIT_PATH,
        ready="document.querySelector('#se-storage-dialog')",
        steps=(click("", "", selector="#fill_color #picker"),),
        licence=_SVGEDIT_LICENCE,
    ),
    StaticScreen(
        "luckysheet",
        _LUCKYSHEET,
        "dist/index.html",
        ready="document.querySelector('#luckysheet-icon-fmt-other')",
    ),
    StaticScreen(
        "luckysheet formats",
        _LUCKYSHEET,
        "dist/index.html",
        ready="document.querySelector('#luckysheet-icon-fmt-other')",
        steps=(click("", "", selector="#luckysheet-icon-fmt-other"),),
    ),
)
