"""Files of Debian's packages, unpacked into a folder: nothing of the machine's own is set up.

A package of a web application, installed in the usual way, brings a web server, a system service
and settings below ``/etc`` along; a copy of an application needs its files alone.
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
    wanted = list(packages)
    with tempfile.TemporaryDirectory(prefix="agent-e-debian-") as name:
        fetched = Path(name)
        try:
            execute(["apt-get", "download", *wanted], folder=fetched)
        except AppFailed:
            # The machine's lists of packages may be missing or old.
            with suppress(AppFailed):
                execute(["apt-get", "update", "-qq"])
            execute(["apt-get", "download", *wanted], folder=fetched)
        for each in sorted(fetched.glob("*.deb")):
            execute(["dpkg-deb", "-x", each, root])


def moved(root: Path, *folders: str, suffixes: Iterable[str] = (".php",)) -> None:
    """Let unpacked programs look for their files below ``root``: they name them from ``/`` on.

    Args:
        root: where they were unpacked.
        folders: as programs name them, such as ``/usr/share/php``.
        suffixes: of the files that name them.
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
    """Put files in the place of links that lead out of ``root`` because they begin with ``/``."""
    for link in root.rglob("*"):
        if not link.is_symlink() or not (target := str(link.readlink())).startswith("/"):
            continue
        inside = root / target.lstrip("/")
        link.unlink()
        if inside.is_dir():
            shutil.copytree(inside, link)
        elif inside.exists():
            shutil.copy2(inside, link)
