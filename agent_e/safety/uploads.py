"""Which local files may be uploaded, and where. Pure but for following links."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from agent_e.errors import ActionDenied, ConfigError

from .origins import HostPattern, own_hosts, read_pattern, read_place


@dataclass(frozen=True, kw_only=True, slots=True)
class UploadGrant:
    """One file, with links resolved, and the hosts that may receive it."""

    file: Path
    to: HostPattern


class Uploads:
    """The files the person granted; no other may be uploaded."""

    def __init__(self, grants: Sequence[UploadGrant] = ()) -> None:
        self._grants = tuple(grants)

    def check(self, files: Sequence[Path], origin: str) -> None:
        """Return if a page may receive the files.

        Args:
            files: absolute paths.
            origin: of the requesting frame, as the browser enforces it.

        Raises:
            ActionDenied: it may not.
        """
        place = read_place(origin)
        for file in files:
            granted = [each for each in self._grants if each.file == file.resolve()]
            if not granted:
                raise ActionDenied(
                    f"The file {file.name!r} may not be given away: only the person who started "
                    "the run can grant that (--upload FILE)."
                )
            if place is None or not any(g.to.matches(place.host, place.port) for g in granted):
                raise ActionDenied(
                    f"The file {file.name!r} was granted to another site than "
                    f"{place.shown if place else 'a page without an origin'}."
                )


def read_uploads(written: Sequence[str], start_url: str | None) -> Uploads:
    """Read grants: ``FILE`` for the site of the start page, ``HOST=FILE`` for another.

    Raises:
        ConfigError: there is no such file, or no host to grant it to.
    """
    return Uploads([_grant(each, start_url) for each in written])


def _grant(written: str, start_url: str | None) -> UploadGrant:
    host, equals, name = written.partition("=")
    if equals and not Path(written).exists():
        return UploadGrant(file=_file(name), to=read_pattern(host))
    file = _file(written)
    place = read_place(start_url) if start_url else None
    if place is None or not place.host:
        raise ConfigError(
            f"The file {written} is granted to nobody: there is no start page. Write "
            f"HOST={written}."
        )
    return UploadGrant(file=file, to=own_hosts(place))


def _file(name: str) -> Path:
    path = Path(name).expanduser()
    if not path.is_file():
        raise ConfigError(f"There is no file {name} to grant. Give the path of one that exists.")
    return path.resolve()
