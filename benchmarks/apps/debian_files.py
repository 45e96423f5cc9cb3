"""Files of Debian packages, unpacked into a folder without installing anything on the machine.

A web application's package, installed in the usual way, brings a web server, a system service and
settings below ``/etc`` along; a copy of an application needs only its files.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from .installing import AppFailed, execute


def unpack(root: Path, packages: Iterable[str]) -> None:
    """Fetch packages, each as ``name`` or ``name=version``, and unpack them below a folder."""
    names = list(packages)
    with tempfile.TemporaryDirectory(prefix="agent-e-debian-") as name:
        fetched = Path(name)
        try:
            execute(["apt-get", "download", *names], folder=fetched)
        except AppFailed:
            # The machine's package lists may be missing or outdated.
            with suppress(AppFailed):
                execute(["apt-get", "update", "-qq"])
            execute(["apt-get", "download", *names], folder=fetched)
        for each in sorted(fetched.glob("*.deb")):
            execute(["dpkg-deb", "-x", each, root])


def moved(root: Path, *folders: str, suffixes: Iterable[str] = (".php",)) -> None:
    """Make unpacked programs look for their files below ``root`` instead of ``/``.

    Args:
        root: where they were unpacked.
        folders: as named in programs, such as ``/usr/share/php``.
        suffixes: of the files to change.
    """
    endings = tuple(suffixes)
    for file in root.rglob("*"):
        if file.suffix not in endings or file.is_symlink() or not file.is_file():
            continue
        old = file.read_bytes()
        new = old
        for folder in folders:
            for quote in (b"'", b'"'):
                new = new.replace(
                    quote + folder.encode(), quote + os.fsencode(root) + folder.encode()
                )
        if new != old:
            file.write_bytes(new)


def settled(root: Path) -> None:
    """Replace absolute links, which lead out of ``root``, by files."""
    for link in root.rglob("*"):
        if not link.is_symlink() or not (target := str(link.readlink())).startswith("/"):
            continue
        inside = root / target.lstrip("/")
        link.unlink()
        if inside.is_dir():
            shutil.copytree(inside, link)
        elif inside.exists():
            shutil.copy2(inside, link)
