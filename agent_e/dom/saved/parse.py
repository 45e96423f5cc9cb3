"""From the text of a page to its tree.

Built from the parser's events on a stack of its own, so that no depth is too deep.
"""

from __future__ import annotations

from lxml import etree

from .references import LABELABLE, tie
from .tree import Document, Element, Scope, Work

MOST_ELEMENTS = 500_000
"""Elements of one document that are read: some 400 MB."""
_CHUNK = 65_536
_HEAD = frozenset(
    {"base", "basefont", "bgsound", "link", "meta", "noframes", "noscript", "script", "style"}
    | {"template", "title"}
)
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_TOP = frozenset({"head", "body", "frameset", "html"})
_HOSTS = frozenset(
    {"article", "aside", "blockquote", "body", "div", "footer", "h1", "h2", "h3", "h4", "h5"}
    | {"h6", "header", "main", "nav", "p", "section", "span"}
)


def parse(html: str, work: Work) -> Document:
    """Parse a page, however broken, until ``work`` has come to ``MOST_ELEMENTS``."""
    builder = _Builder(work)
    parser = etree.HTMLParser(target=builder, encoding="utf-8", huge_tree=True)
    data = html.encode()
    for start in range(0, len(data), _CHUNK):
        parser.feed(data[start : start + _CHUNK])
        if not builder.document.whole:
            break
    if data:
        parser.close()
    return builder.finished()


class _Builder:
    """Receives the parser's events."""

    def __init__(self, work: Work) -> None:
        self.document = Document(work=work)
        self._work = work
        self._scopes = [Scope(self.document)]
        self._stack: list[Element] = []
        self._unlabelled: list[Element] = []
        self._titles: list[Element] = []
        self._body: Element | None = None
        self._ended: set[Element] = set()
        self._pieces: list[str] = []
        self._writing: Element | None = None
        self._owners: list[Element] = []
        self._forms: list[Element] = []
        self._chosen: dict[tuple[Element | str | None, str], Element] = {}

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._write()
        up = self._stack[-1] if self._stack else None
        self._work.elements += 1
        if self._work.elements > MOST_ELEMENTS:
            self.document.whole = False
            return
        up = self._home(up, tag)
        svg = tag == "svg" or (up is not None and up.svg and up.tag != "foreignobject")
        if tag == "image" and not svg:
            tag = "img"
        given = {name: value or "" for name, value in attributes.items()} if attributes else {}
        if tag == "template" and not svg:
            self._stack.append(self._template(up, given))
            return
        again = self._again(tag)
        if again is not None:
            again.attributes = given | again.attributes
            self._stack.append(again)
            return
        scope = up.scope if up else self._scopes[0]
        element = Element(tag, given, up, scope, svg)
        if up is not None:
            up.children.append(element)
        elif self.document.root is None:
            self.document.root = element
        if tag == "body" and self._body is None:
            self._body = element
        self._stack.append(element)
        if "aria-owns" in given:
            self._owners.append(element)
        if "id" in given:
            scope.ids.setdefault(given["id"], element)
        self._note(element, scope)

    def end(self, tag: str) -> None:
        if not self.document.whole or not self._stack:
            return
        self._write()
        element = self._stack.pop()
        for open_ones in (self._unlabelled, self._forms):
            if open_ones and open_ones[-1] is element:
                open_ones.pop()

    def data(self, text: str) -> None:
        if not self.document.whole or not self._stack:
            return
        up: Element | None = self._stack[-1]
        if self._body is not None or self._ended or text.strip():
            up = self._home(up, "")
        if up is not self._writing:
            self._write()
            self._writing = up
        self._pieces.append(text)

    def _write(self) -> None:
        """Put the text that came in pieces where it belongs."""
        if self._pieces and self._writing is not None:
            self._writing.children.append("".join(self._pieces))
        self._pieces.clear()

    def comment(self, text: str) -> None:
        """Nothing of a comment is shown."""

    def close(self) -> None:
        """The parser asks for it; there is nothing to close."""

    def _home(self, up: Element | None, tag: str) -> Element | None:
        """Where something belongs, where the parser knows less of HTML than browsers do."""
        while up is not None and up in self._ended:
            up = up.parent
        if tag in _HEADINGS and up is not None and up.tag in _HEADINGS:
            self._ended.add(up)
            return up.parent
        misplaced = up is not None and up.tag in ("head", "html") and tag not in _HEAD
        if not misplaced or (up is not None and up.tag == "html" and tag in _TOP):
            return up
        root = self.document.root
        if self._body is None and root is not None:
            self._body = Element("body", {}, root, root.scope, False)
            root.children.append(self._body)
        return self._body

    def _again(self, tag: str) -> Element | None:
        """The page or its body, where a tag begins it a second time."""
        if tag == "html":
            return self.document.root
        return self._body if tag == "body" else None

    def _template(self, up: Element | None, attributes: dict[str, str]) -> Element:
        """A shadow root where the template declares one, else a tree apart that nothing shows."""
        scope = Scope(self.document)
        mode = attributes.get("shadowrootmode", "").lower()
        hosts = up is not None and not up.svg and (up.tag in _HOSTS or "-" in up.tag)
        if up is None or up.shadow or not hosts or mode not in ("open", "closed"):
            return Element("template", attributes, None, scope, False)
        root = Element("#shadow", {}, None, scope, False)
        root.owner = up
        up.shadow = root
        self._scopes.append(scope)
        return root

    def _note(self, element: Element, scope: Scope) -> None:
        """Remember what others refer to."""
        tag, given, document = element.tag, element.attributes, self.document
        if tag in LABELABLE:
            self._note_field(element, scope)
        elif tag == "label":
            scope.labels[element] = []
            if "for" not in given:
                self._unlabelled.append(element)
        elif tag == "slot":
            scope.slots.setdefault(given.get("name", ""), element)
        elif tag == "summary" and element.parent is not None:
            document.summaries.setdefault(element.parent, element)
        elif tag == "map" and given.get("name"):
            document.maps.setdefault(given["name"], element)
        elif tag == "form":
            self._forms.append(element)
        elif tag == "title" and not element.svg:
            self._titles.append(element)
        elif tag == "base" and document.base is None:
            document.base = given.get("href")

    def _note_field(self, element: Element, scope: Scope) -> None:
        given = element.attributes
        if given.get("type", "").strip().lower() == "hidden":
            return
        for label in self._unlabelled:
            if label.scope is scope:
                scope.controls[label] = element
        self._unlabelled = [label for label in self._unlabelled if label.scope is not scope]
        if "checked" in given and given.get("name") and given.get("type", "").lower() == "radio":
            around = self._forms[-1] if self._forms else None
            group = (given.get("form") or around, given["name"])
            if group in self._chosen:
                self.document.unchosen.add(self._chosen[group])
            self._chosen[group] = element

    def finished(self) -> Document:
        if self._titles:
            self.document.title = self._titles[0].text()
        tie(self._scopes, self._owners)
        return self.document
