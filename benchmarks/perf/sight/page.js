/// <reference path="./sight.d.ts" />
/**
 * Makes `globalThis.sight`, for the scripts beside this one: the page as it is drawn, slots filled
 * and shadow roots opened, and numbers that elements keep as long as their document lives.
 * @param {number} closed
 * @param {...(Element | ShadowRoot)} objects closed shadow roots, so many; then elements that
 *   listen to clicks themselves.
 */
(closed, ...objects) => {
  const roots = new Map(
    /** @type {ShadowRoot[]} */ (objects.slice(0, closed)).map((root) => [root.host, root]),
  );
  const listening = new Set(objects.slice(closed));
  const kept = (globalThis.sightKept ??= { numbers: new WeakMap(), elements: [] });
  /** @type {WeakSet<Element>} */
  const early = new WeakSet();

  /** @param {Element} element */
  const root = (element) => element.shadowRoot ?? roots.get(element) ?? null;

  /** @param {Document | ShadowRoot} scope */
  const remember = (scope) => {
    for (const element of scope.querySelectorAll("*")) {
      // What a style keeps from being drawn may come when the page is scrolled.
      if (element.checkVisibility({ visibilityProperty: true })) early.add(element);
      const inner = root(element);
      if (inner) remember(inner);
    }
  };
  remember(document);

  /** The slot that draws an element, which a closed root does not say. @param {Element} element */
  const slot = (element) => {
    if (element.assignedSlot) return element.assignedSlot;
    const inner = element.parentElement && roots.get(element.parentElement);
    if (!inner) return null;
    return [...inner.querySelectorAll("slot")].find((each) => each.assignedNodes?.().includes(element));
  };

  /** The slot in which a text of an element is drawn at a point. @param {Element} host @param {number} x @param {number} y */
  const slotOfText = (host, x, y) => {
    for (const node of host.childNodes) {
      if (!(node instanceof Text) || !node.assignedSlot) continue;
      const range = new Range();
      range.selectNodeContents(node);
      const over = [...range.getClientRects()].some((each) => each.left <= x && x <= each.right && each.top <= y && y <= each.bottom);
      if (over) return node.assignedSlot;
    }
    return null;
  };

  /** The element that this one is drawn in. @param {Element} element */
  const above = (element) => {
    const drawn = slot(element);
    if (drawn) return drawn;
    const parent = element.parentNode;
    return parent instanceof ShadowRoot ? parent.host : element.parentElement;
  };

  globalThis.sight = /** @type {Sight} */ ({
    root,
    above,
    number(element) {
      let number = kept.numbers.get(element);
      if (number === undefined) {
        number = kept.elements.push(new WeakRef(element)) - 1;
        kept.numbers.set(element, number);
      }
      return number;
    },
    element: (key) => kept.elements[key]?.deref(),
    late: (element) => !early.has(element),
    listens: (element) => listening.has(element),
    at(x, y) {
      let scope = /** @type {Document | ShadowRoot} */ (document);
      let found = null;
      for (;;) {
        const here = scope.elementFromPoint(x, y);
        // A root in which nothing of its own lies there answers with its host.
        if (!here || here.getRootNode() !== scope) return (found && slotOfText(found, x, y)) || found;
        found = here;
        const inner = root(here);
        if (!inner) return found;
        scope = inner;
      }
    },
  });
};
