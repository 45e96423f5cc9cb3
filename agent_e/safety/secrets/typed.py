"""Passwords that a model types itself: kept out of the journal, though the model wrote them.

They are not in the vault, but later readers of a journal were not in the conversation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from .names import MIN_LENGTH, handle_in
from .secret_matcher import Redactor

IsPassword = Callable[[int | str], bool | None]
"""Whether the element with this number or name is a password field, in the page as last seen;
``None`` where it has no such element."""
_MASK = "[typed password]"
_UNCLEAR = "[typed text]"
"""Text typed into a field of a page that is still to come: it may be a password."""
_WRITTEN = re.compile(r'("(?:text|value|content)"\s*:\s*)"((?:[^"\\]|\\.)*)"')


class TypedPasswords:
    """Masks events before they are written.

    Passwords found are hidden in all later events as well, if long enough not to occur
    in any text.
    """

    def __init__(
        self, is_password: IsPassword, any_password: Callable[[], bool], redactor: Redactor
    ) -> None:
        """Set up the masking.

        Args:
            is_password: called for each element that text is entered into.
            any_password: whether the page has any password field, for agents whose actions do
                not name elements by number.
            redactor: receives each password found.
        """
        self._is_password = is_password
        self._any_password = any_password
        self._ids: dict[str, str] = {}
        self._unclear: list[tuple[str, str]] = []
        self._redactor = redactor

    def masked(self, event: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the event in the form to be written."""
        if event["kind"] == "action.started":
            self._clear_up()
        elif event["kind"] == "model.replied":
            if event.get("calls"):
                # Others ask models too before an action begins, and get no calls.
                self._unclear.clear()
            calls = [self._call(call) for call in event.get("calls", ())]
            text = event.get("text", "")
            if not calls and self._any_password():
                text = _WRITTEN.sub(rf'\1"{_MASK}"', text)
            event = {**event, "calls": calls, "text": text}
        elif event["kind"] == "model.called":
            event = {**event, "messages": [self._message(m) for m in event.get("messages", ())]}
        elif event["kind"] == "act.answered":
            event = {**event, "action": self._by_selector(event.get("action"))}
        return event

    def _by_selector(self, action: Any) -> Any:
        """Mask text typed by selector: there is no telling here which field that is."""
        if not isinstance(action, dict) or action.get("type") != "type":
            return action
        text = action.get("text")
        if not isinstance(text, str) or handle_in(text) or not self._any_password():
            return action
        return {**action, "text": _MASK}

    def _message(self, message: Mapping[str, Any]) -> Mapping[str, Any]:
        if "calls" not in message:
            return message
        calls = [
            {**c, "arguments": self._ids.get(c["id"], c["arguments"])} for c in message["calls"]
        ]
        return {**message, "calls": calls}

    def _call(self, call: Mapping[str, Any]) -> Mapping[str, Any]:
        try:
            arguments = json.loads(call["arguments"] or "{}")
        except ValueError:
            return call
        if not isinstance(arguments, dict):
            return call
        found = list(self._passwords(arguments))
        for holder, key, known in found:
            if known:
                self._hide(holder[key])
            else:
                self._unclear.append((holder["mmid"], holder[key]))
            holder[key] = _MASK if known else _UNCLEAR
        if not found:
            return call
        self._ids[call["id"]] = json.dumps(arguments, ensure_ascii=False)
        return {**call, "arguments": self._ids[call["id"]]}

    def _hide(self, password: str) -> None:
        if len(password) >= MIN_LENGTH:
            self._redactor.add(password, "typed password")

    def _clear_up(self) -> None:
        """Hide what turns out to be a password, now that the field's page has been seen."""
        known = [(self._is_password(name), text) for name, text in self._unclear]
        for _, text in (each for each in known if each[0]):
            self._hide(text)
        pairs = zip(self._unclear, known, strict=True)
        self._unclear = [each for each, (is_one, _) in pairs if is_one is None]

    def _passwords(
        self, arguments: dict[str, Any]
    ) -> Iterator[tuple[dict[str, Any], str, bool | None]]:
        """Yield every certain or possible password: its holder, its key, and which of the two."""
        for holder in (arguments, *(arguments.get("fields") or ())):
            if not isinstance(holder, dict):
                continue
            known = self._into_password(holder)
            if known is False:
                continue
            for key in ("text", "value"):
                if isinstance(holder.get(key), str) and not handle_in(holder[key]):
                    yield holder, key, known

    def _into_password(self, holder: Mapping[str, Any]) -> bool | None:
        given = holder.get("mmid", holder.get("element_id"))
        if given is None:
            # Into the focused element.
            return holder.get("action") == "type" and self._any_password()
        try:
            return self._is_password(int(str(given).strip(" []")))
        except ValueError:
            # By name, perhaps on a page that an earlier call leads to.
            return self._is_password(given) if isinstance(holder.get("mmid"), str) else False
