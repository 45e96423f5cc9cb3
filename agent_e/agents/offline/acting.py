"""Strategies that open, press, add, remove and move about."""

from __future__ import annotations

import re
from dataclasses import replace

from .controls import LITERAL, best, best_field, outcome, press, ranked, submit_button
from .forms import set_options
from .goals import Goal
from .items import Item
from .language import content, fit, telling, whole_number, words
from .locating import locate, shown
from .opening import has_left
from .outline import Line, Page
from .parts import main_lines, only_field, only_sending, search_field, top_heading
from .reveal import reveal
from .scene import Found, Moves, Report, Scene

_ADDRESS = re.compile(
    r"(?:https?://|www\.)[^\s\"'<>)]+"
    r"|\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?(?:/[^\s\"'<>)]*)?",
    re.I,
)
_SENDING = re.compile(
    r"(?:(?:click|press|tap|hit) (?:on )?(?:the )?[\"“']?)?"
    r"(?:submit|log ?in|sign ?in|ok|send|save|continue|confirm|proceed|finish|apply|place"
    r"|check ?out)\b",
    re.I,
)
FOCUSING = re.compile(
    r"(?:focus|click|tap|place the cursor)\b.*\b(?:text ?box|input|field|text area)\W*$", re.I
)
_POINTING = re.compile(r"(?:click|press|tap|hit|open|choose|select|pick|follow|expand)\b", re.I)
_ROLE_OF = {
    "link": "link", "button": "button", "tab": "tab", "checkbox": "checkbox", "radio": "radio",
    "textbox": "textbox searchbox spinbutton", "input": "textbox searchbox spinbutton",
    "field": "textbox searchbox spinbutton", "text": "textbox searchbox", "box": "checkbox",
    "picture": "img", "option": "option radio",
}  # fmt: skip
_PRESSING = re.compile(r"(?:click|press|tap|hit)\b", re.I)


def open_thing(scene: Scene, goal: Goal) -> Moves[Report]:
    """Open an address, a control that fits the words, or the item that is meant."""
    if (report := (yield from _at_once(scene, goal))) is not None:
        return report
    page = yield from scene.known()
    if not telling(goal.target) and scene.subject and not _SENDING.match(goal.text):
        goal = replace(goal, target=scene.subject)
    controls = yield from _controls(scene, goal)
    known = shown(page, goal.target) if telling(goal.target) and not controls else None
    if known is None and not controls:
        page = yield from scene.look()
        controls = ranked(page.lines, goal.target, goal.text, page=page)
    if not controls and (found := (yield from _revealed(scene, goal))) is not None:
        controls = [found]
    if controls:
        did = goal.text[:1].upper() + goal.text[1:]
        return (yield from press(scene, controls, did))
    searchable = telling(goal.target) and search_field(page) and not _PRESSING.match(goal.text)
    if known is not None or searchable:
        return (yield from _open_item(scene, goal))
    return Report(status="failed", summary=f"Nothing on the page fits: {goal.text}")


def _at_once(scene: Scene, goal: Goal) -> Moves[Report | None]:
    """What needs no control of that name: an address, a place in a list, folded parts, a field."""
    if address := _ADDRESS.search(goal.text):
        url = address[0].rstrip(".,;")
        step = yield from scene.do("open_url", url=url if "://" in url else f"http://{url}")
        return outcome(step, f"Opened {url}")
    if goal.place or goal.rank:
        return (yield from _open_item(scene, goal))
    if re.match(r"expand|unfold|open (?:all|every|each)\b", goal.text, re.I):
        return (yield from _expand(scene, goal))
    if FOCUSING.match(goal.text) and (field := only_field(scene.page)) is not None:
        return (yield from press(scene, [field], goal.text))
    return None


def _controls(scene: Scene, goal: Goal) -> Moves[list[Line]]:
    """What on the page fits the words; for "submit" and "check out" the usual ways to that."""
    page = scene.page
    found = ranked(page.lines, goal.target, goal.text, page=page)
    if not found and _SENDING.match(goal.text) and (button := submit_button(page)):
        return [button]
    if not found and "checkout" in words(goal.text) and (link := best(page.lines, "basket")):
        yield from scene.click(link)
        page = yield from scene.known()
        return ranked(page.lines, goal.target, goal.text, page=page)
    return found


def _open_item(scene: Scene, goal: Goal) -> Moves[Report]:
    if (control := nth_control(scene.page, goal)) is not None:
        return (yield from press(scene, [control], goal.text))
    picked = yield from locate(scene, goal)
    if picked is None:
        return Report(status="failed", summary=f"Nothing on the page fits: {goal.text}")
    title = scene.subject = picked.item.title
    if picked.here and _PRESSING.match(goal.text):
        return Report(status="failed", summary=f"Nothing on the page fits: {goal.text}")
    if picked.here:
        return Report(
            status="done", summary=f"The page about {title} is open.", facts=_named(picked.item)
        )
    if picked.item.opener is None:
        return Report(
            status="failed", summary=f"{title} cannot be opened.", facts=_named(picked.item)
        )
    return (yield from press(scene, [picked.item.opener], f"Opened {title}"))


def _revealed(scene: Scene, goal: Goal) -> Moves[Line | None]:
    """Look for a control in what is folded away, where its very words are given."""
    literal = LITERAL.search(goal.text)
    if literal is None or not _POINTING.match(goal.text):
        return None
    wanted = f'"{(literal[1] or literal[2]).strip()}"'
    return (yield from reveal(scene, lambda page: best(page.lines, wanted), anything=True))


def _expand(scene: Scene, goal: Goal) -> Moves[Report | None]:
    """Unfold the parts that a goal names, or all of them; ``None`` where nothing is folded."""
    page = yield from scene.known()
    folded = [n for n in page.lines if n.mmid is not None and "collapsed" in n.states]
    named = [n for n in ranked(folded, goal.target) if telling(goal.target)]
    if not folded:
        return None
    every = re.search(r"\b(?:all|every|each|\w+s)\b", goal.target) is not None
    wanted = named[:1] or (folded if every and not named else folded[:1])
    report = Report(status="done", summary="Nothing was folded.")
    for line in wanted:
        report = yield from press(scene, [line], goal.text)
    return report


def nth_control(page: Page, goal: Goal) -> Line | None:
    """Take "the second link" by its role."""
    named = [role for word in words(goal.target) for role in (_ROLE_OF.get(word),) if role]
    if not named or not goal.place or content(goal.target) - content(" ".join(_ROLE_OF)):
        return None
    roles = named[0].split()
    lines = [n for n in page.lines if n.role in roles and n.mmid is not None]
    index = goal.place - 1 if goal.place > 0 else len(lines) + goal.place
    return lines[index] if 0 <= index < len(lines) else None


def find(scene: Scene, goal: Goal) -> Moves[Report]:
    """Have the page show a thing, searching for it if need be."""
    picked = yield from locate(scene, goal)
    if picked is None:
        return Report(status="failed", summary=f"{goal.target} was not found.")
    scene.subject = picked.item.title
    return Report(status="done", summary=f"Found {picked.item.title}.", facts=_named(picked.item))


def _named(item: Item) -> tuple[Found, ...]:
    return (Found(claim=f"name: {item.title}", quote=item.title),) if item.title else ()


def add(scene: Scene, goal: Goal) -> Moves[Report]:
    """Press the "add to …" button of the item that is meant, with its options and quantity set."""
    plain = re.sub(r"\s+(?:in|with) (?:the )?\w+ .*$", "", goal.target)
    if plain != goal.target and shown(scene.page, goal.target) is None:
        goal = replace(goal, target=plain)
    if not (telling(goal.target) or goal.place or goal.rank):
        goal = replace(goal, target=scene.subject)
    picked = yield from locate(scene, goal)
    if picked is None:
        return Report(status="failed", summary=f"{goal.target} was not found, so it was not added.")
    to = re.search(r"\b(?:to|in|into|on) (?:the |my |your |a )?((?:\w+ )?\w+)\W*$", goal.text)
    label, number = f"add to {to[1] if to else 'basket'}", whole_number(goal.value) or 1
    title, lines, opener = picked.item.title, picked.item.lines, picked.item.opener
    if not picked.here and opener and (number > 1 or best(lines, label) is None):
        step = yield from scene.click(opener)
        page = yield from scene.known()
        left = has_left(page, picked.item, step)
        lines = main_lines(page) if left else (*step.fresh, *page.lines)
    yield from set_options(scene, lines, goal.text)
    field = best_field(lines, "quantity") if number > 1 else None
    if field is not None:
        yield from _set_number(scene, field, number)
    button = best(lines, label) or best(scene.page.lines, label) or best(lines, "buy", "order")
    if button is None:
        return Report(status="failed", summary=f"There is no button to {label} for {title}.")
    times = number if field is None else 1
    for _ in range(times):
        report = yield from press(scene, [button], f"Pressed '{button.name}' for {title}")
        if report.status != "done":
            break
    scene.subject = title
    return report


def _set_number(scene: Scene, field: Line, number: int) -> Moves[Report]:
    if field.options:
        step = yield from scene.do("select_option", mmid=field.mmid, option=str(number))
    else:
        step = yield from scene.do("enter_text", mmid=field.mmid, text=str(number))
    return outcome(step, f"Set the quantity to {number}")


def quantity(scene: Scene, goal: Goal) -> Moves[Report]:
    """Set a quantity field, of the named item if one is named; press "update" if there is that."""
    yield from _go_into(scene, goal)
    picked = shown(scene.page, goal.target) if telling(goal.target) else None
    lines = picked.item.lines if picked else main_lines(scene.page)
    numeric = [line for line in lines if line.role == "spinbutton"]
    field = best_field(lines, "quantity") or next(iter(numeric), None)
    if field is None or (telling(goal.target) and picked is None):
        return Report(status="failed", summary=f"There is no quantity to set {goal.target}")
    report = yield from _set_number(scene, field, whole_number(goal.value))
    buttons = [line for line in scene.page.lines if line.role == "button"]
    update = best(buttons, "update", "update quantity", f"update {goal.target}")
    if report.status == "done" and update is not None:
        return (yield from press(scene, [update], f"Set the quantity to {goal.value}"))
    return report


def remove(scene: Scene, goal: Goal) -> Moves[Report]:
    """Press what removes the item that is meant, where it is listed."""
    name = goal.target if telling(goal.target) else scene.subject
    report = yield from _remove_here(scene, name)
    if report is None and (yield from _go_into(scene, goal)):
        report = yield from _remove_here(scene, name)
    summary = f"There is no way to remove {name or goal.target}."
    return report or Report(status="failed", summary=summary)


def _go_into(scene: Scene, goal: Goal) -> Moves[bool]:
    """Open what the goal says a thing is in, such as the basket; says whether it was opened."""
    where = re.search(r"\b(?:from|out of|in) (?:the |my )?(?P<name>[\w ]+)$", goal.text, re.I)
    link = best(scene.page.lines, where["name"]) if where else None
    if where is None or link is None or fit(where["name"], top_heading(scene.page)) >= 0.5:
        return False
    step = yield from scene.click(link)
    yield from scene.known()
    return step.changed


def _remove_here(scene: Scene, name: str) -> Moves[Report | None]:
    page = yield from scene.known()
    picked = shown(page, name) if name else None
    item = () if picked is None else picked.item.lines
    crosses = [line for line in item if line.name in ("×", "✕", "x") and line.mmid is not None]
    button = best(item, "remove", f"remove {name}") or next(iter(crosses), None)
    return None if button is None else (yield from press(scene, [button], f"Removed {name}"))


def send(scene: Scene, goal: Goal) -> Moves[Report]:
    """Press the button that does nothing but send a form, if the page has one."""
    page = yield from scene.known()
    line = only_sending(page.lines)
    if line is None:
        return Report(status="done", summary="There was nothing to send.")
    return (yield from press(scene, [line], "Sent what was entered"))


def move(scene: Scene, goal: Goal) -> Moves[Report]:
    """Go back or forward, load again, scroll, or wait for words."""
    text = goal.text.casefold()
    if text.startswith("scroll"):
        way = next((word for word in ("up", "left", "right") if word in text), "down")
        step = yield from scene.do("scroll", direction=way)
    elif awaited := re.match(r"wait (?:for|until|till) (?:the )?(?P<what>.+)", goal.text, re.I):
        gone = re.search(r"\s+(?:is |are |has )?(?:gone|disappear\w*|vanish\w*)$", awaited["what"])
        what = re.sub(
            r"\s+(?:is |to |be |are )*(?:appears?|shown|visible|loaded|there)$", "", awaited["what"]
        )
        what = what[: gone.start()] if gone else what
        step = yield from scene.do("wait_for", text=what.strip("\"'“”"), gone=gone is not None)
    else:
        ways = {"forward": "forward", "reload": "reload", "refresh": "reload"}
        way = next((ways[word] for word in ways if word in text), "back")
        step = yield from scene.do("history", direction=way)
    status, where = ("failed", step.text[:200]) if step.error else ("done", step.page.title)
    return Report(
        status="failed" if status == "failed" else "done", summary=f"{goal.text}: {where}"
    )
