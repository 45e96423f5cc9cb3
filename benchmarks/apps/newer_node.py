"""A newer Node.js than the machine's, from npm, for applications that require one."""

from __future__ import annotations

import os
import platform
from pathlib import Path

from .installing import node_packages

NODE_VERSION = "22.23.1"
_MACHINES = {"x86_64": "x64", "aarch64": "arm64"}


def newer_node(home: Path, *tools: str) -> dict[str, str]:
    """Install Node.js and npm packages into ``home``; return an environment to install more.

    The environment makes `npm` run on it, and compiles native parts for it, which happens anyway
    where their makers' own download cannot be reached.
    """
    package = f"node-linux-{_MACHINES[platform.machine()]}"
    modules = node_packages(home, f"{package}@{NODE_VERSION}", *tools)
    return {
        "PATH": f"{modules / '.bin'}{os.pathsep}{os.environ['PATH']}",
        "npm_config_nodedir": str(modules / package),
        "npm_config_build_from_source": "true",
    }


def node(home: Path) -> str:
    """Return the Node.js program installed by `newer_node`."""
    return str(home / "node_modules/.bin/node")
