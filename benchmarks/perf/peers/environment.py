"""Environments of peers: each has its own, separate from ours."""

from __future__ import annotations

import asyncio
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

from .looking import PeerFailed

INSTALL_S = 900.0
"""Longest installation: some peers bring a hundred packages."""
_MARK = ".ready"


async def environment_python(
    requirement: str, folder: Path, *, tell: Callable[[str], None]
) -> Path:
    """Return the Python of a virtual environment with the requirement, created once.

    Args:
        requirement: one pinned package, such as ``name==1.2``.
        folder: where environments are kept.
        tell: receives messages about slow steps.

    Raises:
        PeerFailed: it could not be installed; nothing half-made is left.
    """
    place = folder / requirement.replace("==", "-")
    python = place / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    if (place / _MARK).is_file():
        return python
    tell(f"installing {requirement} into {place}")
    try:
        await _run(sys.executable, "-m", "venv", "--clear", str(place))
        await _run(
            str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
            requirement,
        )  # fmt: skip
        (place / _MARK).touch()
    except BaseException:
        shutil.rmtree(place, ignore_errors=True)
        raise
    return python


async def _run(*command: str) -> None:
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(INSTALL_S):
            _, complaint = await process.communicate()
    except TimeoutError as error:
        raise PeerFailed(f"Its installation took longer than {INSTALL_S:g} s.") from error
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        logs = [line for line in complaint.decode(errors="replace").splitlines() if line.strip()]
        errors = [line for line in logs if line.startswith("ERROR")] or logs or ["no reason given"]
        raise PeerFailed(f"It could not be installed: {errors[-1].removeprefix('ERROR: ')}.")
