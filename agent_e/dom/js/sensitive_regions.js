/**
 * Says where a text is to be seen: in fields that hold it or were given a secret, and on the page, also where its
 * letters are parts of several elements or come from a style sheet.
 * @param {{pattern: string}} options
 * @returns {number[][]} x, y, width, height in CSS pixels of this document's viewport
 */
({ pattern }) => {
  const sought = new RegExp(pattern);
  const found = /** @type {number[][]} */ ([]);
  /** Pieces of text in order, and where the document of each begins. @type {{ node: Node, left: number, top: number }[]} */
  const pieces = [];
  /** @param {string | null | undefined} text */
  const holds = (text) => Boolean(text) && sought.test(String(text));

  /** @param {DOMRect} box @param {number} left @param {number} top */
  const add = (box, left, top) => {
    if (box.width && box.height) found.push([box.x + left, box.y + top, box.width, box.height]);
  };

  /** What a field shows. @param {Element} element */
  const shows = (element) => {
    const field = /** @type {HTMLInputElement} */ (element);
    if (element.localName === "select") return /** @type {HTMLSelectElement} */ (element).selectedOptions[0]?.text;
    return field.value || field.placeholder;
  };

  /** Whether a style sheet writes what an attribute holds. @param {Element} element */
  const drawn = (element) =>
    element.hasAttributes() && [...element.attributes].some(({ value }) => holds(value)) &&
    ["::before", "::after"].some((part) => holds(getComputedStyle(element, part).content));

  /** @param {Document | ShadowRoot} root @param {number} left @param {number} top */
  const look = (root, left, top) => {
    const page = root.ownerDocument ?? /** @type {Document} */ (root);
    const walker = page.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node.nodeType === Node.TEXT_NODE) {
        pieces.push({ node, left, top });
        continue;
      }
      const element = /** @type {HTMLElement} */ (node);
      const name = element.localName;
      if (name === "input" || name === "textarea" || name === "select") {
        if (agentE.secretFields.has(element) || holds(shows(element))) add(element.getBoundingClientRect(), left, top);
      } else if (name === "iframe" || name === "frame") {
        const inner = agentE.frameDocument(element);
        const box = element.getBoundingClientRect();
        if (inner) look(inner, left + box.x + element.clientLeft, top + box.y + element.clientTop);
      } else if (name === "img" && holds(element.getAttribute("alt"))) add(element.getBoundingClientRect(), left, top);
      if (agentE.theirs.has(element) || drawn(element)) add(element.getBoundingClientRect(), left, top);
      const inside = agentE.rootOf(element);
      if (inside) look(inside, left, top);
    }
  };
  look(document, 0, 0);

  let begin = 0;
  const begins = pieces.map(({ node }) => {
    const at = begin;
    begin += node.nodeValue?.length ?? 0;
    return at;
  });
  let at = 0;
  for (const match of pieces.map(({ node }) => node.nodeValue).join("").matchAll(new RegExp(pattern, "g"))) {
    const end = match.index + match[0].length;
    while (at + 1 < pieces.length && begins[at + 1] <= match.index) at += 1;
    for (let of = at; of < pieces.length && begins[of] < end; of += 1) {
      const { node, left, top } = pieces[of];
      const range = /** @type {Document} */ (node.ownerDocument).createRange();
      range.selectNodeContents(node);
      for (const box of range.getClientRects()) add(box, left, top);
    }
  }
  return found;
};
