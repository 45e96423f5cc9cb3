"""Which tag, input type or word of an author stands for which role: as in ``js/roles.js``."""

from __future__ import annotations

BY_TAG = {
    "address": "group",
    "article": "article",
    "audio": "audio",
    "button": "button",
    "canvas": "canvas",
    "datalist": "listbox",
    "dd": "definition",
    "details": "group",
    "dialog": "dialog",
    "dl": "list",
    "dt": "term",
    "fieldset": "group",
    "figure": "figure",
    "hgroup": "group",
    "hr": "separator",
    "main": "main",
    "math": "math",
    "menu": "list",
    "meter": "meter",
    "nav": "navigation",
    "ol": "list",
    "optgroup": "group",
    "option": "option",
    "output": "status",
    "progress": "progressbar",
    "search": "search",
    "table": "table",
    "textarea": "textbox",
    "ul": "list",
    "video": "video",
} | {f"h{level}": "heading" for level in range(1, 7)}
OF_TABLE = {
    "tbody": "rowgroup",
    "thead": "rowgroup",
    "tfoot": "rowgroup",
    "tr": "row",
    "td": "cell",
    "th": "",
}
BY_INPUT = {
    "button": "button",
    "checkbox": "checkbox",
    "file": "button",
    "hidden": "",
    "image": "button",
    "number": "spinbutton",
    "radio": "radio",
    "range": "slider",
    "reset": "button",
    "search": "searchbox",
    "submit": "button",
}
INPUTS = frozenset(
    {*BY_INPUT, "color", "date", "datetime-local", "email", "month", "password", "tel", "time"}
    | {"url", "week"}
)
SUGGESTING = frozenset({"text", "search", "tel", "url", "email"})
WIDGETS = frozenset(
    {"button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio"}
    | {"option", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox"}
    | {"treeitem"}
)
KNOWN = WIDGETS | frozenset(
    {"alert", "alertdialog", "application", "article", "banner", "blockquote", "caption", "cell"}
    | {"columnheader", "complementary", "contentinfo", "definition", "dialog", "directory"}
    | {"document", "feed", "figure", "form", "grid", "gridcell", "group", "heading", "img"}
    | {"list", "listbox", "listitem", "log", "main", "marquee", "math", "menu", "menubar"}
    | {"meter", "navigation", "none", "note", "presentation", "progressbar", "radiogroup"}
    | {"region", "row", "rowgroup", "rowheader", "scrollbar", "search", "separator", "status"}
    | {"table", "tablist", "tabpanel", "term", "timer", "toolbar", "tooltip", "tree", "treegrid"}
)
ALIASES = {
    "doc-backlink": "link",
    "doc-biblioref": "link",
    "doc-cover": "img",
    "doc-glossref": "link",
    "doc-noteref": "link",
    "graphics-document": "document",
    "graphics-object": "group",
    "graphics-symbol": "img",
    "image": "img",
    "presentation": "none",
} | dict.fromkeys(
    ("code", "comment", "deletion", "emphasis", "generic", "insertion", "mark", "paragraph")
    + ("strong", "subscript", "suggestion", "superscript", "time"),
    "",
)
NEED_NAME = frozenset({"form", "region"})
GLOBAL = frozenset(
    {"aria-atomic", "aria-busy", "aria-controls", "aria-current", "aria-describedby"}
    | {"aria-description", "aria-details", "aria-dropeffect", "aria-flowto", "aria-grabbed"}
    | {"aria-keyshortcuts", "aria-label", "aria-labelledby", "aria-live", "aria-owns"}
    | {"aria-relevant", "aria-roledescription"}
)
TABLES = frozenset({"table", "grid", "treegrid"})
LISTS = frozenset({"ul", "ol", "menu"})
FOCUSABLE = frozenset({"button", "select", "textarea", "iframe", "frame", "object", "embed"})
NAMED_ONLY = {"section": "region", "form": "form"}
OF_PAGE = {"header": "banner", "footer": "contentinfo"}
