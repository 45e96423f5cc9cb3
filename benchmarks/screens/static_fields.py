"""Fields of forms: dates, times, colours, choices, tags, stars, files and sliders."""

from __future__ import annotations

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click

from .static_screen import StaticScreen

_GENTELELLA = "gentelella@1.4.0"
_LAYUI = "layui@2.6.8"
_METRO = "metro4@4.5.0"
_SPECTRUM = "spectrum-colorpicker@1.8.1"

FIELDS = (
    StaticScreen(
        "layui date range",
        _LAYUI,
        "examples/laydate.html",
        steps=(click("", "", selector="#test1"),),
    ),
    StaticScreen(
        "layui form",
        _LAYUI,
        "examples/form.html",
        ready="document.querySelector('.layui-form-select')",
        steps=(click("", "", selector=".layui-form-select >> nth=2"),),
    ),
    StaticScreen(
        "metro time picker",
        _METRO,
        "tests/cypress/time-picker.html",
        ready="document.querySelector('.time-picker')",
        steps=(click("", "", selector=".time-picker >> nth=0"),),
    ),
    StaticScreen(
        "metro tags",
        _METRO,
        "tests/cypress/tag-input.html",
        ready="document.querySelector('.tag-input')",
        steps=(
            click("", "", selector=".tag-input .input-wrapper >> nth=0"),
            TraceStep(verb="press", value="a"),
        ),
    ),
    StaticScreen(
        "spectrum",
        _SPECTRUM,
        "index.html",
        steps=(click("", "", selector=".sp-replacer >> nth=0"),),
    ),
    StaticScreen("spectrum configurator", _SPECTRUM, "example/index.html"),
    StaticScreen("raty", "raty-js@2.8.0", "demo/index.html"),
    StaticScreen(
        "choices",
        "choices.js@3.0.4",
        "index.html",
        steps=(click("", "", selector=".choices:has(#choices-multiple-groups)"),),
    ),
    StaticScreen(
        "ztree in a drop-down",
        "@ztree/ztree_v3@3.5.48",
        "demo/en/super/select_menu_checkbox.html",
        steps=(click("link", "select"),),
    ),
    StaticScreen(
        "tabler form",
        "tabler-ui@0.0.32",
        "dist/form-elements.html",
        ready="document.querySelector('#select-users + .selectize-control')",
        steps=(click("", "", selector="#select-users + .selectize-control .selectize-input"),),
    ),
    StaticScreen(
        "gentelella date range",
        _GENTELELLA,
        "production/form_advanced.html",
        steps=(click("", "", selector="#reportrange"),),
    ),
    StaticScreen(
        "gentelella wizard",
        _GENTELELLA,
        "production/form_wizards.html",
        ready="document.querySelector('.buttonNext')",
        steps=(click("", "", selector=".buttonNext >> nth=0"),),
    ),
    StaticScreen("weui uploader", "weui@2.6.0", "dist/example/index.html#uploader"),
)
