// Records, in `recorded`, every use of what a page can patch and every change that it can watch for.
(() => {
  const { apply, ownKeys, getOwnPropertyDescriptor } = Reflect;
  const { defineProperty } = Object;
  const names = String;
  const recorded = [];
  window.recorded = recorded;
  const note = (what) => {
    recorded[recorded.length] = what;
  };

  // What only looks, for `report`, is taken before anything is patched.
  const getter = (holder, key) => getOwnPropertyDescriptor(holder, key).get;
  const firstChild = getter(Node.prototype, "firstChild");
  const nextSibling = getter(Node.prototype, "nextSibling");
  const outerHTML = getter(Element.prototype, "outerHTML");
  const activeElement = getter(Document.prototype, "activeElement");
  const shadowRoot = getter(Element.prototype, "shadowRoot");
  const { getEntries } = Performance.prototype;
  const Promised = Promise;
  const frame = requestAnimationFrame;
  const timer = setTimeout;

  const holders = [
    JSON, Object, Reflect, Math, Array, Array.prototype, Map.prototype, Set.prototype, WeakMap.prototype,
    WeakSet.prototype, WeakRef.prototype, FinalizationRegistry.prototype, Promise, Promise.prototype,
    String.prototype, Number.prototype, RegExp.prototype, Symbol.prototype, Function.prototype,
    Object.getPrototypeOf([][Symbol.iterator]()), Object.getPrototypeOf(new Map().entries()),
    EventTarget.prototype, Node.prototype, Element.prototype, HTMLElement.prototype, Document.prototype,
    DocumentFragment.prototype, ShadowRoot.prototype, CharacterData.prototype, Text.prototype,
    HTMLInputElement.prototype, HTMLSelectElement.prototype, HTMLOptionElement.prototype,
    HTMLTextAreaElement.prototype, HTMLAnchorElement.prototype, HTMLLabelElement.prototype,
    HTMLButtonElement.prototype, HTMLIFrameElement.prototype, HTMLSlotElement.prototype,
    HTMLDetailsElement.prototype, HTMLTableElement.prototype, HTMLCollection.prototype, NodeList.prototype,
    NamedNodeMap.prototype, Attr.prototype, DOMRectReadOnly.prototype, DOMRect.prototype, DOMTokenList.prototype,
    CSSStyleDeclaration.prototype, ElementInternals.prototype, ValidityState.prototype, TreeWalker.prototype,
    NodeIterator.prototype, Range.prototype, Selection.prototype, Performance.prototype, MutationObserver.prototype,
    XPathEvaluator.prototype, Location.prototype, History.prototype,
  ];
  const patch = (holder, key, name) => {
    const found = getOwnPropertyDescriptor(holder, key);
    if (!found.configurable || key === "constructor") return;
    const wrap = (inner, kind) =>
      function (...given) {
        note(name + kind);
        return apply(inner, this, given);
      };
    if (typeof found.value === "function") found.value = wrap(found.value, "()");
    if (found.get) found.get = wrap(found.get, " read");
    if (found.set) found.set = wrap(found.set, " written");
    defineProperty(holder, key, found);
  };
  const plan = [];
  for (const holder of holders) {
    const title = holder[Symbol.toStringTag] || holder.constructor.name;
    for (const key of ownKeys(holder)) plan.push([holder, key, `${title}.${names(key)}`]);
  }
  for (const key of [
    "getComputedStyle", "requestAnimationFrame", "setTimeout", "setInterval", "queueMicrotask", "postMessage",
    "requestIdleCallback", "getSelection", "matchMedia", "scroll", "scrollTo", "scrollBy", "focus", "fetch",
    "innerWidth", "innerHeight", "scrollX", "scrollY", "name", "frames", "length", "structuredClone",
  ]) plan.push([window, key, `window.${key}`]);

  const observers = (root) => {
    new MutationObserver((records) => {
      for (let at = 0; at < records.length; at += 1) note(`mutation ${records[at].type}`);
    }).observe(root, {
      subtree: true, childList: true, attributes: true, characterData: true, attributeOldValue: true,
      characterDataOldValue: true,
    });
  };
  const each = (node, visit) => {
    for (let at = apply(firstChild, node, []); at; at = apply(nextSibling, at, [])) {
      visit(at);
      each(at, visit);
      const root = at.nodeType === 1 ? apply(shadowRoot, at, []) : null;
      if (root) each(root, visit);
    }
  };
  const state = () => {
    let seen = "";
    for (const key of ownKeys(window)) if (key !== "before") seen += names(key) + " ";
    for (const holder of holders) seen += ownKeys(holder).length + " ";
    each(document, (node) => {
      for (const key of ownKeys(node)) seen += names(key) + ";";
    });
    seen += ownKeys(document).length + apply(outerHTML, document.documentElement, []);
    seen += apply(getEntries, performance, []).length + " " + apply(activeElement, document, []).tagName;
    seen += ` ${document.styleSheets.length} ${document.adoptedStyleSheets.length} ${history.length} ${name}`;
    return seen;
  };

  window.arm = () => {
    window.listen();
    for (let at = 0; at < plan.length; at += 1) patch(plan[at][0], plan[at][1], plan[at][2]);
    for (const key of ["mmid", "agentE", "toJSON", "then", "next", "confirmed", "data-mmid"]) {
      defineProperty(Object.prototype, key, {
        configurable: true,
        get: () => { note(`Object.prototype.${key} read`); },
        set: () => note(`Object.prototype.${key} written`),
      });
    }
    return new Promised((done) => apply(frame, window, [() => apply(timer, window, [done, 100])]));
  };
  window.listen = () => {
    observers(document);
    for (const type of [
      "focus", "blur", "focusin", "focusout", "scroll", "scrollend", "selectionchange", "select", "resize",
      "pointermove", "pointerdown", "mouseover", "mousemove", "mousedown", "click", "keydown", "keyup", "input",
      "beforeinput", "change", "visibilitychange", "pagehide", "animationstart", "transitionrun", "toggle",
      "beforetoggle", "load", "error", "unhandledrejection", "message", "storage", "hashchange", "popstate",
      "slotchange", "fullscreenchange", "contentvisibilityautostatechange",
    ]) addEventListener(type, () => note(`event ${type}`), true);
    new PerformanceObserver(() => note("performance entry")).observe({ entryTypes: ["mark", "measure", "resource"] });
    const sizes = new ResizeObserver(() => note("resized"));
    const places = new IntersectionObserver(() => note("intersects"));
    each(document, (node) => {
      if (node.nodeType === 1) [sizes, places].map((observer) => observer.observe(node));
    });
    Error.prepareStackTrace = (error) => (note("stack read"), names(error));
    const trap = new Error("trap");
    for (const key of ["stack", "message", "id"]) defineProperty(trap, key, { get: () => note(`trap ${key} read`) });
    console.debug(trap, [trap]);
  };
  window.watchRoot = observers;
  window.note = note;
  window.begin = () => {
    window.before = state();
    recorded.length = 0;
  };
  // A string: handing over an object would need what is patched.
  window.report = () => {
    let said = "";
    for (let at = 0; at < recorded.length; at += 1) said += (at ? "\n" : "") + recorded[at];
    const now = state();
    recorded.length = 0;
    return now === window.before ? said : `${said}\nthe page differs`;
  };
})();
