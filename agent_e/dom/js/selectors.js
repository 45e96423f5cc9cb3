/**
 * Adds to `globalThis.agentE` how an element is named by a CSS selector that names nothing else, as a person would
 * write it: an id, a name, a class of its own or inside of something with an id, and a path of places at last.
 */
() => {
  const { above, matching, trees } = globalThis.agentE;
  const TEST_IDS = ["data-testid", "data-test-id", "data-test", "data-cy", "data-qa"];
  const WORDS = ["aria-label", "href", "placeholder", "alt", "title", "for"];
  const LONGEST = 2000;
  const LONGEST_VALUE = 80;
  const LONGEST_CLASS = 40;
  const MOST_CLASSES = 6;
  /** Ancestors with a name of their own that are tried. */
  const MOST_ANCHORS = 3;
  /** Levels of a path after which it is not looked at anew after each. */
  const NEAR = 8;
  /** A class of its own is looked for among so many siblings. */
  const FEW = 200;
  // eslint-disable-next-line no-control-regex
  const ODD = /[\0-\x1f\x7f]/;
  /** Half a character, which does not survive being brought over. */
  const HALF = /\p{Surrogate}/u;

  /** `tag[attribute="value"]`; "" where the value is none to write down. @type {(element: Element, attribute: string, tag?: string) => string} */
  const by = (element, attribute, tag = "") => {
    const value = element.getAttribute(attribute);
    if (!value || value.length > LONGEST_VALUE || ODD.test(value) || HALF.test(value)) return "";
    return `${tag}[${attribute}="${value.replace(/["\\]/g, "\\$&")}"]`;
  };

  /** What was given to it to be told by. @type {(element: Element) => string[]} */
  const given = (element) => {
    const id = element.getAttribute("id");
    const tag = CSS.escape(element.localName);
    const name = by(element, "name", tag);
    // Playwright writes "#\-" down again without its escape, and takes a blank at the end for none.
    const plain = id && id !== "-" && !id.endsWith(" ") && id.length <= LONGEST_VALUE && !HALF.test(id);
    const hash = plain ? `#${CSS.escape(id)}` : "";
    return [
      hash || by(element, "id"),
      ...TEST_IDS.map((attribute) => by(element, attribute)),
      name,
      name && by(element, "value") ? name + by(element, "value") : "",
    ].filter(Boolean);
  };

  /** What it shares with its kind. @type {(element: Element) => string[]} */
  const kinds = (element) => {
    const tag = CSS.escape(element.localName);
    const own = [...element.classList].filter((each) => each !== "-" && each.length <= LONGEST_CLASS && !HALF.test(each)).slice(0, MOST_CLASSES);
    const classes = own.map((each) => `.${CSS.escape(each)}`);
    return [...classes, ...classes.map((each) => tag + each), ...(classes.length > 1 ? [classes.join("")] : []), tag];
  };

  /** Its place among its siblings: its own class if it alone has it, else a number if it needs one. @type {(element: Element) => string} */
  const place = (element) => {
    const siblings = [...element.parentNode?.children ?? [element]];
    const own = siblings.length > FEW ? "" : kinds(element).find((kind) => siblings.filter((each) => each.matches(kind)).length === 1);
    if (own) return own;
    const alike = siblings.filter((other) => other.localName === element.localName && other.namespaceURI === element.namespaceURI);
    return `${CSS.escape(element.localName)}:nth-of-type(${alike.indexOf(element) + 1})`;
  };

  /** Makes selectors for one look at the page: what was found out is kept until then. @type {AgentE["selectors"]} */
  const selectors = () => {
    const among = trees();
    /** @type {Map<string, Element | null>} */
    const known = new Map();
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
        // On a page of many levels each look costs as much as the page is large.
        if ((depth <= NEAR || (depth & (depth - 1)) === 0 || !above(up)) && only(way) === element) return way;
        at = up;
      }
      return "";
    };

    return (element) => {
      const first = [...given(element), ...kinds(element)].find((each) => only(each) === element);
      if (first) return first;
      let left = MOST_ANCHORS;
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

  /** @type {Partial<AgentE>} */
  const all = { selectors };
  Object.assign(globalThis.agentE, all);
};
