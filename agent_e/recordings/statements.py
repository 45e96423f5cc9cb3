"""The Playwright calls that do what an action did; one function for each skill."""

from __future__ import annotations

from collections.abc import Callable

from agent_e.browser.key_names import SUBMIT, key_names, modifier_names
from agent_e.journal.events import Record
from agent_e.safety.secrets import handle_in
from agent_e.types import TICKED

from .source import Variables, literal
from .steps import DoneAction

_BY_TEXT = frozenset({"clickable", "listitem"})
"""Roles whose elements Playwright finds by their text, and not by role and name."""
_NO_ROLE = frozenset({"", "audio", "canvas", "text", "video"})
_LISTS = frozenset({"combobox", "listbox", "radiogroup"})
_SCREEN = 0.9
"""Share of the window that a scroll by one page moves it."""


class CannotWrite(Exception):
    """No call of Playwright's does the same."""


class Statements:
    """Writes statements.

    Attributes:
        base: origin that stands in the script as ``BASE_URL``.
        height: of the window, CSS pixels.
        variables: for secrets.
        framed: whether a statement needs the script's function ``frame``.
    """

    def __init__(self, base: str, height: int) -> None:
        self.base = base
        self.height = height
        self.variables = Variables()
        self.framed = False

    def of(self, page: str, step: DoneAction) -> list[str]:
        """Return the statements for an action in the tab of this variable.

        Raises:
            CannotWrite: there are none.
        """
        if step.start.action not in _WRITERS:
            raise CannotWrite
        return _WRITERS[step.start.action](self, page, step)

    def address(self, url: str) -> str:
        """Return the expression for an address."""
        rest = url.removeprefix(self.base)
        if not self.base or rest == url or rest[:1] not in ("", "/", "?", "#"):
            return self.variables.text(url)
        return f"BASE_URL + {self.variables.text(rest)}" if rest else "BASE_URL"

    def locator(self, page: str, element: Record, role: str = "", name: str = "") -> str:
        """Return that of an element, or of another one of the same frame by role and name.

        Raises:
            CannotWrite: it has neither role nor text.
        """
        nth = element.get("nth") if not role else None
        by_text = not role and (element.get("role") in _BY_TEXT or element.get("tag") == "summary")
        role, name = role or element.get("role", ""), name or element.get("name", "")
        if role in _NO_ROLE or (by_text and not name):
            raise CannotWrite
        named = self.variables.text(name)
        found = f"get_by_role({literal(role)}{f', name={named}, exact=True' if name else ''})"
        found = f"get_by_text({named}, exact=True)" if by_text else found
        if frame := element.get("frame"):
            self.framed = True
            address = self.address(frame[0].partition("?")[0])
            page = f"frame({page}, {address}{f', {frame[1]}' if frame[1] else ''})"
        return f"{page}.{found}{'' if nth is None else f'.nth({nth})'}"

    def target(self, page: str, step: DoneAction) -> str:
        """Return the locator of an action's target."""
        return self.locator(page, step.start.target)

    def fill(self, page: str, step: DoneAction, element: Record, text: str) -> list[str]:
        """Return how a field is given a value, of whatever kind it is."""
        locator, role = self.locator(page, element), element.get("role")
        held = _held(step, element, text)
        if role in ("checkbox", "switch", "menuitemcheckbox"):
            return [f"{locator}.set_checked({text.strip().lower() in TICKED})"]
        if role == "radio" and held == text and text.strip().lower() in TICKED:
            return [f"{locator}.check()"]
        lists = role in _LISTS and element.get("tag") not in ("input", "textarea")
        if lists or role == "radio":
            return self.choose(page, element, held)
        if "read-only" in (element.get("states") or ()):
            raise CannotWrite
        secret = handle_in(text) or ("password" in (element.get("states") or ()) and "password")
        given = self.variables.secret(secret) if secret else self.variables.text(held)
        return [f"{locator}.fill({given})"]

    def choose(self, page: str, element: Record, option: str) -> list[str]:
        """Return how an option of a select, a group of radios or a drawn list is chosen."""
        locator, role = self.locator(page, element), element.get("role")
        if element.get("tag") == "select":
            return [f"{locator}.select_option(label={self.variables.text(option)})"]
        if role in ("radio", "radiogroup"):
            return [f"{self.locator(page, element, 'radio', option)}.check()"]
        picked = f"{self.locator(page, element, 'option', option)}.click()"
        if role == "listbox":
            return [picked]
        typed = element.get("tag") == "input" and "read-only" not in (element.get("states") or ())
        opened = f"fill({self.variables.text(option)})" if typed else "click()"
        return [f"{locator}.{opened}", picked]


def _held(step: DoneAction, element: Record, text: str) -> str:
    return str(step.ends[0].holds.get(str(element.get("mmid")), text))


def _centre(element: Record) -> tuple[int, int]:
    if not (box := element.get("box")):
        raise CannotWrite
    return box[0] + box[2] // 2, box[1] + box[3] // 2


def _wait_for(make: Statements, page: str, step: DoneAction) -> list[str]:
    if url := step.text("url"):
        return [f"{page}.wait_for_url(lambda url: {make.variables.text(url)} in url)"]
    text = step.text("text")
    if not text or ".." in text:
        # Playwright waits for elements by itself, and cannot for a number in a range.
        return []
    state = 'state="hidden"' if step.given("gone") else ""
    return [f"{page}.get_by_text({make.variables.text(text)}).first.wait_for({state})"]


def _click(make: Statements, page: str, step: DoneAction) -> list[str]:
    waited = step.given("text") is not None
    how, target, at = step.text("how"), step.start.target, step.given("at")
    options = [f"button={literal(how)}"] if how in ("right", "middle") else []
    if step.given("seconds") and not waited:
        options.append(f"delay={round(float(step.given('seconds')) * 1000)}")
    verb = "dblclick" if how == "double" else "click"
    held = [literal(name) for name in modifier_names(step.text("modifiers"))]
    try:
        if step.given("description"):
            raise CannotWrite
        locator = make.target(page, step)
    except CannotWrite:
        if held:
            raise
        x, y = at or _centre(target)
        return [f"{page}.mouse.{verb}({', '.join([str(x), str(y), *options])})"]
    options += [f"modifiers=[{', '.join(held)}]"] if held else []
    if at and (box := target.get("box")):
        options.append(f'position={{"x": {at[0] - box[0]}, "y": {at[1] - box[1]}}}')
    return [
        *(_wait_for(make, page, step) if waited else []),
        f"{locator}.{verb}({', '.join(options)})",
    ]


def _drag(make: Statements, page: str, step: DoneAction) -> list[str]:
    goal = step.start.elements.get(str(step.given("onto")))
    if goal and not step.given("at") and not step.given("part"):
        return [f"{make.target(page, step)}.drag_to({make.locator(page, goal)})"]
    if step.given("part"):
        raise CannotWrite
    x, y = step.given("at") or _centre(step.start.target)
    to = _centre(goal) if goal else (x + step.given("dx"), y + step.given("dy"))
    moves = f"move({x}, {y})", "down()", f"move({to[0]}, {to[1]}, steps=10)", "up()"
    return [f"{page}.mouse.{move}" for move in moves]


def _enter_text(make: Statements, page: str, step: DoneAction) -> list[str]:
    sent = [f'{make.target(page, step)}.press("Enter")'] if step.given("submit") else []
    return make.fill(page, step, step.start.target, step.text("text")) + sent


def _fill_form(make: Statements, page: str, step: DoneAction) -> list[str]:
    lines: list[str] = []
    for each in step.given("fields") or ():
        if each.get("mmid") not in step.ends[0].left:
            element = step.start.elements.get(str(each.get("mmid"))) or each
            lines += make.fill(page, step, element, str(each.get("value") or ""))
    sent = step.start.target and not step.ends[0].stopped
    return [*lines, f"{make.target(page, step)}.click()"] if sent else lines


def _pick_date(make: Statements, page: str, step: DoneAction) -> list[str]:
    if step.given("end") or step.start.target.get("tag") != "input":
        raise CannotWrite
    return make.fill(page, step, step.start.target, step.text("date"))


def _press_key(make: Statements, page: str, step: DoneAction) -> list[str]:
    lines: list[str] = []
    for key in key_names(step.text("key")):
        # With the first the focus may go on.
        on = make.target(page, step) if step.start.target and not lines else f"{page}.keyboard"
        typed = "type" if on.endswith(".keyboard") else "press_sequentially"
        verb = typed if len(key) == 1 else "press"
        lines.append(f"{on}.{verb}({literal('Enter' if key == SUBMIT else key)})")
    return lines


def _upload_file(make: Statements, page: str, step: DoneAction) -> list[str]:
    paths = ", ".join(make.variables.text(str(path)) for path in step.given("paths") or ())
    locator = make.target(page, step)
    if step.start.target.get("tag") == "input":
        return [f"{locator}.set_input_files([{paths}])"]
    chooser = f"with {page}.expect_file_chooser() as chooser:"
    return [chooser, f"    {locator}.click()", f"chooser.value.set_files([{paths}])"]


def _scroll(make: Statements, page: str, step: DoneAction) -> list[str]:
    if until := step.text("until"):
        found = f"get_by_text({make.variables.text(until)}).first"
        return [f"{page}.{found}.scroll_into_view_if_needed()"]
    if step.ends[0].ghost:
        return []
    far = round(float(step.given("pages") or 1) * _SCREEN * make.height)
    ways = {"up": (0, -far), "left": (-far, 0), "right": (far, 0)}
    x, y = ways.get(step.text("direction"), (0, far))
    over = [f"{make.target(page, step)}.hover()"] if step.start.target else []
    return [*over, f"{page}.mouse.wheel({x}, {y})"]


def _history(make: Statements, page: str, step: DoneAction) -> list[str]:
    names = {"back": "go_back", "forward": "go_forward"}
    return [f"{page}.{names.get(step.text('direction'), 'reload')}()"]


def _nothing(make: Statements, page: str, step: DoneAction) -> list[str]:
    return []


_WRITERS: dict[str, Callable[[Statements, str, DoneAction], list[str]]] = {
    "click": _click,
    "drag": _drag,
    "enter_text": _enter_text,
    "fill_form": _fill_form,
    "fill_secret": lambda make, page, step: make.fill(
        page, step, step.start.target, f"{{secret:{step.text('handle')}}}"
    ),
    # Of a dialog that no earlier action opened: Playwright dismisses it.
    "handle_dialog": _nothing,
    "history": _history,
    "hover": lambda make, page, step: [f"{make.target(page, step)}.hover()"],
    "open_url": lambda make, page, step: [f"{page}.goto({make.address(step.text('url'))})"],
    "pick_date": _pick_date,
    "press_key": _press_key,
    "scroll": _scroll,
    "select_option": lambda make, page, step: make.choose(
        page, step.start.target, _held(step, step.start.target, step.text("option"))
    ),
    "tabs": lambda make, page, step: [
        f"{page}.{'close' if step.text('do') == 'close' else 'bring_to_front'}()"
    ],
    "upload_file": _upload_file,
    "wait": _nothing,
    "wait_for": _wait_for,
}
