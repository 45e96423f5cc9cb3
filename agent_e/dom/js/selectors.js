/**
 * Adds to `globalThis.agentE` what a CSS selector matches when it pierces open shadow roots, in Playwright's semantics
 * (a host is the parent of its root's contents), and a unique CSS selector for an element, as a person would write it:
 * by id, name, own class or within something with an id, and as a last resort by path.
 */
() => {
  /** @typedef {{ compound: string, combinator: string }} Part one element of a chain, and how it is tied to the one before */
  const TIES = new Set([">", "+", "~"]);
  const BLANK = /\s/;

  /** The document and every open shadow root in it. @type {AgentE["trees"]} */
  const trees = () => {
    /** @type {(Document | ShadowRoot)[]} */
    const found = [document];
    for (const tree of found) {
      for (const { shadowRoot } of tree.querySelectorAll("*")) if (shadowRoot) found.push(shadowRoot);
    }
    return found;
  };

  /** The end of what opens at `at`: an escape, a string, brackets. @type {(text: string, at: number) => number} */
  const skip = (text, at) => {
    const sign = text[at];
    if (sign === "\\") return at + 2;
    if (sign === '"' || sign === "'") {
      let end = at + 1;
      while (end < text.length && text[end] !== sign) end += text[end] === "\\" ? 2 : 1;
      return end + 1;
    }
    if (sign !== "[" && sign !== "(") return at + 1;
    const close = sign === "[" ? "]" : ")";
    let end = at + 1;
    while (end < text.length && text[end] !== close) end = skip(text, end);
    return end + 1;
  };

  /** The chains of a valid selector list. @type {(selector: string) => Part[][]} */
  const parsed = (selector) => {
    /** @type {Part[][]} */
    const chains = [[]];
    let compound = "";
    let combinator = " ";
    const flush = () => {
      if (!compound) return;
      chains[chains.length - 1].push({ compound, combinator });
      compound = "";
      combinator = " ";
    };
    for (let at = 0; at < selector.length;) {
      const sign = selector[at];
      if (sign === "," || TIES.has(sign) || BLANK.test(sign)) {
        flush();
        if (sign === ",") chains.push([]);
        else if (TIES.has(sign)) combinator = sign;
        at += 1;
        continue;
      }
      const end = skip(selector, at);
      compound += selector.slice(at, end);
      at = end;
      // A blank ending an escape such as "\31 " is part of it.
      if (sign === "\\" && /[0-9a-f]/i.test(selector[at - 1])) {
        const digits = /^[0-9a-f]{0,5}\s?/i.exec(selector.slice(at));
        compound += digits?.[0] ?? "";
        at += digits?.[0].length ?? 0;
      }
    }
    flush();
    return chains;
  };

  const above = (/** @type {Element} */ element) => element.parentElement ??
    /** @type {ShadowRoot | null} */ (element.parentNode instanceof ShadowRoot ? element.parentNode : null)?.host ?? null;

  /** Whether the chain up to `at` matches the element. @type {(element: Element, chain: Part[], at: number, known: Map<Element, boolean>[]) => boolean} */
  const fits = (element, chain, at, known) => {
    const before = known[at].get(element);
    if (before !== undefined) return before;
    const { compound, combinator } = chain[at];
    const tied = () => {
      if (at === 0) return true;
      const next = combinator === " " || combinator === ">" ? above : (/** @type {Element} */ each) => each.previousElementSibling;
      const far = combinator === " " || combinator === "~";
      for (let other = next(element); other; other = far ? next(other) : null) if (fits(other, chain, at - 1, known)) return true;
      return false;
    };
    const result = element.matches(compound) && tied();
    known[at].set(element, result);
    return result;
  };

  /** @type {AgentE["matching"]} */
  const matching = (selector, among = trees()) => {
    if (among.length === 1) return [...document.querySelectorAll(selector)];
    // An invalid selector is rejected here, whatever the chains below would accept.
    document.createDocumentFragment().querySelector(selector);
    const found = /** @type {Set<Element>} */ (new Set());
    for (const chain of parsed(selector)) {
      const known = chain.map(() => new Map());
      for (const tree of among) {
        for (const element of tree.querySelectorAll(chain[chain.length - 1].compound)) {
          if (fits(element, chain, chain.length - 1, known)) found.add(element);
        }
      }
    }
    return [...found];
  };

  const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
  const WORDS = ["aria-label", "href", "placeholder", "alt", "title", "for"];
  const LONGEST = 2000;
  const MAX_VALUE_LENGTH = 80;
  const MAX_CLASS_LENGTH = 40;
  const MAX_CLASSES = 6;
  const MAX_ANCHORS = 3; // named ancestors tried
  const NEAR = 8; // levels of a path up to which uniqueness is checked at each
  const FEW = 200; // siblings among which a unique class is sought
  // eslint-disable-next-line no-control-regex
  const ODD = /[\0-\x1f\x7f]/;
  const HALF = /\p{Surrogate}/u; // half a surrogate pair, which does not survive the transfer

  /** `tag[attribute="value"]`; "" if the value is unsuitable. @type {(element: Element, attribute: string, tag?: string) => string} */
  const by = (element, attribute, tag = "") => {
    const value = element.getAttribute(attribute);
    if (!value || value.length > MAX_VALUE_LENGTH || ODD.test(value) || HALF.test(value)) return "";
    return `${tag}[${attribute}="${value.replace(/["\\]/g, "\\$&")}"]`;
  };

  /** Its identifying attributes. @type {(element: Element) => string[]} */
  const given = (element) => {
    const id = element.getAttribute("id");
    const tag = CSS.escape(element.localName);
    const name = by(element, "name", tag);
    // Playwright rewrites "#\-" without its escape, and ignores a trailing blank.
    const plain = id && id !== "-" && !id.endsWith(" ") && id.length <= MAX_VALUE_LENGTH && !HALF.test(id);
    const hash = plain ? `#${CSS.escape(id)}` : "";
    return [
      hash || by(element, "id"),
      ...TEST_IDS.map((attribute) => by(element, attribute)),
      name,
      name && by(element, "value") ? name + by(element, "value") : "",
    ].filter(Boolean);
  };

  /** What it has in common with its kind. @type {(element: Element) => string[]} */
  const kinds = (element) => {
    const tag = CSS.escape(element.localName);
    const own = [...element.classList].filter((each) => each !== "-" && each.length <= MAX_CLASS_LENGTH && !HALF.test(each)).slice(0, MAX_CLASSES);
    const classes = own.map((each) => `.${CSS.escape(each)}`);
    return [...classes, ...classes.map((each) => tag + each), ...(classes.length > 1 ? [classes.join("")] : []), tag];
  };

  /** Its step among siblings: a class if unique, else a number if needed. @type {(element: Element) => string} */
  const place = (element) => {
    const siblings = [...element.parentNode?.children ?? [element]];
    const own = siblings.length > FEW ? "" : kinds(element).find((kind) => siblings.filter((each) => each.matches(kind)).length === 1);
    if (own) return own;
    const alike = siblings.filter((other) => other.localName === element.localName && other.namespaceURI === element.namespaceURI);
    return `${CSS.escape(element.localName)}:nth-of-type(${alike.indexOf(element) + 1})`;
  };

  /** Builds selectors for one observation, caching intermediate results. @type {AgentE["selectors"]} */
  const selectors = () => {
    const among = trees();
    const known = /** @type {Map<string, Element | null>} */ (new Map());
    const only = (/** @type {string} */ selector) => {
      let found = known.get(selector);
      if (found === undefined) {
        const all = matching(selector, among);
        known.set(selector, found = all.length === 1 ? all[0] : null);
      }
      return found;
    };

    const path = (/** @type {Element} */ element) => {
      let way = place(element);
      let depth = 1;
      /** @type {Element} */
      let at = element;
      for (let up = above(at); up; up = above(up)) {
        const tie = at.parentNode === up ? " > " : " ";
        const anchor = given(up).find((each) => only(each) === up);
        if (anchor && only(anchor + tie + way) === element) return anchor + tie + way;
        way = place(up) + tie + way;
        depth += 1;
        if (way.length > LONGEST) return "";
        // On a deep page each check costs as much as the page is large.
        if ((depth <= NEAR || (depth & (depth - 1)) === 0 || !above(up)) && only(way) === element) return way;
        at = up;
      }
      return "";
    };

    return (element) => {
      const first = [...given(element), ...kinds(element)].find((each) => only(each) === element);
      if (first) return first;
      let left = MAX_ANCHORS;
      for (let up = above(element); up && left > 0; up = above(up)) {
        const anchor = given(up).find((each) => only(each) === up);
        if (!anchor) continue;
        left -= 1;
        const inside = kinds(element).find((each) => only(`${anchor} ${each}`) === element);
        if (inside) return `${anchor} ${inside}`;
      }
      const tag = CSS.escape(element.localName);
      const worded = WORDS.map((attribute) => by(element, attribute, tag)).find((each) => each && only(each) === element);
      return worded ?? path(element);
    };
  };

  agentE.add({ matching, selectors });
};
