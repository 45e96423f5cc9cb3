from __future__ import annotations

import re
from collections import Counter

from agent_e.benchmarks.screens import STATIC


def test_static_screens_have_names_of_their_own() -> None:
    names = Counter(screen.name for screen in STATIC)
    assert [name for name, times in names.items() if times > 1] == []


def test_their_packages_are_of_exact_versions() -> None:
    packages = {screen.package for screen in STATIC}
    packages |= {package for screen in STATIC for _, package in screen.beside}
    assert [name for name in packages if not re.fullmatch(r".+@\d+\.\d+\.\d+", name)] == []


def test_no_package_outweighs_the_others() -> None:
    packages = Counter(screen.package for screen in STATIC)
    assert [name for name, screens in packages.items() if screens > 3] == []
