"""Renames every phrase that is rendered for a model: each of its words becomes another one.

For the test that no module but those that render, and their tests, knows a phrase. The renamed
modules are changed as they are imported, so it goes on in a process of its own: ``install()``
before anything of ours is imported.

What is data stays: roles, states, names and values of a page, ``[n]``, keys, addresses, patterns;
so do docstrings and annotations, from which the schemas of functions are made.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import ModuleType

RENDER = (
    "page_text node_format lines inline_runs outline views paging omission_counts overlays "
    "landmarks search as_json viewport_rank field_errors"
)
CHANGES = "describe phrases relevance reloaded collapse_ranges tree_nodes"
NOT_RESULTS = "__init__ context spec load protocols select_skills skill_triggers coerce"
"""Files of ``skills`` that write no results."""
MODULES = frozenset(
    [f"agent_e.dom.render.{name}" for name in RENDER.split()]
    + [f"agent_e.dom.changes.{name}" for name in CHANGES.split()]
    + ["agent_e.vision.legend"]
)
ROLES = (
    "banner main navigation complementary contentinfo region form search list listitem item "
    "article feed section group radiogroup table grid treegrid row rowgroup cell gridcell "
    "columnheader rowheader caption heading text img figure term definition link button "
    "checkbox radio switch textbox searchbox spinbutton combobox listbox option slider menu "
    "menubar menuitem tab tablist tabpanel toolbar tree treeitem dialog alertdialog alert status "
    "log tooltip popover frame clickable progressbar meter"
)
NOUNS = frozenset({"line", "place"})
"""What is counted in phrases, as single words."""
STATES = (
    "checked not partly selected pressed expanded collapsed on off disabled required read only "
    "current covered screen invalid modal busy sorted opens draggable bold looks "
    # Kinds of JavaScript dialogs, and schemes of addresses.
    "confirm prompt beforeunload http https mailto tel sms POST"
)
DATA = frozenset(f"{ROLES} {STATES}".split())
"""Words that stay where nothing but such words is said."""
KEYS = frozenset(
    ["Enter", "Tab", "Escape", "Control", "Shift", "Backspace", "Delete", "Meta", "Alt"]
)
_WORD = re.compile(r"(?<![\w{])[A-Za-z]{2,}(?![\w}])")
_SENTENCE = re.compile(r"[A-Za-z]{2,}.*\s|\s.*[A-Za-z]{2,}", re.S)
_ALONE = re.compile(r"[A-Z][a-z]+[.:]?")
_NO_PHRASE = re.compile(r"\\|\(\?|\.\*|\[\^|\|\w|\w\|")
"""What only patterns have."""
_NOT_READ = (
    "compile",
    "Literal",
    "write",
    "action",
    "frozenset",
    "getattr",
    "TypeVar",
    "namedtuple",
)
"""Calls whose arguments are no phrases."""


def renamed(words: str) -> str:
    """The same with other words."""
    if all(word in DATA or word in KEYS for word in _WORD.findall(words)):
        return words
    return _WORD.sub(lambda found: _other(found[0]), words)


def _other(word: str) -> str:
    """Thirteen letters further in the alphabet, with a letter that makes it no word at all."""
    turned = [
        chr((ord(each) - base + 13) % 26 + base)
        for each in word
        for base in [65 if each.isupper() else 97]
    ]
    return f"{''.join(turned)}q"


class _Renaming(ast.NodeTransformer):
    """Goes through a module and leaves what is no phrase."""

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        plain = isinstance(node.value, ast.Constant)
        return node if plain else self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is not None:
            node.value = self.visit(node.value)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> ast.AST:
        return self._function(node)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.AST:
        node.body = [self.visit(each) for each in node.body]
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        called = node.value.id if isinstance(node.value, ast.Name) else ""
        return node if called in ("Literal", "Annotated") else self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
        if name in _NOT_READ:
            return node
        return self.generic_visit(node)

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        node.values = [self.visit(each) for each in node.values]
        return node

    def visit_Match(self, node: ast.Match) -> ast.AST:
        for case in node.cases:
            case.body = [self.visit(each) for each in case.body]
        return node

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        said = "".join(str(each.value) for each in node.values if isinstance(each, ast.Constant))
        if _NO_PHRASE.search(said):
            return node
        for each in node.values:
            if isinstance(each, ast.Constant):
                each.value = renamed(str(each.value))
            elif isinstance(each, ast.FormattedValue):
                told = each.value
                each.value = self._choice(told) if isinstance(told, ast.IfExp) else self.visit(told)
        return node

    def visit_IfExp(self, node: ast.IfExp) -> ast.AST:
        beside = any(
            isinstance(each, ast.Constant) and " " in str(each.value)
            for each in (node.body, node.orelse)
        )
        return self._choice(node) if beside else self.generic_visit(node)

    def _choice(self, node: ast.IfExp) -> ast.IfExp:
        """In the middle of a phrase, or beside one, single words are words of it too."""
        for name in ("body", "orelse"):
            part = getattr(node, name)
            if isinstance(part, ast.Constant) and isinstance(part.value, str):
                part.value = renamed(part.value)
            else:
                setattr(node, name, self.visit(part))
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        value = node.value
        if not isinstance(value, str) or _NO_PHRASE.search(value):
            return node
        phrase = _SENTENCE.search(value) or _ALONE.fullmatch(value) or value in NOUNS
        return ast.copy_location(ast.Constant(renamed(value)), node) if phrase else node


class _Loader(SourceFileLoader):
    def source_to_code(self, data: bytes, path: str, *, _optimize: int = -1) -> object:  # type: ignore[override]
        tree = _Renaming().visit(ast.parse(data))
        return compile(ast.fix_missing_locations(tree), path, "exec", dont_inherit=True)

    def get_code(self, fullname: str) -> object:  # type: ignore[override]
        # Neither read from the cache of compiled files nor written there.
        return self.source_to_code(self.get_data(self.path), self.path)


class _Finder(MetaPathFinder):
    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not is_renamed(fullname):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is None or spec.origin is None:
            return None
        spec.loader = _Loader(fullname, spec.origin)
        return spec


def is_renamed(module: str) -> bool:
    """Whether a module renders phrases."""
    package, _, name = module.rpartition(".")
    return module in MODULES or (package == "agent_e.skills" and name not in NOT_RESULTS.split())


def install() -> None:
    """Rename from now on; whatever was imported before is not."""
    assert not [name for name in sys.modules if is_renamed(name)], "it was imported already"
    sys.meta_path.insert(0, _Finder())
