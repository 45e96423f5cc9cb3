/**
 * Reads all that a document has rendered, in view or not: pieces of text, and controls with their
 * states. It shares nothing with what observes pages, so that it can say whether that is right.
 *
 * `seen` is false where nobody could see it by scrolling: folded away, cut off, beside the page.
 * `place` is the way to it by tags and ids, without the number of siblings, so that what is drawn
 * anew has the same one.
 */
() => {
  const ROLES = [
    ...["button", "checkbox", "combobox", "link", "menuitem", "menuitemcheckbox", "menuitemradio"],
    ...["option", "radio", "searchbox", "slider", "spinbutton", "switch", "tab", "textbox", "treeitem"],
  ];
  const CONTROLS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [contenteditable=''], " +
    "[contenteditable=true], " +
    ROLES.map((role) => `[role=${role}]`).join();
  const STATEFUL = `${CONTROLS}, [aria-expanded], [aria-selected], [aria-checked], [aria-pressed]`;
  const CLIPPING = new Set(["hidden", "clip"]);
  const SCROLLING = new Set(["auto", "scroll", "overlay"]);
  const LONGEST = 300;

  /** @param {Node} node @returns {Element | null} */
  const above = (node) => {
    const slot = node instanceof Element || node instanceof Text ? node.assignedSlot : null;
    if (slot) return slot;
    const parent = node.parentNode;
    return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
  };

  /** @param {Element} element */
  const rendered = (element) => element.checkVisibility({ visibilityProperty: true });

  /**
   * Whether a part of a box is left once all that cuts it off has done so.
   * @param {Element} holder @param {DOMRect} whole
   */
  const canBeSeen = (holder, whole) => {
    if (!holder.checkVisibility({ opacityProperty: true })) return false;
    let { left, top, right, bottom } = whole;
    let position = "static";
    for (let each = /** @type {Element | null} */ (holder); each; each = above(each)) {
      const style = getComputedStyle(each);
      const holds = position !== "absolute" || style.position !== "static" || style.transform !== "none";
      if (position === "fixed" && style.transform === "none") continue;
      if (each !== document.documentElement && each !== document.body && holds && style.display !== "contents") {
        const box = each.getBoundingClientRect();
        if (SCROLLING.has(style.overflowX) || SCROLLING.has(style.overflowY)) {
          ({ left, top, right, bottom } = box);
        }
        if (CLIPPING.has(style.overflowX)) [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
        if (CLIPPING.has(style.overflowY)) [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
        if (right - left < 2 || bottom - top < 2) return false;
      }
      if (holds) position = style.position;
    }
    const root = document.documentElement;
    const width = Math.max(root.scrollWidth, innerWidth);
    const height = Math.max(root.scrollHeight, innerHeight, document.body?.scrollHeight ?? 0);
    return right + scrollX > 1 && bottom + scrollY > 1 && left + scrollX < width && top + scrollY < height;
  };

  /** @type {Map<Element, string>} */
  const places = new Map();
  /** @param {Element | null} element @returns {string} */
  const placeOf = (element) => {
    if (!element) return "";
    const known = places.get(element);
    if (known !== undefined) return known;
    const given = element.getAttribute("id") ?? "";
    const id = given && !/\d/.test(given) ? `#${given}` : "";
    // What is crossed out is another thing to a reader than what is not.
    const struck = getComputedStyle(element).textDecorationLine.includes("line-through") ? "~" : "";
    const place = `${placeOf(above(element))}/${element.localName}${id}${struck}`;
    places.set(element, place);
    return place;
  };

  /** @param {string | null | undefined} text */
  const plain = (text) => (text ?? "").replace(/\s+/g, " ").trim().slice(0, LONGEST);

  /** @param {Element} element */
  const inner = (element) => (element instanceof HTMLElement ? element.innerText : element.textContent);

  /** The same with what stands for the pictures in it, if there are any. @param {Element} element */
  const pictured = (element) => {
    if (!element.querySelector("img[alt]")) return "";
    const parts = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let words = "";
    while (parts.nextNode()) {
      const part = parts.currentNode;
      words += part instanceof Text ? part.data : part instanceof HTMLImageElement ? ` ${part.alt} ` : "";
    }
    return words;
  };

  /** @param {Element} element */
  const labelled = (element) => {
    const by = (element.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    return by.map((id) => root.getElementById?.(id)?.textContent ?? "").join(" ");
  };

  /** What a style writes, as fonts of icons do: "check_box". @param {Element} element @param {string} side */
  const drawn = (element, side) => /^"(.*)"/s.exec(getComputedStyle(element, side).content)?.[1];

  /** @param {Element} element */
  const namesOf = (element) => {
    const labels = "labels" in element ? [.../** @type {HTMLInputElement} */ (element).labels ?? []] : [];
    const button = element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element.type);
    return [
      element.getAttribute("aria-label"),
      labelled(element),
      labels.map(inner).join(" "),
      button ? element.value : element.matches("select, textarea") ? "" : inner(element),
      pictured(element),
      element.getAttribute("title"),
      element.getAttribute("placeholder"),
      element.getAttribute("alt") ?? element.querySelector("img[alt]")?.getAttribute("alt"),
    ].map(plain).filter(Boolean);
  };

  /** @param {Element} element */
  const statesOf = (element) => {
    /** @type {Record<string, string>} */
    const states = {};
    for (const name of ["checked", "expanded", "selected", "pressed", "disabled"]) {
      const said = element.getAttribute(`aria-${name}`);
      if (said !== null) states[name] = said;
    }
    if (element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type)) {
      states.checked = element.indeterminate ? "mixed" : String(element.checked);
    } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
      states.value = element.type === "password" ? "" : plain(element.value);
    }
    if (element instanceof HTMLSelectElement) {
      states.value = [...element.selectedOptions].map((option) => plain(option.textContent)).join(", ");
    }
    // What it opened may keep it from assistive technology, and says by itself that it opened.
    if (element.closest("[aria-hidden=true]")) delete states.expanded;
    if (element instanceof HTMLDetailsElement) states.expanded = String(element.open);
    if (element.matches(":disabled")) states.disabled = "true";
    return states;
  };

  /** @type {{ text: string, place: string, seen: boolean, accessible?: boolean }[]} */
  const texts = [];
  /** @type {{ key: string, names: string[], place: string, around: string[], states: Record<string, string>, seen: boolean }[]} */
  const controls = [];
  /** @type {{ text: string, place: string, seen: boolean }[]} */
  const labels = [];

  // The same element has the same key in each look.
  const held = /** @type {any} */ (globalThis);
  const kept = (held[Symbol.for("telling")] ??= { keys: new WeakMap(), next: 1, start: Math.random() });
  /** @param {Element} element @returns {string} */
  const keyOf = (element) => {
    if (!kept.keys.has(element)) kept.keys.set(element, kept.next++);
    return `${kept.start}-${kept.keys.get(element)}`;
  };

  /** The boxes around it, the innermost first. @param {Element} element */
  const around = (element) => {
    const keys = [];
    for (let each = above(element); each; each = above(each)) keys.push(keyOf(each));
    return keys;
  };

  /** @param {Text} text @param {Element} holder */
  const addText = (text, holder) => {
    const words = plain(text.data);
    if (!words || !rendered(holder) || /^(script|style|noscript|option|textarea)$/.test(holder.localName)) return;
    const range = document.createRange();
    range.selectNodeContents(text);
    const accessible = !holder.closest("[aria-hidden=true]");
    texts.push({ text: words, place: placeOf(holder), seen: canBeSeen(holder, range.getBoundingClientRect()), accessible });
  };

  /** @param {Element} element */
  const addControl = (element) => {
    if (!rendered(element) && !(element instanceof HTMLInputElement)) return;
    const seen = rendered(element) && canBeSeen(element, element.getBoundingClientRect());
    const states = statesOf(element);
    controls.push({ key: keyOf(element), names: element.matches(CONTROLS) ? namesOf(element) : [], place: placeOf(element), around: around(element), states, seen });
    if (states.value) texts.push({ text: states.value, place: `${placeOf(element)}/value`, seen });
    if (element instanceof HTMLInputElement && /^(button|submit|reset)$/.test(element.type)) return;
    const hint = /** @type {HTMLInputElement} */ (element).placeholder;
    if (hint && !states.value) texts.push({ text: plain(hint), place: `${placeOf(element)}/hint`, seen });
  };

  /** @param {Element} element */
  const addLabels = (element) => {
    if (!rendered(element)) return;
    const said = ["aria-label", "alt", "title"].map((name) => [name, element.getAttribute(name)]);
    const styled = ["::before", "::after"].map((side) => [side, drawn(element, side)]);
    for (const [name, words] of [...said, ["aria-labelledby", labelled(element)], ...styled]) {
      const text = plain(words);
      if (!text) continue;
      const seen = canBeSeen(element, element.getBoundingClientRect());
      labels.push({ text, place: `${placeOf(element)}/${name}`, seen });
    }
  };

  /** @param {Node} node */
  const walk = (node) => {
    for (const child of node.childNodes) {
      if (child instanceof Text) {
        // What has no box of its own, such as a slot, is seen as what it is in.
        let holder = above(child);
        while (holder && getComputedStyle(holder).display === "contents") holder = above(holder);
        if (holder) addText(child, holder);
      } else if (child instanceof Element) {
        keyOf(child);
        if (child.matches(STATEFUL)) addControl(child);
        addLabels(child);
        if (child.shadowRoot) walk(child.shadowRoot);
        walk(child);
      }
    }
  };
  if (document.body) walk(document.body);
  return { texts, controls, labels, token: String(kept.start), keys: kept.next };
};
