"""The programs of an application's copy: started, awaited, and stopped by any process."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psutil

from .app import App, Copy
from .installing import AppFailed

_LOOK_EVERY_S = 0.2
_STOP_S = 5.0
_STOP_SEEDING_S = 60.0
"""For data that an application writes only on exit."""
_SHOWN_LINES = 12


class Programs:
    """One copy's programs. Running ones are recorded in a folder for other processes to stop."""

    def __init__(self, folder: Path) -> None:
        """Set the folder; it may be missing until something is started."""
        self._note = folder / "up.json"
        self._log = folder / "log"
        self._own: list[subprocess.Popen[bytes]] = []

    @property
    def port(self) -> int | None:
        """The port that the copy listens on; ``None`` where nothing is up."""
        if not any(self._noted()):
            return None
        return int(json.loads(self._note.read_text(encoding="utf-8"))["port"])

    def start(self, app: App, copy: Copy, ready: str, patience_s: float) -> None:
        """Start a copy's programs and wait until one answers at ``ready`` with a page.

        Raises:
            AppFailed: none does in time; the message contains the last output.
        """
        noted = []
        try:
            for service in app.services(copy):
                # Each in its own process group, so that its children end with it.
                with self._log.open("ab") as log:
                    process = subprocess.Popen(
                        service.command,
                        cwd=service.folder or copy.data,
                        env={**os.environ, **service.environment},
                        stdin=subprocess.DEVNULL,
                        stdout=log,
                        stderr=log,
                        start_new_session=True,
                    )
                self._own.append(process)
                began = psutil.Process(process.pid).create_time()
                noted.append({"pid": process.pid, "started": began})
                up = {"port": copy.port, "programs": noted}
                self._note.write_text(json.dumps(up), encoding="utf-8")
            self._wait(app.name, copy.url + ready, patience_s)
        except BaseException:
            self.end()
            raise

    def end(self, patience_s: float = _STOP_S) -> None:
        """Stop them, whoever started them; the last first, by force after ``patience_s``."""
        for process in reversed(self._noted()):
            if process is not None:
                _end(process, patience_s)
        self._note.unlink(missing_ok=True)
        # The system keeps this process's children as zombies until they are waited for.
        for program in self._own:
            program.poll()
        self._own.clear()

    def _wait(self, name: str, address: str, patience_s: float) -> None:
        end = time.monotonic() + patience_s
        while time.monotonic() < end:
            with suppress(httpx.HTTPError):
                if httpx.get(address, follow_redirects=True, timeout=30).is_success:
                    return
            if not all(self._noted()):
                break
            time.sleep(_LOOK_EVERY_S)
        output = "\n".join(self._log.read_text(errors="replace").splitlines()[-_SHOWN_LINES:])
        raise AppFailed(f"{name} does not answer at {address}. It printed last:\n{output}")

    def _noted(self) -> list[psutil.Process | None]:
        """Return the recorded processes; ``None`` for each that has ended."""
        try:
            programs = json.loads(self._note.read_text(encoding="utf-8"))["programs"]
        except FileNotFoundError:
            return []
        return [_alive(each["pid"], each["started"]) for each in programs]


@contextmanager
def up_to_seed(app: App, copy: Copy, *, ready: str = "") -> Iterator[None]:
    """Run a copy while it is seeded, for applications that can only fill themselves.

    Args:
        app: what runs.
        copy: with data it can start from.
        ready: path that answers by then, where `App.ready` does not yet.

    Raises:
        AppFailed: it does not answer; first starts get three times the patience.
    """
    folder = copy.data.parent / "seeding"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    programs = Programs(folder)
    programs.start(app, copy, ready or app.ready, 3 * app.patience_s)
    try:
        yield
    finally:
        programs.end(_STOP_SEEDING_S)


def _alive(pid: int, started: float) -> psutil.Process | None:
    with suppress(psutil.Error):
        process = psutil.Process(pid)
        # A process id may be reused once its owner has ended.
        same = process.create_time() == started
        if same and process.status() != psutil.STATUS_ZOMBIE:
            return process
    return None


def _end(process: psutil.Process, patience_s: float) -> None:
    """Terminate a program and its group, then kill them; wait until it is gone."""
    for sign in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sign)
        with suppress(psutil.TimeoutExpired):
            process.wait(patience_s)
            # Its children may outlive it for a moment and hold the port.
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return
