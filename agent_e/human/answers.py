"""Answers prepared by the person, for unattended runs.

The file is YAML or JSON, a list of rules; the first that matches a question answers it:

    - kind: approval              # a kind of question; any, when left out
      question: Place order       # words of the question, or /a regular expression/
      answer: yes
    - kind: secret
      env: SHOP_PASSWORD          # the answer is in the environment
    - question: /which size/
      answer: Large
      note: or the next one up    # added to the answer
      once: true                  # for one question only
    - kind: captcha
      decline: true
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

import yaml

from agent_e.errors import BadArgument, ConfigError, NeedsPerson
from agent_e.types import AskedKind, PersonRequest

from .channel import Reply

_KEYS = ("kind", "question", "answer", "env", "note", "decline", "once")
_KINDS: tuple[str, ...] = get_args(AskedKind)
_EXAMPLE = "such as `- question: which size`, and under it `answer: Large`"


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule:
    """One rule.

    Attributes:
        line: in the file, from 1.
        kind: of question it is for; ``""`` for any.
        fits: whether it matches a question with these words.
        value: as written: text, or lists and mappings of text.
        decline: whether it declines to answer.
        once: whether it is for one question only.
    """

    line: int
    kind: str
    fits: Callable[[str], bool]
    value: Any = field(default=None, repr=False)
    note: str = ""
    decline: bool = False
    once: bool = False


class AnswersChannel:
    """Answers by the rules of a file; leaves questions that match none to other channels."""

    name = "answers"

    def __init__(self, rules: Sequence[Rule], name: str) -> None:
        """Create it; ``name`` is the file's."""
        self._rules = list(rules)
        self._file = name

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """See ``Channel``.

        Raises:
            NeedsPerson: the matching rule has an answer that does not fit.
        """
        rule = next((each for each in self._rules if _for(each, request)), None)
        if rule is None:
            return
        try:
            reply(rule.value, rule.note, decline=rule.decline)
        except BadArgument as error:
            raise NeedsPerson(
                f"The answer at line {rule.line} of {self._file} does not fit the question "
                f"'{request.question}': {error} Change it and run again."
            ) from error
        if rule.once:
            self._rules.remove(rule)


def read_answers(path: Path, env: Mapping[str, str] | None = None) -> AnswersChannel:
    """Read a file of answers.

    Raises:
        ConfigError: it cannot be read, or has an invalid entry.
    """
    try:
        root = yaml.compose(path.read_text(encoding="utf-8"), yaml.SafeLoader)
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise ConfigError(f"The answers file {path} cannot be read: {why}.") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise ConfigError(f"The answers file {path} is no YAML or JSON: {_where(error)}") from error
    if root is None:
        return AnswersChannel([], path.name)
    if not isinstance(root, yaml.SequenceNode):
        raise ConfigError(f"The answers file {path} must hold a list of rules, {_EXAMPLE}.")
    known = os.environ if env is None else env
    try:
        rules = [_rule(node, known) for node in root.value]
    except _Misfit as error:
        where = f"The answers file {path} does not fit at line {error.line}"
        raise ConfigError(f"{where}: {error}") from error
    except RecursionError as error:
        raise ConfigError(f"The answers file {path} holds itself. Write it without &.") from error
    return AnswersChannel(rules, path.name)


class _Misfit(Exception):
    """Something in the file is invalid; reported with its line."""

    def __init__(self, what: str, node: yaml.Node) -> None:
        super().__init__(what)
        self.line = node.start_mark.line + 1


def _rule(node: yaml.Node, env: Mapping[str, str]) -> Rule:
    fields = _fields(node)
    kind, decline = fields.get("kind", ""), fields.get("decline") == "yes"
    if kind and kind not in _KINDS:
        raise _Misfit(f"there is no kind {kind!r}. There are: {', '.join(_KINDS)}.", node)
    if (fields.get("answer") is not None) + ("env" in fields) + decline != 1:
        raise _Misfit("a rule has one of answer, env: NAME and decline: true.", node)
    if "env" in fields and fields["env"] not in env:
        words = f"the environment has no variable {fields['env']}. Set it, or write an answer."
        raise _Misfit(words, node)
    try:
        fits = _fits(fields.get("question", ""))
    except re.error as error:
        raise _Misfit(f"question is no regular expression: {error}.", node) from error
    return Rule(
        line=node.start_mark.line + 1,
        kind=kind,
        fits=fits,
        value=env[fields["env"]] if "env" in fields else fields.get("answer"),
        note=fields.get("note", ""),
        decline=decline,
        once=fields.get("once") == "yes",
    )


def _fields(node: yaml.Node) -> dict[str, Any]:
    """The keys and values of a rule, with their types checked."""
    if not isinstance(node, yaml.MappingNode):
        raise _Misfit(f"a rule has keys and values, {_EXAMPLE}.", node)
    fields: dict[str, Any] = {}
    for key, value in node.value:
        if key.value not in _KEYS:
            near = difflib.get_close_matches(str(key.value), _KEYS, n=1)
            hint = f" Did you mean {near[0]}?" if near else f" There are: {', '.join(_KEYS)}."
            raise _Misfit(f"there is no key {key.value!r}.{hint}", key)
        fields[key.value] = plain = _plain(value)
        if key.value in ("decline", "once") and plain not in ("yes", "no"):
            raise _Misfit(f"{key.value} must be true or false.", value)
        if key.value != "answer" and not isinstance(plain, str):
            raise _Misfit(f"{key.value} must be text.", value)
    return fields


def _plain(node: yaml.Node) -> Any:
    """The value as written: a code stays text, and ``yes`` a word."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): _plain(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [_plain(each) for each in node.value]
    if node.tag == "tag:yaml.org,2002:null":
        return None
    if node.tag == "tag:yaml.org,2002:bool":
        return "yes" if node.value.lower() in ("yes", "true", "on") else "no"
    return str(node.value)


def _fits(text: str) -> Callable[[str], bool]:
    if len(text) > 2 and text.startswith("/") and text.endswith("/"):
        pattern = re.compile(text[1:-1], re.IGNORECASE)
        return lambda question: pattern.search(question) is not None
    words = " ".join(text.split()).casefold()
    return lambda question: words in " ".join(question.split()).casefold()


def _for(rule: Rule, request: PersonRequest) -> bool:
    return rule.kind in ("", request.kind) and rule.fits(request.question)


def _where(error: Exception) -> str:
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return f"{error}."
    return f"{getattr(error, 'problem', error)}, at line {mark.line + 1}."
