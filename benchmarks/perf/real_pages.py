"""Pages of others, fetched as packages at the first use.

Nothing of the packages is kept in the project. No truth is planted on these pages: they provide
times and sizes only.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tarfile
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from pathlib import Path

from .serving import PACKAGE, PageFiles

FETCH_S = 300.0
"""Longest fetch of one package."""
_OWN = Path(__file__).with_name("real")

Fetch = Callable[[Path], Awaitable[None]]
"""Fills an empty folder with a package."""


class PageMissing(Exception):
    """The package of a page is unavailable; the message is one sentence."""


async def real_page(name: str, cache_dir: Path) -> PageFiles:
    """Return the files of a page; fetches its package into ``cache_dir`` on demand.

    Raises:
        PageMissing: the package is unavailable.
    """
    return await REAL_PAGES[name](cache_dir)


async def npm_packages(packages: Mapping[str, str], cache_dir: Path) -> Path:
    """Return the folder of npm packages: subfolder names to specifications like ``uikit@3.21.0``.

    The name is ``.`` where there is only one package, or others lie inside of it.

    Raises:
        PageMissing: a package is unavailable.
    """
    folder = cache_dir / "-".join(name.replace("/", "-").strip("@") for name in packages.values())
    await _once(folder, partial(_npm_packages, packages))
    return folder


async def debian_package(name: str, cache_dir: Path) -> Path:
    """Return the folder that a Debian package unpacks to.

    Raises:
        PageMissing: it is unavailable.
    """
    folder = cache_dir / name
    await _once(folder, partial(_debian_packages, name))
    return folder


async def _widgets(
    cache_dir: Path, *, document: str, packages: Mapping[str, str], ready: str
) -> PageFiles:
    """A document of ours on packages."""
    folder = await npm_packages(packages, cache_dir)
    text = (_OWN / document).read_text(encoding="utf-8")
    return PageFiles(texts={"/": text}, folder=folder, ready=ready)


async def _python(cache_dir: Path, *, page: str) -> PageFiles:
    folder = cache_dir / "python-doc"
    await _once(folder, _debian_python)
    found = sorted(folder.glob("usr/share/doc/python3*/html/library/functions.html"))
    if not found:
        raise PageMissing("The package python3-doc holds no pages where they were expected.")
    place = found[0].relative_to(folder).parent.as_posix()
    return PageFiles(folder=folder, start=f"{PACKAGE}/{place}/{page}.html")


REAL_PAGES: dict[str, Callable[[Path], Awaitable[PageFiles]]] = {
    "real_swagger": partial(
        _widgets,
        document="swagger.html",
        packages={".": "swagger-ui-dist@5.35.0"},
        ready="document.querySelectorAll('.opblock .execute-wrapper, .opblock .responses-wrapper')"
        ".length >= 48",
    ),
    "real_aggrid": partial(
        _widgets,
        document="aggrid.html",
        packages={".": "ag-grid-community@36.2.0"},
        ready="document.querySelectorAll('.ag-row').length > 10",
    ),
    "real_shoelace": partial(
        _widgets,
        document="shoelace.html",
        packages={".": "@shoelace-style/shoelace@2.20.1"},
        ready="!document.querySelector(':not(:defined)')",
    ),
    "real_jqueryui": partial(
        _widgets,
        document="jqueryui.html",
        packages={"jquery-ui": "jquery-ui@1.14.2", "jquery": "jquery@4.0.0"},
        ready="document.querySelector('.ui-sortable')",
    ),
    "real_python_functions": partial(_python, page="functions"),
    "real_python_os": partial(_python, page="os"),
}
"""By name."""


async def _once(folder: Path, fetch: Fetch) -> None:
    """Fill the folder unless it exists; an existing one is complete."""
    if folder.is_dir():
        return
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent) as making:
        made = Path(making, "made")
        made.mkdir()
        await fetch(made)
        made.rename(folder)


async def _npm_packages(packages: Mapping[str, str], folder: Path) -> None:
    # On a machine without npm, the wheel in our environment provides one.
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), str(Path(sys.executable).parent)])
    npm = shutil.which("npm", path=path)
    if npm is None:
        raise PageMissing("Its package is fetched by npm, which is not installed.")
    for name, package in packages.items():
        with tempfile.TemporaryDirectory() as packed:
            await _run(npm, "pack", "--silent", package, "--pack-destination", packed, path=path)
            [archive] = Path(packed).iterdir()
            with tarfile.open(archive) as opened:
                opened.extractall(packed, filter="data")
            shutil.copytree(Path(packed, "package"), folder / name, dirs_exist_ok=True)


async def _debian_python(folder: Path) -> None:
    """The package ``python3-doc`` only depends on the one that has the pages."""
    await _debian_packages("python3-doc", folder, with_first_needed=True)


async def _debian_packages(name: str, folder: Path, *, with_first_needed: bool = False) -> None:
    if not (shutil.which("apt-get") and shutil.which("dpkg-deb")):
        raise PageMissing(f"{name} is fetched as a Debian package: no apt-get here.")
    with tempfile.TemporaryDirectory() as downloads:
        await _run("apt-get", "download", name, folder=downloads)
        if with_first_needed:
            [archive] = Path(downloads).iterdir()
            needs = await _run("dpkg-deb", "--field", str(archive), "Depends")
            await _run("apt-get", "download", needs.split()[0], folder=downloads)
        for each in Path(downloads).iterdir():
            await _run("dpkg-deb", "--extract", str(each), str(folder))


async def _run(*command: str, folder: str | None = None, path: str | None = None) -> str:
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=folder,
        env={**os.environ, "PATH": path} if path else None,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(FETCH_S):
            out, complaint = await process.communicate()
    except TimeoutError as error:
        raise PageMissing(f"Its package did not come within {FETCH_S:g} s.") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        errors = complaint.decode(errors="replace").strip().splitlines() or ["no reason given"]
        what = " ".join([Path(command[0]).name, *command[1:2]])
        raise PageMissing(f"Its package could not be had: {what} said: {errors[-1]}")
    return out.decode(errors="replace")
