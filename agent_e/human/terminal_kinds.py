"""How most kinds of question are asked on a terminal."""

from __future__ import annotations

import string
from collections.abc import Mapping, Sequence
from typing import Any

from agent_e.types import AskedKind

from .terminal_talk import Talk, rows_of, split

_TITLES: Mapping[AskedKind, str] = {
    "approval": "Approval",
    "budget": "The budget",
    "review": "The answer",
    "demonstrate": "Show me",
}
_MEANINGS: Mapping[tuple[AskedKind, str], str] = {
    ("approval", "yes"): "do it, this once",
    ("approval", "no"): "do not; a reason may follow: no, wrong size",
    ("approval", "all"): "{all}, without asking again in this run",
    ("budget", "more"): "go on",
    ("budget", "stop"): "end the run with what there is",
    ("review", "accept"): "the answer is right",
    ("review", "back"): "it is not; say what is wrong: back, that is last year's price",
    ("demonstrate", "done"): "I have done it",
    ("demonstrate", "cannot"): "I cannot do it either; a reason may follow",
}


async def ask_words(talk: Talk) -> None:
    """Have words typed; an empty line takes the default where there is one."""
    talk.ask()
    default = talk.request.default
    prompt = "> " if default is None else f"[{default}] > "
    while True:
        line = await talk.line(prompt)
        if not line and default is None:
            talk.say("That is empty. Type an answer, or press Ctrl-D to give none.")
        elif talk.answered(line or default):
            return


async def ask_secret(talk: Talk) -> None:
    """Have something typed that is not shown."""
    site = talk.request.evidence.get("site") or talk.request.evidence.get("origin")
    talk.ask(*([f"It is filled in on {site} only."] if site else []))
    while True:
        line = await talk.line("(not shown) > ", echo=False)
        if not line.strip():
            talk.say("That is empty. Type it, or press Ctrl-D to give none.")
        elif talk.answered(line):
            talk.say("  Taken, and shown to nobody.", style="dim")
            return


async def ask_captcha(talk: Talk) -> None:
    """Say where the picture is, and have what it shows typed."""
    origin, picture = talk.request.evidence.get("origin"), talk.picture()
    talk.ask(
        *([f"On {origin}"] if origin else []),
        *([f"The picture: {picture}"] if picture else []),
    )
    while not ((line := await talk.line()) and talk.answered(line)):
        if not line:
            talk.say("That is empty. Type what it shows, or press Ctrl-D to give none.")


async def ask_choice(talk: Talk) -> None:
    """Have one of some options named, by its number or in words."""
    options = list(talk.request.schema.get("enum", ()))
    if not options:
        await ask_words(talk)
        return
    labels = _labels(options)
    talk.ask(rows=[(label, str(each)) for label, each in zip(labels, options, strict=True)])
    while True:
        line = await talk.line(f"{labels[0]}-{labels[-1]} or words > ")
        chosen = _chosen(line, options, labels)
        if chosen is None:
            talk.say(f"There is no {line!r}. Type one of {_either(labels)}, or its words.")
        elif talk.answered(chosen):
            return


async def ask_option(talk: Talk) -> None:
    """Have one of a few words typed; of some, words may follow."""
    kind, options = talk.request.kind, list(map(str, talk.request.schema.get("enum", ())))
    talk.say("")
    talk.terminal.screen.box(_TITLES.get(kind, ""), talk.request.question, rows_of(talk))
    if picture := talk.picture():
        talk.say(f"  The picture: {picture}")
    what = talk.request.evidence.get("all") or "do all of this kind"
    talk.rows([(each, _MEANINGS.get((kind, each), "").format(all=what)) for each in options])
    talk.say(*talk.otherwise(), style="dim")
    while True:
        option, words = split(await talk.line(f"{' / '.join(options)} > "), options)
        if not option:
            talk.say(f"Type {_either(options)}.")
        elif words and option in ("yes", "all", "more"):
            talk.say(
                f"A {option} takes no words: what they ask for would not be done. Say {option} "
                "alone, or no with what should be different."
            )
        elif option == "back" and not words:
            talk.say("Say what is wrong, such as: back, that is last year's price.")
        elif talk.answered(option, words):
            return


def _either(words: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _labels(options: Sequence[Any]) -> list[str]:
    """Return what each is called by: numbers, or letters where an option is a number itself."""
    numeric = any(str(each).strip().isdecimal() for each in options)
    if numeric and len(options) <= len(string.ascii_lowercase):
        return list(string.ascii_lowercase[: len(options)])
    return [str(number) for number, _ in enumerate(options, 1)]


def _chosen(line: str, options: Sequence[Any], labels: Sequence[str]) -> Any:
    """Return the option that a line names, ``None`` for none or more than one."""
    said = line.strip().casefold()
    for names in (list(map(str, options)), labels):
        same = [each for each, name in zip(options, names, strict=True) if name.casefold() == said]
        if len(same) == 1:
            return same[0]
    begun = [each for each in options if said and str(each).casefold().startswith(said)]
    return begun[0] if len(begun) == 1 else None
