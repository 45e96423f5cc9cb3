/**
 * Adds to `globalThis.agentE` what a CSS selector names when it reaches through open shadow roots, as Playwright reads
 * them: a host is the parent of what its root holds.
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

  /** Where what opens at `at` ends: an escape, a string, something in brackets. @type {(text: string, at: number) => number} */
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
      // A blank ends an escape such as "\31 " and is part of it.
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

  /** Whether the chain up to `at` ends in the element. @type {(element: Element, chain: Part[], at: number, known: Map<Element, boolean>[]) => boolean} */
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
    // One that is no selector is refused here, whatever of it the chains below would take.
    document.createDocumentFragment().querySelector(selector);
    /** @type {Set<Element>} */
    const found = new Set();
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

  /** @type {Partial<AgentE>} */
  const all = { above, trees, matching };
  Object.assign(globalThis.agentE, all);
};
