/**
 * Parses a page's text into a document that runs and loads nothing.
 * @param {{kind: "html" | "xml" | "json" | "text", text: string, url: string, fields: (string | boolean | number[])[] | null}} page
 *   `fields`: values of the open page's fields, in document order.
 * @returns {{page: unknown, title: string, text: string, whole: boolean}} `text` is what the page says, line by line
 */
(page) => {
  const MAX_TEXT = 400_000;
  const SILENT = new Set(["SCRIPT", "STYLE", "NOSCRIPT", "TEMPLATE", "HEAD"]);
  const INLINE = new Set(
    "A ABBR ACRONYM B BDI BDO BIG CITE CODE DATA DEL DFN EM FONT I INS KBD LABEL MARK Q S SAMP SMALL SPAN STRIKE STRONG SUB SUP TD TH TIME TT U VAR WBR".split(" "),
  );

  /** @type {(root: Document | ShadowRoot, see: (element: Element) => void) => void} */
  const each = (root, see) => {
    for (const element of root.querySelectorAll("*")) {
      see(element);
      if (element.shadowRoot) each(element.shadowRoot, see);
    }
  };

  /** @type {(element: Element, held: string | boolean | number[]) => void} */
  const hold = (element, held) => {
    if (element instanceof HTMLSelectElement) {
      const chosen = new Set(/** @type {number[]} */ (held));
      Array.from(element.options).forEach((option, index) => {
        option.toggleAttribute("selected", chosen.has(index));
        option.selected = chosen.has(index);
      });
    } else if (element instanceof HTMLTextAreaElement) {
      element.textContent = String(held);
    } else if (typeof held === "boolean") {
      element.toggleAttribute("checked", held);
    } else {
      element.setAttribute("value", String(held));
    }
  };

  const fill = (/** @type {Document} */ document) => {
    const fields = /** @type {Element[]} */ ([]);
    each(document, (element) => {
      if (element.matches("input, textarea, select")) fields.push(element);
    });
    const held = page.fields ?? [];
    // A tree that HTML cannot express differs once it is parsed again.
    if (fields.length === held.length) fields.forEach((field, index) => hold(field, held[index]));
  };

  const read = (/** @type {Node} */ root) => {
    const pieces = /** @type {string[]} */ ([]);
    let size = 0;
    const walk = (/** @type {Node} */ node) => {
      if (size > MAX_TEXT) return;
      if (node.nodeType === Node.TEXT_NODE || node.nodeType === Node.CDATA_SECTION_NODE) {
        const words = node.nodeValue ?? "";
        size += words.length;
        pieces.push(words.replace(/\s+/g, " "));
        return;
      }
      const name = node.nodeName.toUpperCase();
      if (SILENT.has(name)) return;
      const apart = name === "TD" || name === "TH" ? " " : INLINE.has(name) ? "" : "\n";
      pieces.push(apart);
      const shadow = node instanceof Element ? node.shadowRoot : null;
      for (const child of shadow ? [...shadow.childNodes, ...node.childNodes] : node.childNodes) walk(child);
      pieces.push(apart);
    };
    walk(root);
    return pieces.join("").replace(/ *\n\s*/g, "\n").replace(/ {2,}/g, " ").trim();
  };

  if (page.kind === "json") {
    return { page: JSON.parse(page.text), title: "", text: page.text.slice(0, MAX_TEXT), whole: page.text.length <= MAX_TEXT };
  }
  /** @type {Document} */
  let document;
  if (page.kind === "xml") {
    document = new DOMParser().parseFromString(page.text, "application/xml");
    const wrong = document.querySelector("parsererror");
    if (wrong) throw new Error(`it is not well-formed XML: ${(wrong.textContent ?? "").slice(0, 160)}`);
  } else if (page.kind === "text") {
    document = new DOMParser().parseFromString("<pre></pre>", "text/html");
    /** @type {Element} */ (document.querySelector("pre")).textContent = page.text;
  } else {
    // Scripts do not run in it; unlike DOMParser it supports declarative shadow roots.
    document = /** @type {any} */ (Document).parseHTMLUnsafe(page.text);
    const given = document.querySelector("base[href]")?.getAttribute("href") ?? "";
    const base = document.createElement("base");
    base.href = URL.canParse(given, page.url) ? new URL(given, page.url).href : page.url;
    document.head.prepend(base);
    fill(document);
  }
  const text = page.kind === "text" ? page.text.slice(0, MAX_TEXT) : read(document.body ?? document);
  return { page: document, title: document.title, text, whole: text.length < MAX_TEXT };
};
