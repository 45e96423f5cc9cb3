/**
 * Selects a part of a focused field's text, if it occurs once.
 * @param {{mmid: number, part: string}} options
 * @returns {{count: number}} how often it occurs; -1 for a field whose parts cannot be selected
 */
({ mmid, part }) => {
  const target = agentE.element(mmid);
  if (!target) return { count: 0 };
  const element = /** @type {any} */ (agentE.fieldOf(target));
  // Telling whether a secret contains something would reveal it letter by letter.
  if (element.type === "password" || agentE.secretFields.has(agentE.standsFor(element) ?? element)) return { count: -1 };
  const even = (/** @type {string} */ text) => text.replace(/\u00a0/g, " ");
  const wanted = even(part);
  const times = (/** @type {string} */ text) => even(text).split(wanted).length - 1;
  if ("value" in element) {
    const count = times(element.value);
    if (count !== 1) return { count };
    const start = even(element.value).indexOf(wanted);
    try {
      element.setSelectionRange(start, start + wanted.length);
    } catch {
      return { count: -1 };
    }
    return { count };
  }
  // A part may span formatting such as bold, but not the end of a paragraph.
  const paragraphs = /** @type {Map<Element, Text[]>} */ (new Map());
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = /** @type {Text} */ (walker.currentNode);
    let block = /** @type {Element} */ (node.parentElement);
    while (block !== element && getComputedStyle(block).display.startsWith("inline")) block = /** @type {Element} */ (block.parentElement);
    paragraphs.set(block, [...(paragraphs.get(block) ?? []), node]);
  }
  const all = [...paragraphs.values()];
  const texts = all.map((nodes) => nodes.map((node) => node.data).join(""));
  const count = texts.reduce((sum, text) => sum + times(text), 0);
  if (count !== 1) return { count };
  const at = texts.findIndex((text) => times(text) === 1);
  const start = even(texts[at]).indexOf(wanted);
  const range = element.ownerDocument.createRange();
  let passed = 0;
  for (const node of all[at]) {
    const end = passed + node.data.length;
    if (start >= passed && start < end) range.setStart(node, start - passed);
    if (start + wanted.length > passed && start + wanted.length <= end) range.setEnd(node, start + wanted.length - passed);
    passed = end;
  }
  const selection = /** @type {Selection} */ (element.ownerDocument.getSelection());
  selection.removeAllRanges();
  selection.addRange(range);
  return { count };
};
