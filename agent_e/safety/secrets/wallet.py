"""The secrets of one run: what the model may know of them, and who receives their values."""

from __future__ import annotations

import itertools
import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from agent_e.configs.secret_names import SecretKind
from agent_e.errors import ActionDenied, BadArgument
from agent_e.safety.origins import Origin, read_place, site_of
from agent_e.types import SecretField

from .codes import code_at, letters, seed
from .names import MIN_LENGTH, TASK, Entry, Kind, bound_to
from .secret_matcher import Redactor
from .task_secrets import withheld
from .vault import Vault

_CODE = re.compile(
    r"code|otp|token|2fa|mfa|two.?factor|verif|authenticat|one.?time|einmal|bestätigung|código"
    r"|codice|確認|验证",
    re.I,
)
PERSON = "person"
"""Source of values that the person typed on request."""
BY_NAME = "fill_secret or {secret:NAME} as a field's text"
"""The ways to fill one in, for agents with functions."""
_TYPED = frozenset({"text", "email", "tel", "number", "url"})


class RunSecrets:
    """Reveals secrets to fields that may have them, and hides them from everything else.

    Attributes:
        entries: all secrets, without values.
    """

    def __init__(
        self,
        vault: Vault,
        redactor: Redactor,
        *,
        granted: Callable[[str, int], bool] = lambda host, port: False,
        keep_task: bool = False,
        earlier: RunSecrets | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Load all secrets from the vault.

        Args:
            vault: where they are stored.
            redactor: receives every value before anything can show it.
            granted: whether the person granted a place on this machine, where http is accepted.
            keep_task: whether secrets in the person's words stay there.
            earlier: those of the task before in the same browser, whose words it may refer to.
            clock: seconds since the epoch.
        """
        self._values: dict[str, str] = {}
        self._used: set[str] = set()
        self._redactor = redactor
        self._granted = granted
        self._keep_task = keep_task
        self._clock = clock
        self.entries: list[Entry] = vault.entries()
        for entry in self.entries:
            value = vault.value(entry.name)
            self._values[entry.name] = value
            redactor.add(value, f"secret {entry.name}")
            if entry.kind == "code":
                redactor.add(letters(value), f"secret {entry.name}")
        if earlier is not None:
            for entry in (each for each in earlier.entries if each.source == TASK):
                self._add(entry, earlier._values[entry.name])

    @property
    def has_secrets(self) -> bool:
        """Whether there are any, for any site."""
        return bool(self.entries)

    @property
    def unbound(self) -> frozenset[str]:
        """Names of the task's secrets that were not filled in yet, on no site."""
        return frozenset(entry.name for entry in self.entries if not entry.site)

    def site(self, url: str) -> str:
        """Return what a secret for the page at an address is bound to.

        Raises:
            ActionDenied: no secret may be filled in there.
        """
        place = read_place(url)
        if place is None or place.scheme not in ("http", "https"):
            raise ActionDenied("Open the page first that asks for it: secrets are kept by site.")
        if place.scheme != "https" and not self._granted(place.host, place.port):
            raise ActionDenied(f"No secret is filled in on {place.shown}, which is not on https.")
        return bound_to(place.shown)

    def keep(self, kind: Kind, site: str, value: str) -> str:
        """Store what the person just typed, for this run only, and return its name.

        A code is a code itself, not a seed, and is filled in once.

        Raises:
            BadArgument: it is too short to be redacted reliably.
        """
        bare = value.strip()
        if len(bare) < MIN_LENGTH:
            raise BadArgument(
                f"With less than {MIN_LENGTH} characters it could not be kept out of sight. "
                "Decline, and type it into the page yourself."
            )
        name = self._free(f"{kind}-{n}" for n in itertools.count(1))
        self._redactor.add(bare, f"secret {name}")
        entry = Entry(name=name, site=site, kind=kind, source=PERSON)
        self._add(entry, bare if kind == "code" else value)
        return name

    def withhold(self, text: str) -> str:
        """Return words of the person with ``{secret:NAME}`` in place of the secrets in them.

        These are kept for this run, and may be filled in on the site that is the first to get them.
        """
        return text if self._keep_task else withheld(text, self._keep_found)

    def _keep_found(self, kind: SecretKind, value: str) -> str:
        if known := next((name for name, held in self._values.items() if held == value), ""):
            return known
        first = f"task_{kind}"
        name = self._free(itertools.chain([first], (f"{first}_{n}" for n in itertools.count(2))))
        form: Kind = "password" if kind == "password" else "text"
        self._add(Entry(name=name, site="", kind=form, source=TASK), value)
        return name

    def _free(self, names: Iterator[str]) -> str:
        taken = {entry.name for entry in self.entries}
        return next(name for name in names if name not in taken)

    def _add(self, entry: Entry, value: str) -> None:
        if len(value) >= MIN_LENGTH:
            # Three digits of a card stand in too many texts.
            self._redactor.add(value, f"secret {entry.name}")
        self._values[entry.name] = value
        self.entries.append(entry)

    def handles(self, url: str) -> Sequence[Entry]:
        """Return the secrets bound to the site of an address, and those bound to none yet."""
        place = read_place(url)
        left = [each for each in self.entries if each.name not in self._used]
        return [each for each in left if not each.site or (place and _bound(each, place))]

    def prompt_lines(self, url: str, by: str = BY_NAME) -> str:
        """List the secrets of an address's site for the model; ``""`` where there are none.

        ``by`` says how the agent's actions fill one in.
        """
        found = [f"{each.name} ({_KINDS[each.kind]})" for each in self.handles(url)]
        return f"Saved secrets for this site, by {by}: {', '.join(found)}." if found else ""

    def reveal(self, handle: str, sink: SecretField) -> str:
        """Return the value for a field.

        Raises:
            BadArgument: there is no such secret.
            ActionDenied: this field may not have it.
        """
        entry = next((each for each in self.entries if each.name == handle.strip().lower()), None)
        if entry is None:
            known = ", ".join(each.name for each in self.entries) or "none"
            raise BadArgument(f"There is no secret {handle!r}. There are: {known}.")
        at = self.entries.index(entry)
        place = read_place(sink.origin)
        if not entry.site and place is not None:
            entry = replace(entry, site=bound_to(place.shown))
        self._check_place(entry, sink)
        if not _fits(entry, sink):
            raise ActionDenied(
                f"The secret {entry.name} is a {_KINDS[entry.kind]}, and this field asks for "
                "something else. Find the field that is meant for it."
            )
        self.entries[at] = entry
        value = self._values[entry.name]
        if entry.kind != "code":
            return value
        if entry.source == PERSON:
            return self._once(entry.name, value)
        code = code_at(seed(value), self._clock())
        self._redactor.add(code, f"code of {entry.name}")
        return code

    def _once(self, name: str, code: str) -> str:
        if name in self._used:
            raise BadArgument(f"The code {name} was filled in before. Ask the person for another.")
        self._used.add(name)
        return code

    def _check_place(self, entry: Entry, sink: SecretField) -> None:
        place = read_place(sink.origin)
        if place is None or not _bound(entry, place):
            raise ActionDenied(
                f"The secret {entry.name} belongs to {entry.site or 'one site'}, and this "
                "field is of "
                f"{place.shown if place else 'a page without an origin'}. It is not filled in."
            )
        if place.scheme != "https" and not self._granted(place.host, place.port):
            raise ActionDenied(
                f"The secret {entry.name} is not filled in: {place.shown} is not on https."
            )
        for target in sink.targets:
            to = read_place(target)
            if to is None or to.scheme not in ("http", "https") or not _bound(entry, to):
                raise ActionDenied(
                    f"The secret {entry.name} is not filled in: the form around this field sends "
                    f"to {(to and to.shown) or 'nowhere known'}, which is not {entry.site}."
                )


_KINDS: dict[Kind, str] = {
    "password": "password",
    "code": "one-time code",
    "text": "text for a single line",
}


def _bound(entry: Entry, place: Origin) -> bool:
    host, _, port = entry.site.rpartition(":")
    if host and port.isdigit():
        return (place.host, place.port) == (host, int(port))
    return entry.site in (place.host, site_of(place.host))


def _fits(entry: Entry, sink: SecretField) -> bool:
    if entry.kind == "password":
        return sink.kind == "password"
    if entry.kind == "code":
        is_code_field = "one-time-code" in sink.autocomplete or _CODE.search(sink.words)
        return sink.kind in (*_TYPED, "password") and bool(is_code_field)
    return sink.kind in _TYPED or (entry.source == TASK and sink.kind in ("password", "textarea"))
