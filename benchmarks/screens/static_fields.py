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
        name="layui date range",
        package=_LAYUI,
        path="examples/laydate.html",
        steps=(click("", "", selector="#test1"),),
    ),
    StaticScreen(
        name="layui form",
        package=_LAYUI,
        path="examples/form.html",
        ready="document.querySelector('.layui-form-select')",
        steps=(click("", "", selector=".layui-form-select >> nth=2"),),
    ),
    StaticScreen(
        name="metro time picker",
        package=_METRO,
        path="tests/cypress/time-picker.html",
        ready="document.querySelector('.time-picker')",
        steps=(click("", "", selector=".time-picker >> nth=0"),),
    ),
    StaticScreen(
        name="metro tags",
        package=_METRO,
        path="tests/cypress/tag-input.html",
        ready="document.querySelector('.tag-input')",
        steps=(
            click("", "", selector=".tag-input .input-wrapper >> nth=0"),
            TraceStep(verb="press", value="a"),
        ),
    ),
    StaticScreen(
        name="spectrum",
        package=_SPECTRUM,
        path="index.html",
        steps=(click("", "", selector=".sp-replacer >> nth=0"),),
    ),
    StaticScreen(name="spectrum configurator", package=_SPECTRUM, path="example/index.html"),
    StaticScreen(name="raty", package="raty-js@2.8.0", path="demo/index.html"),
    StaticScreen(
        name="choices",
        package="choices.js@3.0.4",
        path="index.html",
        steps=(click("", "", selector=".choices:has(#choices-multiple-groups)"),),
    ),
    StaticScreen(
        name="ztree in a drop-down",
        package="@ztree/ztree_v3@3.5.48",
        path="demo/en/super/select_menu_checkbox.html",
        steps=(click("link", "select"),),
    ),
    StaticScreen(
        name="tabler form",
        package="tabler-ui@0.0.32",
        path="dist/form-elements.html",
        ready="document.querySelector('#select-users + .selectize-control')",
        steps=(click("", "", selector="#select-users + .selectize-control .selectize-input"),),
    ),
    StaticScreen(
        name="gentelella date range",
        package=_GENTELELLA,
        path="production/form_advanced.html",
        steps=(click("", "", selector="#reportrange"),),
    ),
    StaticScreen(
        name="gentelella wizard",
        package=_GENTELELLA,
        path="production/form_wizards.html",
        ready="document.querySelector('.buttonNext')",
        steps=(click("", "", selector=".buttonNext >> nth=0"),),
    ),
    StaticScreen(
        name="weui uploader", package="weui@2.6.0", path="dist/example/index.html#uploader"
    ),
)
