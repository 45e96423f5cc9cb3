"""Opens what is folded away until a control comes to light."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .outline import Line, Page
from .parts import next_page
from .scene import Moves, Scene

_MOST = 14
"""Parts that are opened in search of one control."""
_FOLDED = frozenset({"tab", "button", "treeitem", "clickable", "link", "heading", "combobox"})
_HOLDERS = ("list", "tree", "item", "group", "menu")


def reveal(
    scene: Scene, sought: Callable[[Page], Line | None], *, anything: bool = False
) -> Moves[Line | None]:
    """Open folded parts, tabs and further pages until the page has what is sought.

    Args:
        scene: where to look.
        sought: finds it on a page.
        anything: whether other entries of lists may be opened too: folders often look like that.
    """
    opened: set[tuple[str, str, int | None]] = set()
    for _ in range(_MOST):
        page = yield from scene.known()
        if (found := sought(page)) is not None:
            return found
        ways = (line for line in _ways(page, anything=anything) if _key(line) not in opened)
        way = next(ways, None) or next_page(page)
        if way is None:
            return None
        opened.add(_key(way))
        step = yield from scene.do("click", mmid=way.mmid)
        if step.changed and not step.fresh and not step.navigated:
            yield from scene.look()
    return sought(scene.page)


def _key(line: Line) -> tuple[str, str, int | None]:
    return line.role, line.name, line.mmid


def _ways(page: Page, *, anything: bool) -> Iterator[Line]:
    """What may show more, likeliest first."""
    usable = [line for line in page.lines if line.mmid is not None and not line.disabled]
    folded = [n for n in usable if "collapsed" in n.states and n.role in _FOLDED]
    yield from (line for line in folded if line.role != "combobox")
    if anything:
        listed = [
            line
            for line in usable
            if line.role in ("clickable", "treeitem") and page.within(line, *_HOLDERS)
        ]
        yield from reversed([line for line in listed if line not in folded])
    yield from (n for n in usable if n.role == "tab" and not n.checked and n not in folded)
