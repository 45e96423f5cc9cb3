/**
 * Adds the flat tree to `globalThis.agentE`: rendered nesting, through slots, shadow roots
 * and frames of the same origin.
 */
() => {
  const FRAMES = new Set(["IFRAME", "FRAME", "OBJECT", "EMBED"]);
  const LEAVES = new Set(["INPUT", "SELECT", "TEXTAREA", "CANVAS", "VIDEO", "AUDIO", "PROGRESS", "METER"]);
  /** Closed shadow roots by host: only the browser reveals them, no script can. @type {WeakMap<Element, ShadowRoot>} */
  const closed = new WeakMap();
  let anyClosed = false;
  /** Elements already checked for one. @type {WeakSet<Element>} */
  const asked = new WeakSet();
  /** Elements still to be checked. @type {Element[]} */
  let suspected = [];
  const HOSTS = new Set([
    "ARTICLE", "ASIDE", "BLOCKQUOTE", "DIV", "FOOTER", "H1", "H2", "H3", "H4", "H5", "H6", "HEADER", "MAIN", "NAV", "P", "SECTION", "SPAN",
  ]);
  /** Elements moved by aria-owns, with their owners. @type {WeakMap<Element, Element>} */
  let owners = new WeakMap();
  let owning = false;
  /** Attributes that may tell an element's kind, whatever its tag. */
  const SAYING = [
    "aria-hidden", "aria-owns", "contenteditable", "draggable", "hidden", "inert", "onclick", "popover", "role", "tabindex",
  ].map((attribute) => `[${attribute}]`).join();
  /** The elements with these, of all roots entered. @type {Set<Element>} */
  const saying = new Set();

  /** A computed style is live: successive observations may reuse it. @type {WeakMap<Element, CSSStyleDeclaration>} */
  const styles = new WeakMap();

  // eslint-disable-next-line no-control-regex
  const UNSEEN = /[\0-\x08\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g;

  const UNTIDY = /[^ -~]| {2}/; // most texts have none of these: then nothing needs removing
  const UNUSUAL = /[^ -~]/;

  const plain = (/** @type {string} */ text) => UNUSUAL.test(text) ? text.replace(UNSEEN, "") : text;

  /** Also removes meaningless characters: soft hyphens, zero-width joiners, icon font glyphs. @type {AgentE["clean"]} */
  const clean = (text) => UNTIDY.test(text)
    ? plain(text).replace(/[\u00ad\u200b\u2060\ufeff\ue000-\uf8ff]+/g, "").replace(/\s+/g, " ")
    : text;

  const frameDocument = (/** @type {Element} */ element) => {
    if (!FRAMES.has(element.tagName)) return null;
    // Of another origin it reads as null; a sandboxed one may throw.
    try {
      const inner = /** @type {HTMLIFrameElement} */ (element).contentDocument ?? null;
      if (inner?.defaultView) globalThis.agentE.secondNames(inner.defaultView);
      return inner;
    } catch {
      return null;
    }
  };

  const rootOf = (/** @type {Element} */ element) => element.shadowRoot ?? (anyClosed ? closed.get(element) ?? null : null);

  /** @type {AgentE["suspect"]} */
  const suspect = (element, tag) => {
    if (!tag.includes("-") && !HOSTS.has(tag)) return;
    if (asked.has(element)) return;
    asked.add(element);
    suspected.push(element);
  };

  const connected = (/** @type {Node} */ node) => {
    let at = node;
    while (at.isConnected) {
      const view = at.ownerDocument?.defaultView;
      if (!view) return false;
      if (view === globalThis.window) return true;
      const frame = view.frameElement;
      if (!frame) return false;
      at = frame;
    }
    return false;
  };

  const hasOwned = (/** @type {Element} */ element) => element.hasAttribute("aria-owns");

  /** @type {AgentE["referenced"]} */
  const referenced = (element, attribute) => {
    const list = element.getAttribute(attribute)?.trim();
    if (!list) return [];
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    if (!root.getElementById) return [];
    const found = list.split(/\s+/).map((id) => root.getElementById(id));
    return found.filter((other) => other !== null);
  };

  const children = (/** @type {Node} */ node) => {
    /** @type {Node | null} */
    let from = node;
    if (node.nodeType === Node.ELEMENT_NODE) {
      const element = /** @type {Element} */ (node);
      if (element.tagName === "SLOT") {
        // A drawing may have an element of that name, which gets no nodes.
        const assigned = /** @type {Partial<HTMLSlotElement>} */ (element).assignedNodes?.() ?? [];
        if (assigned.length > 0) return assigned;
      }
      if (FRAMES.has(element.tagName)) {
        const inner = frameDocument(element);
        return inner?.documentElement ? [inner.documentElement] : [];
      }
      from = rootOf(element) ?? element;
    }
    const found = /** @type {Node[]} */ ([]);
    for (let child = from.firstChild; child; child = child.nextSibling) found.push(child);
    if (from === node && hasOwned(/** @type {Element} */ (node))) {
      const owner = /** @type {Element} */ (node);
      for (const other of referenced(owner, "aria-owns")) {
        if (owners.get(other) === owner && other.parentNode !== owner) found.push(other);
      }
    }
    return found;
  };

  const parent = (/** @type {Node} */ node) => {
    const slot = /** @type {Element} */ (node).assignedSlot;
    if (slot) return slot;
    const up = node.parentNode;
    if (!up) return null;
    if (up.nodeType === Node.ELEMENT_NODE) return /** @type {Element} */ (up);
    if (up.nodeType === Node.DOCUMENT_FRAGMENT_NODE) return /** @type {ShadowRoot} */ (up).host ?? null;
    const view = /** @type {Document} */ (up).defaultView;
    // The frame element is null if the parent is cross-origin.
    return view && view !== globalThis.window ? view.frameElement : null;
  };

  const style = (/** @type {Element} */ element) => {
    let known = styles.get(element);
    if (!known) styles.set(element, known = getComputedStyle(element));
    return known;
  };

  agentE.add({
    FRAMES, LEAVES, children, clean, connected, frameDocument, hasOwned, parent, plain, referenced, rootOf, style, suspect,
    closest(element, test) {
      /** @type {Element | null} */
      let at = element;
      while (at && !test(at)) at = parent(at);
      return at;
    },
    ownerOf: (element) => owning ? owners.get(element) ?? null : null,
    leaveRoots() {
      owners = new WeakMap();
      owning = false;
      saying.clear();
    },
    isBare: (element) => !saying.has(element),
    enterRoot(root) {
      for (const owner of root.querySelectorAll(SAYING)) {
        saying.add(owner);
        // An undrawn owner would take along what is drawn in its own place.
        if (LEAVES.has(owner.tagName) || !hasOwned(owner) || !owner.checkVisibility()) continue;
        for (const other of referenced(owner, "aria-owns")) {
          if (owners.has(other) || other.contains(owner)) continue;
          owners.set(other, owner);
          owning = true;
        }
      }
    },
    suspected: () => suspected.length,
    suspects() {
      const all = suspected;
      suspected = [];
      return all;
    },
    opened(host, root) {
      closed.set(host, root);
      anyClosed = true;
    },
    focused() {
      let found = document.activeElement;
      for (;;) {
        const inner = (found && rootOf(found)?.activeElement) ?? (found && frameDocument(found)?.activeElement);
        if (!inner) break;
        found = inner;
      }
      const none = !found || found.tagName === "HTML" || (found === found.ownerDocument.body && !(/** @type {HTMLElement} */ (found)).isContentEditable);
      return none ? null : found;
    },
    squeeze: (text) => clean(text).trim(),
  });
};
