"""Tables, trees, boards, calendars, charts and maps."""

from __future__ import annotations

from agent_e.benchmarks.tasks.steps import click

from .static_screen import StaticScreen

_DGRID = "dgrid@1.3.3"
_JSGRID = "jsgrid@1.5.3"
_VIS = "vis@4.21.0"
_VIS_LICENCE = "Apache-2.0 OR MIT"
_ZTREE = "@ztree/ztree_v3@3.5.48"

DATA = (
    StaticScreen(
        "jsgrid",
        _JSGRID,
        "demos/index.html",
        ready="frames[0].document.querySelectorAll('.jsgrid-row').length > 5",
    ),
    StaticScreen(
        "jsgrid row",
        _JSGRID,
        "demos/basic.html",
        ready="document.querySelectorAll('.jsgrid-row').length > 5",
        steps=(click("", "", selector=".jsgrid-row >> nth=2"),),
    ),
    StaticScreen(
        "layui table",
        "layui@2.6.8",
        "examples/table.html",
        ready="document.querySelectorAll('.layui-table-body tr').length > 10",
        steps=(click("", "", selector=".layui-table-tool [lay-event=LAYTABLE_COLS] >> nth=0"),),
    ),
    StaticScreen(
        "dgrid",
        _DGRID,
        "dgrid/demos/laboratory/index.html",
        beside=(
            ("dgrid", _DGRID),
            ("dijit", "dijit@1.17.3"),
            ("dojo", "dojo@1.17.3"),
            ("dstore", "dojo-dstore@1.1.2"),
        ),
        ready="document.querySelectorAll('.dgrid-row').length > 10",
        steps=(click("", "", selector="text=Grid Features"),),
        licence="BSD-3-Clause",
    ),
    StaticScreen(
        "ztree name",
        _ZTREE,
        "demo/en/exedit/edit.html",
        ready="document.querySelector('#treeDemo_2_span')",
        steps=(click("", "", selector="#treeDemo_2_a"), click("", "", selector="#treeDemo_2_edit")),
    ),
    StaticScreen("ztree drag", _ZTREE, "demo/en/super/dragWithOther.html"),
    StaticScreen(
        "jkanban",
        "jkanban@1.3.1",
        "example/index.html",
        steps=(click("", "", selector="#myKanban button >> nth=0"),),
        licence="Apache-2.0",
    ),
    StaticScreen("dragula", "dragula@3.7.3", "index.html"),
    StaticScreen(
        "gentelella calendar",
        "gentelella@1.4.0",
        "production/calendar.html",
        ready="document.querySelector('.fc-event')",
        steps=(click("", "", selector=".fc-event >> nth=0"),),
    ),
    StaticScreen(
        "vis network",
        _VIS,
        "examples/network/other/manipulation.html",
        ready="document.querySelector('.vis-edit-mode, .vis-manipulation')",
        steps=(click("", "", selector=".vis-button.vis-edit"),),
        licence=_VIS_LICENCE,
    ),
    StaticScreen(
        "vis settings",
        _VIS,
        "examples/network/physics/physicsConfiguration.html",
        ready="document.querySelector('.vis-configuration-wrapper')",
        licence=_VIS_LICENCE,
    ),
    StaticScreen(
        "vis timeline",
        _VIS,
        "examples/timeline/editing/editingItems.html",
        ready="document.querySelector('.vis-item')",
        steps=(click("", "", selector=".vis-item.vis-box >> nth=0"),),
        licence=_VIS_LICENCE,
    ),
    StaticScreen(
        "flot series",
        "flot@0.8.3",
        "examples/series-toggle/index.html",
        ready="document.querySelector('.flot-overlay')",
    ),
    StaticScreen(
        "tabler charts",
        "tabler-ui@0.0.32",
        "dist/charts.html",
        ready="document.querySelectorAll('.c3 svg').length > 5",
    ),
    StaticScreen(
        "jvectormap",
        "jvectormap@2.0.4",
        "tests/markers.html",
        ready="document.querySelectorAll('.jvectormap-region').length > 40",
        licence="AGPL-3.0",
    ),
)
