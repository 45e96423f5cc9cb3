/**
 * Copies the page's tree, with open shadow roots and current field values, without changing the page.
 * @returns {{kind: string, text: string, url: string, title: string, fields: (string | boolean | number[])[] | null}}
 */
() => {
  const { url, title } = { url: document.URL, title: document.title };
  const kind = document.contentType;
  if (kind !== "text/html" && kind !== "application/xhtml+xml") {
    const shown = kind.startsWith("text/") || kind.endsWith("json") ? document.body : null;
    const text = shown ? (shown.textContent ?? "") : new XMLSerializer().serializeToString(document);
    return { kind, text, url, title, fields: null };
  }
  const shadowRoots = /** @type {ShadowRoot[]} */ ([]);
  const fields = /** @type {(string | boolean | number[])[]} */ ([]);
  const walk = (/** @type {Document | ShadowRoot} */ root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element instanceof HTMLSelectElement) {
        fields.push(Array.from(element.options).flatMap((option, index) => (option.selected ? [index] : [])));
      } else if (element instanceof HTMLTextAreaElement) {
        fields.push(globalThis.agentE.value(element) ?? "");
      } else if (element instanceof HTMLInputElement) {
        const ticks = element.type === "checkbox" || element.type === "radio";
        fields.push(ticks ? element.checked : (globalThis.agentE.value(element) ?? element.getAttribute("value") ?? ""));
      }
      if (element.shadowRoot) {
        shadowRoots.push(element.shadowRoot);
        walk(element.shadowRoot);
      }
    }
  };
  walk(document);
  const whole = document.documentElement;
  const tag = /** @type {Element} */ (whole.cloneNode(false)).outerHTML.replace(/<\/html>$/i, "");
  const text = `${tag}${/** @type {any} */ (whole).getHTML({ shadowRoots })}</html>`;
  return { kind: "text/html", text, url, title, fields };
};
