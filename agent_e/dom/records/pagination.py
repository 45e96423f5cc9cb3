"""The link or button that leads to the next page of a list. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent_e.types import Node, Observation

_ROLES = frozenset({"link", "button", "clickable", "menuitem"})
_NEXT_WORDS = (
    "next|next page|go to next page|go to the next page|next results|older|older posts|weiter|"
    "nächste|nächste seite|zur nächsten seite|vorwärts|suivant|suivante|page suivante|siguiente|"
    "página siguiente|siguiente página|próximo|próxima|próxima página|página seguinte|seguinte|"
    "successivo|successiva|avanti|pagina successiva|volgende|volgende pagina|nästa|nästa sida|"
    "neste|neste side|næste|næste side|seuraava|seuraava sivu|następna|następna strona|dalej|"
    "další|další stránka|ďalšia|következő|următoarea|sonraki|sonraki sayfa|επόμενη|следующая|"
    "следующая страница|далее|вперёд|вперед|наступна|下一页|下一頁|下页|次へ|"
    "次のページ|다음|다음 페이지|التالي|"
    "الصفحة التالية|הבא|trang sau|berikutnya|selanjutnya"
)
_NEXT = frozenset(_NEXT_WORDS.split("|"))
"""Names of next-page controls; 'next slide' or 'next month' is none."""
_MORE = re.compile(
    r"(?:load|show|view|see|get)(?: \d+)? more(?: (?!info|detail|about|text)\w+){0,2}"
    r"|more (?:results|items|products|posts|articles|entries|comments|rows)"
    r"|(?:weitere|mehr) (?:\w+ )?(?:laden|anzeigen|zeigen)"
    r"|(?:charger|afficher|voir) (?:plus|davantage)(?: d[e'’]\s?\w+)?"
    r"|(?:cargar|mostrar|ver) más(?: \w+)?|(?:carregar|mostrar|ver) mais(?: \w+)?"
    r"|(?:carica|mostra) altr[ioe](?: \w+)?|meer (?:\w+ )?(?:laden|tonen)|(?:laad|toon) meer"
    r"|(?:visa|ladda|vis|last inn|indlæs) (?:fler|flere|mer|mere)|(?:pokaż|załaduj) więcej"
    r"|(?:показать|загрузить) ещё|もっと見る|さらに表示|加载更多|查看更多|더 ?보기"
)
"""Names of buttons that load more of a list; one that expands a text is none."""
_ARROWS = frozenset({"›", "»", "→", ">", ">>", "❯", "⟩", "▶", "navigate_next", "chevron_right"})
_TRIM = re.compile(r"^[\s›»→>❯⟩▶.…:]+|[\s›»→>❯⟩▶.…:]+$")
_NUMBER = re.compile(r"(?:\D{0,20}\s)?(\d{1,5})")
_HERE = frozenset({"current", "selected", "disabled", "pressed"})
_NEAR = 4
"""Nodes between two numbers of one row of page numbers."""


def next_page(observation: Observation, declared: int | None, address: str = "") -> Node | None:
    """Find the control that leads to the next page or appends it; ``None`` on the last.

    ``declared`` is the id of what the page itself marks as that control, ``address`` the next
    page's declared address.
    """
    usable = [node for node in observation.elements if node.role in _ROLES]
    for node in usable:
        if declared is not None and node.mmid == declared or address and node.href == address:
            return _enabled(node)
    named = [node for node in usable if _TRIM.sub("", node.name).casefold() in _NEXT]
    if named:
        # If there are two, above and below the list, they lead to the same page.
        return next((node for node in reversed(named) if _enabled(node)), None)
    numbered, known = _numbered(observation.nodes)
    if known:
        return numbered
    arrows = [node for node in usable if node.name.strip() in _ARROWS]
    single = [node for node in arrows if node.name.strip() in ("›", ">", "→", "❯")]
    if arrows:
        return _enabled((single or arrows)[-1])
    return _adding(usable)


def _adding(usable: Sequence[Node]) -> Node | None:
    """The only button that loads more; several would each expand something else."""
    found = [node for node in usable if _MORE.fullmatch(_TRIM.sub("", node.name).casefold())]
    return _enabled(found[0]) if len(found) == 1 else None


def _enabled(node: Node) -> Node | None:
    return None if "disabled" in node.states else node


def _numbered(nodes: Sequence[Node]) -> tuple[Node | None, bool]:
    """The link to the next page in a row of page numbers; whether this one is known."""
    runs: list[list[tuple[int, int, Node]]] = []
    for index, node in enumerate(nodes):
        match = _NUMBER.fullmatch(node.name) if node.role in _ROLES | {"text", "listitem"} else None
        if match is None:
            continue
        if not runs or index - runs[-1][-1][0] > _NEAR:
            runs.append([])
        runs[-1].append((index, int(match[1]), node))
    for run in reversed(runs):
        links = [number for _, number, node in run if node.mmid is not None]
        if len(links) < 2 and not any(_HERE & set(node.states) for _, _, node in run):
            continue
        here = [n for _, n, node in run if _HERE & set(node.states)]
        here = here or [n for _, n, node in run if node.mmid is None]
        if len(here) == 1:
            after = [node for _, n, node in run if n == here[0] + 1 and node.mmid is not None]
            return (_enabled(after[0]) if after else None), True
    return None, False
