/**
 * Finds where a text is visible: in fields that contain it or were given a secret, on the page, even split across
 * elements or from a style sheet, and in pictures and drawings whose attributes, style or replacement text have it.
 * @param {{pattern: string}} options
 * @returns {number[][]} x, y, width, height in CSS pixels of this document's viewport
 */
({ pattern }) => {
  const DRAWS = new Set(["img", "image", "canvas", "object", "embed", "video"]);
  const sought = new RegExp(pattern);
  const found = /** @type {number[][]} */ ([]);
  const pieces = /** @type {Text[]} */ ([]); // of text, in order
  /** @param {string | null | undefined} text */
  const holds = (text) => Boolean(text) && sought.test(String(text));

  /** @type {(node: Node, box: DOMRect) => void} */
  const add = (node, { x, y, width, height }) => {
    const corner = agentE.origin(/** @type {Document} */ (node.ownerDocument));
    if (width && height) found.push([x + corner.x, y + corner.y, width, height]);
  };

  /** What a field shows. @param {Element} element */
  const shows = (element) => {
    const field = /** @type {HTMLInputElement} */ (element);
    if (element.localName === "select") return /** @type {HTMLSelectElement} */ (element).selectedOptions[0]?.text;
    return field.value || field.placeholder;
  };

  /** Whether a style sheet displays an attribute's value. @param {Element} element */
  const drawn = (element) =>
    element.hasAttributes() && [...element.attributes].some(({ value }) => holds(value)) &&
    ["::before", "::after"].some((part) => holds(getComputedStyle(element, part).content));

  /** Whether it holds the text as a picture's source or words, or as a background or list marker. @param {Element} element */
  const pictured = (element) => {
    if (!element.hasAttributes()) return false;
    const { backgroundImage, listStyleImage, listStyleType } = getComputedStyle(element);
    if ([backgroundImage, listStyleImage, listStyleType].some(holds)) return true;
    return DRAWS.has(element.localName) && [element.textContent, ...[...element.attributes].map(({ value }) => value)].some(holds);
  };

  const look = (/** @type {Document | ShadowRoot} */ root) => {
    const page = root.ownerDocument ?? /** @type {Document} */ (root);
    const walker = page.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        pieces.push(/** @type {Text} */ (node));
        continue;
      }
      const element = /** @type {HTMLElement} */ (node);
      const name = element.localName;
      const field = name === "input" || name === "textarea" || name === "select";
      const holder = field ? agentE.secretFields.has(element) || holds(shows(element)) : pictured(element);
      if (holder || agentE.theirs.has(element) || drawn(element)) add(element, element.getBoundingClientRect());
      for (const inside of [agentE.frameDocument(element), agentE.rootOf(element)]) if (inside) look(inside);
    }
  };
  look(document);

  let begin = 0;
  const begins = pieces.map(({ data }) => {
    const at = begin;
    begin += data.length;
    return at;
  });
  let at = 0;
  for (const match of pieces.map(({ data }) => data).join("").matchAll(new RegExp(pattern, "g"))) {
    const end = match.index + match[0].length;
    while (at + 1 < pieces.length && begins[at + 1] <= match.index) at += 1;
    for (let of = at; of < pieces.length && begins[of] < end; of += 1) {
      const range = pieces[of].ownerDocument.createRange();
      range.selectNodeContents(pieces[of]);
      for (const box of range.getClientRects()) add(pieces[of], box);
    }
  }
  return found;
};
