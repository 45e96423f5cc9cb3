/** Adds to `globalThis.agentE` how many stars of a row are lit: a drawn rating without text. */
() => {
  const TAGS = new Set(["B", "EM", "I", "IMG", "SPAN", "svg"]);
  const STAR = /(?:^|[\s#/_-])(?:rating-)?stars?(?![a-z])/i;
  const HALF = /half/i;
  const UNLIT = /(?:^|[\s_-])(?:o|outline|border|empty|off|blank|grey|gray|inactive|far|regular)(?=$|[\s._-])/i;
  const LEAST = 3;
  const MOST = 10;
  const PARTS = 3;
  const MAX_OTHERS = 400;
  const MAX_FILE_LENGTH = 80; // characters: the end of an address is the file name

  /** Names of a drawing, or a part of one, in the page's markup. @type {(element: Element) => string} */
  const names = (element) => {
    const file = element.getAttribute("src") ?? element.getAttribute("href") ?? "";
    return `${element.getAttribute("class") ?? ""} ${file.slice(-MAX_FILE_LENGTH)}`;
  };

  /** The name of a star, "" for anything else. @type {(element: Element | null) => string} */
  const called = (element) => {
    if (!element || !TAGS.has(element.tagName)) return "";
    const own = names(element);
    const part = element.firstElementChild;
    if (!STAR.test(own) && !(part && STAR.test(names(part)))) return "";
    if (element.hasAttribute("role") || (element.textContent ?? "").trim() !== "") return "";
    return [own, ...[...element.children].slice(0, PARTS).map(names)].join(" ");
  };

  /** The look of a star: its names and colours. @type {(element: Element, name: string) => string} */
  const look = (element, name) => {
    const { color, fill } = getComputedStyle(element);
    return `${name} ${color} ${fill}`;
  };

  /** Whether each star is clickable, for rating. @type {(element: Element) => boolean} */
  const isPressed = (element) => {
    const up = element.parentElement;
    return getComputedStyle(element).cursor === "pointer" && up !== null && getComputedStyle(up).cursor !== "pointer";
  };

  /** Whether this look ends other ratings that begin with a different one. @type {(element: Element, lit: string) => boolean} */
  const isUnlitElsewhere = (element, lit) => {
    const up = element.parentElement;
    const others = element.ownerDocument.getElementsByClassName(element.getAttribute("class") ?? "");
    for (let at = 0; at < Math.min(others.length, MAX_OTHERS); at += 1) {
      const [one, next] = [others[at], others[at].nextElementSibling];
      if (one.parentElement === up || !next || one.tagName !== next.tagName) continue;
      const [before, after] = [look(one, called(one)), look(next, called(next))];
      if (before !== after) return after === lit;
    }
    return false;
  };

  /** @type {AgentE["stars"]} */
  const stars = (element, tag = element.tagName) => {
    if (!TAGS.has(tag) || (!element.firstElementChild && !element.hasAttributes())) return "";
    const first = element.getAttribute("alt") ? "" : called(element);
    if (!first || called(element.previousElementSibling) || isPressed(element)) return "";
    const lit = UNLIT.test(first) || HALF.test(first) ? "" : look(element, first);
    let count = 0;
    let whole = 0;
    let halves = 0;
    for (let at = /** @type {Element | null} */ (element); at && count <= MOST; at = at.nextElementSibling) {
      const name = called(at);
      if (!name) break;
      count += 1;
      if (HALF.test(name)) halves += 1;
      else if (look(at, name) === lit) whole += 1;
    }
    if (count < LEAST || count > MOST) return "";
    // All alike means all lit or none: other ratings on the page can show which.
    if (whole === count && lit && isUnlitElsewhere(element, lit)) whole = 0;
    return `${whole + halves / 2} of ${count} stars`;
  };

  agentE.add({ stars });
};
