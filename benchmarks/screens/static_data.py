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
        name="jsgrid",
        package=_JSGRID,
        path="demos/index.html",
        ready="frames[0].document.querySelectorAll('.jsgrid-row').length > 5",
    ),
    StaticScreen(
        name="jsgrid row",
        package=_JSGRID,
        path="demos/basic.html",
        ready="document.querySelectorAll('.jsgrid-row').length > 5",
        steps=(click("", "", selector=".jsgrid-row >> nth=2"),),
    ),
    StaticScreen(
        name="layui table",
        package="layui@2.6.8",
        path="examples/table.html",
        ready="document.querySelectorAll('.layui-table-body tr').length > 10",
        steps=(click("", "", selector=".layui-table-tool [lay-event=LAYTABLE_COLS] >> nth=0"),),
    ),
    StaticScreen(
        name="dgrid",
        package=_DGRID,
        path="dgrid/demos/laboratory/index.html",
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
        name="ztree name",
        package=_ZTREE,
        path="demo/en/exedit/edit.html",
        ready="document.querySelector('#treeDemo_2_span')",
        steps=(click("", "", selector="#treeDemo_2_a"), click("", "", selector="#treeDemo_2_edit")),
    ),
    StaticScreen(name="ztree drag", package=_ZTREE, path="demo/en/super/dragWithOther.html"),
    StaticScreen(
        name="jkanban",
        package="jkanban@1.3.1",
        path="example/index.html",
        steps=(click("", "", selector="#myKanban button >> nth=0"),),
        licence="Apache-2.0",
    ),
    StaticScreen(name="dragula", package="dragula@3.7.3", path="index.html"),
    StaticScreen(
        name="gentelella calendar",
        package="gentelella@1.4.0",
        path="production/calendar.html",
        ready="document.querySelector('.fc-event')",
        steps=(click("", "", selector=".fc-event >> nth=0"),),
    ),
    StaticScreen(
        name="vis network",
        package=_VIS,
        path="examples/network/other/manipulation.html",
        ready="document.querySelector('.vis-edit-mode, .vis-manipulation')",
        steps=(click("", "", selector=".vis-button.vis-edit"),),
        licence=_VIS_LICENCE,
    ),
    StaticScreen(
        name="vis settings",
        package=_VIS,
        path="examples/network/physics/physicsConfiguration.html",
        ready="document.querySelector('.vis-configuration-wrapper')",
        licence=_VIS_LICENCE,
    ),
    StaticScreen(
        name="vis timeline",
        package=_VIS,
        path="examples/timeline/editing/editingItems.html",
        ready="document.querySelector('.vis-item')",
        steps=(click("", "", selector=".vis-item.vis-box >> nth=0"),),
        licence=_VIS_LICENCE,
    ),
    StaticScreen(
        name="flot series",
        package="flot@0.8.3",
        path="examples/series-toggle/index.html",
        ready="document.querySelector('.flot-overlay')",
    ),
    StaticScreen(
        name="tabler charts",
        package="tabler-ui@0.0.32",
        path="dist/charts.html",
        ready="document.querySelectorAll('.c3 svg').length > 5",
    ),
    StaticScreen(
        name="jvectormap",
        package="jvectormap@2.0.4",
        path="tests/markers.html",
        ready="document.querySelectorAll('.jvectormap-region').length > 40",
        licence="AGPL-3.0",
    ),
)
