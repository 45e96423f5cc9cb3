/** Adds to `globalThis.agentE` what the field-filling scripts share. */
() => {
  const NEAR = 5; // levels up within which texts count as near a field
  const LONGEST = 20_000;
  const MAX_LABEL_LENGTH = 80;
  const MAX_WITHIN = 2_000;
  const EDGES = new Set(["BODY", "DIALOG", "FORM", "MAIN"]);
  /** Types of fields in which Enter submits a form. */
  const LINES = new Set(["text", "search", "url", "tel", "email", "password", "number", "date", "time", "datetime-local", "month", "week"]);
  const FIELDS = "input:not([type=hidden]), textarea, [contenteditable=''], [contenteditable=true], [contenteditable=plaintext-only]";
  /** Suggestions and announcements of a text do not contain the value. */
  const OTHERS = "[role=listbox], [role=menu], [role=tooltip], [role=alert], [role=status], [role=log], [aria-live]:not([aria-live=off]), datalist, select, script, style, template";

  const fieldOf = (/** @type {Element} */ element) => {
    if (agentE.editable(element) || /^(input|select|textarea)$/.test(element.localName)) return element;
    if (/** @type {HTMLElement} */ (element).isContentEditable) return element;
    const root = agentE.rootOf(element);
    const inner = [...element.querySelectorAll(FIELDS), ...(root?.querySelectorAll(FIELDS) ?? [])].filter(agentE.visible);
    return inner.length === 1 ? inner[0] : element;
  };

  const wordsAround = (/** @type {Element} */ field) => {
    let top = field;
    for (let level = 0; level < NEAR; level += 1) {
      const up = agentE.parent(top);
      if (!up || EDGES.has(up.tagName)) {
        if (level === 0 && up) top = up;
        break;
      }
      top = up;
    }
    // If a form's fields have no wrappers, the form itself contains their chips.
    const form = agentE.parent(top);
    if (form?.tagName === "FORM") top = form;
    const walker = top.ownerDocument.createTreeWalker(top, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) => {
      if (node.nodeType === Node.TEXT_NODE) return NodeFilter.FILTER_ACCEPT;
      const element = /** @type {Element} */ (node);
      return element === field || element.matches(OTHERS) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP;
    });
    let words = "";
    while (walker.nextNode() && words.length < LONGEST) words += ` ${walker.currentNode.nodeValue}`;
    return agentE.squeeze(words).toLowerCase();
  };

  const dateHint = (/** @type {Element} */ field) => {
    if (field.localName !== "input" || !["text", "tel"].includes(/** @type {HTMLInputElement} */ (field).type)) return "";
    const attributes = ["placeholder", "data-placeholder", "aria-placeholder", "data-date-format", "data-format", "title", "aria-label"];
    return [
      ...attributes.map((name) => field.getAttribute(name) ?? ""), agentE.name(field), agentE.description(field),
      /** @type {HTMLInputElement} */ (field).value,
    ].filter(Boolean).join("\n").slice(0, 1000);
  };

  const suggests = (/** @type {Element} */ field) => {
    if (field.getAttribute("role") === "combobox" || field.hasAttribute("list")) return true;
    if (["list", "both", "inline"].includes(field.getAttribute("aria-autocomplete") ?? "")) return true;
    const type = field.localName === "input" ? /** @type {HTMLInputElement} */ (field).type : "";
    // A script with its own suggestions turns the browser's off.
    if (type === "search" || (type === "text" && field.getAttribute("autocomplete") === "off")) return true;
    return type === "text" && agentE.closest(field, (each) => each.matches("search, [role=search]")) !== null;
  };

  // By tag: an element of an inner frame is no instance of this frame's constructors.
  const isLine = (/** @type {Element} */ element) => element.localName === "input" && LINES.has(/** @type {HTMLInputElement} */ (element).type);

  /** @type {AgentE["isSender"]} */
  const isSender = (element) => /^(button|input)$/.test(element.localName) && /^(submit|image)$/.test(/** @type {HTMLInputElement} */ (element).type);

  // A field may shadow this member of its form by its name: use the form's prototype.
  /** @type {AgentE["partsOf"]} */
  const partsOf = (form) => [...Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements")?.get?.call(form) ?? []];

  const announce = (/** @type {Element} */ field) => {
    agentE.theirs.delete(field);
    field.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    field.dispatchEvent(new Event("change", { bubbles: true }));
  };

  /** @type {AgentE["frame"]} */
  const frame = (most = document.hidden ? 50 : 500) => new Promise((resolve) => {
    requestAnimationFrame(() => resolve(true));
    setTimeout(resolve, most, document.hidden);
  });

  const painted = () => new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 100);
  });

  const label = (/** @type {Element} */ element) => ({
    mmid: agentE.knownId(element),
    role: agentE.role(element) || "box",
    name: agentE.squeeze(agentE.name(element) || agentE.text(element)).slice(0, MAX_LABEL_LENGTH),
  });

  const within = (/** @type {Element} */ top) => {
    const found = [top];
    for (let at = 0; at < found.length && found.length < MAX_WITHIN; at += 1) {
      found.push(.../** @type {Element[]} */ (agentE.children(found[at]).filter((child) => child.nodeType === Node.ELEMENT_NODE)));
    }
    return found;
  };

  agentE.add({
    announce, dateHint, fieldOf, frame, isLine, isSender, label, painted, partsOf, suggests, within, wordsAround,
    dialogAround: (/** @type {Element} */ element) => agentE.closest(element, (up) => /^(alert)?dialog$/.test(agentE.role(up))),
    named: (/** @type {Element} */ element) => ({ role: agentE.role(element), name: agentE.name(element) }),
    scrolled: () => [scrollX, scrollY].map(Math.round),
  });
};
