/** The least that an observation can do: once round all elements, the facts of each, one string. */
() => {
  const started = performance.now();
  const rows = [];
  /** @type {(Document | ShadowRoot)[]} */
  const roots = [document];
  for (let root = roots.pop(); root; root = roots.pop()) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = /** @type {HTMLIFrameElement} */ (node);
      let text = "";
      for (let child = element.firstChild; child; child = child.nextSibling) {
        if (child.nodeType === Node.TEXT_NODE) text += /** @type {Text} */ (child).data;
      }
      const { x, y, width, height } = element.getBoundingClientRect();
      const visible = element.checkVisibility();
      const role = element.getAttribute("role");
      rows.push([element.localName, role, text, x, y, width, height, visible]);
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (element.localName === "iframe" && element.contentDocument) {
        roots.push(element.contentDocument);
      }
    }
  }
  const result = JSON.stringify(rows);
  return `${performance.now() - started} ${rows.length} ${result}`;
};
