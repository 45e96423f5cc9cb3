"""Ask the person."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from agent_e.configs.secret_names import secret_names
from agent_e.errors import ActionDenied, BadArgument, NeedsPerson
from agent_e.human.questions import choice_schema, field_name, form_schema
from agent_e.safety.origins import read_place
from agent_e.types import Observation, PersonAnswer, SkillResult

from .context import SkillContext
from .user_screenshot import picture_for_person

Asked = Literal["text", "choice", "form", "secret", "code", "captcha", "demonstrate"]

_WANTS = r"\b(?:what(?:'s| is| are)|enter|give|provide|tell|type|send|share|need)\b.{0,60}"
_OTHER_SECRET = re.compile(r"\b(?:token|api.?key|key|user.?name|e-?mail|number|id)\b", re.I)
_GO_ON = "Go on without it if that can be done; else end and say what is missing."


async def ask_user(
    ctx: SkillContext,
    question: Annotated[str, "One question, with what it is about."],
    kind: Annotated[
        Asked,
        "secret (password), code (one-time): kept for fill_secret, you never see them. "
        "captcha: they see the page. demonstrate: they do it in the browser window.",
    ] = "text",
    options: Annotated[
        list[str], "Of a choice, the first is the default; or a form's fields (name? is optional)."
    ] = [],  # noqa: B006 - copied by pydantic, never changed
) -> SkillResult:
    """Ask the person."""
    if ctx.asker is None:
        raise NeedsPerson(
            "The agent has a question, but nobody can be asked. Run with --mode human."
        )
    if kind == "demonstrate":
        return await ctx.demonstrate(question)
    schema = _schema(kind, question, options)
    secret = kind in ("secret", "code")
    given = await ctx.asker.ask(
        kind,
        question,
        schema=schema,
        evidence=await _evidence(ctx, kind, question),
        sensitivity="secret" if secret else "plain",
    )
    return SkillResult(note=_format_answer(given, secret=secret), data=(given,))


def _schema(kind: Asked, question: str, options: Sequence[str]) -> Mapping[str, Any] | None:
    """The answer's schema, ``None`` for the default of the kind.

    Raises:
        BadArgument: the options do not fit the kind, or a secret would come back as text.
    """
    names = [field_name(each) for each in options]
    if kind in ("choice", "form"):
        least = 2 if kind == "choice" else 1
        if len(set(names)) < max(least, len(names)) or not all(names):
            raise BadArgument(f"A {kind} needs {least} or more different options.")
    elif options:
        raise BadArgument(f"Options go with kind choice or form, not with {kind}.")
    open_words = kind == "text" and _is_secret(question, _WANTS)
    if open_words or (kind == "form" and any(map(_is_secret, names))):
        raise BadArgument(
            "Ask for passwords and codes by themselves, with kind secret or code: the person's "
            "answer then goes to the page only."
        )
    if kind == "choice":
        return choice_schema(options)
    return form_schema(options) if kind == "form" else None


async def _evidence(ctx: SkillContext, kind: Asked, question: str) -> Mapping[str, Any]:
    """Evidence for the question: its page, and how a secret will be used."""
    if kind not in ("secret", "code", "captcha"):
        return {}
    url = ctx.navigator.url
    place = read_place(url)
    origin = place.shown if place else ""
    if kind == "captcha":
        eyes = ctx.vision
        picture = await picture_for_person(ctx.journal, eyes.puzzle) if eyes else ""
        return {"origin": origin, **({"picture": picture} if picture else {})}
    if ctx.secrets is None:
        raise BadArgument("No secrets can be kept here. Leave the login to the person.")
    try:
        site = ctx.secrets.site(url)
    except ActionDenied as error:
        raise BadArgument(str(error)) from error
    keeps = "code" if kind == "code" else _keeps(question, await ctx.observer.observe_cached())
    return {"origin": origin, "site": site, "keeps": keeps}


def _keeps(question: str, page: Observation) -> str:
    """The kind of secret asked for: a ``password``, or a ``text`` such as an API token."""
    if _is_secret(question):
        return "password"
    there = any("password" in node.states for node in page.elements)
    return "password" if there and not _OTHER_SECRET.search(question) else "text"


def _is_secret(words: str, before: str = "") -> bool:
    names = secret_names("password", "pin", "code", "cvc")
    return re.search(rf"{before}(?:{names})", words, re.I) is not None


def _format_answer(given: PersonAnswer, *, secret: bool) -> str:
    """The model's text about an answer."""
    if given.action == "declined":
        return " ".join(filter(None, ["The person does not answer.", given.note, _GO_ON]))
    if secret:
        return f"The person's secret is kept as {given.value}. Fill it in with fill_secret."
    answered = given.action == "answered"
    who = "The person answered" if answered else "Nobody answered; the default is"
    if isinstance(given.value, Mapping):
        text = "".join(f"\n{name}: {value}" for name, value in given.value.items())
    else:
        text = f" {given.value}"
    beside = f"\nThey add: {given.note}" if given.note and answered else ""
    return f"{who}:{text}{beside}"
