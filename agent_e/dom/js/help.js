/** Adds to `globalThis.agentE` what is told of an element beside its name: descriptions, complaints, hints. */
() => {
  const { isClear, name, placeholder, referenced, role, rootOf, squeeze, text } = globalThis.agentE;
  /** Names that icon sets give: icon-cart, fa-trash, bi-search and the like. */
  const ICON = /(?:^|[\s#_-])(?:icons?|ico|fa|bi|ti|ri|mdi|lucide|glyphicon|octicon|feather|codicon)-((?!solid|regular|fw|lg|\d|(?:stack|inverse)(?:\s|$))[a-z][\w-]*)/i;
  const BEHIND = /\bfa-stack-2x\b/; // the shape behind a sign

  const HANDLE = /(?:^|\s)([\w-]*(?:handle|thumb|knob))(?:\s|$)/i; // what one drags, by the names that widgets give it

  const TITLES = ["title", "data-original-title", "data-bs-original-title"]; // Bootstrap takes the title away to draw it itself
  /** What authors call a thing by, the surest first. */
  const CALLED_BY = ["data-icon", "data-action", "data-cmd", "data-testid", "data-test", "name", "id", "class"];
  const LASTING = /^[a-z][a-z_:-]+$/i; // names with figures in them are mostly made anew each time
  const MAX_CALLED_LENGTH = 40;
  const MAX_SIGN = 64; // pixels: what is drawn to be clicked is no larger
  const MIN_SIGN = 6;
  const MAX_PARTS = 4;
  const WRITTEN = /^["u]/; // content that a style adds, an empty one among it: that may be a drawn corner

  const FIELDS = new Set(["INPUT", "SELECT", "TEXTAREA", "BUTTON", "OBJECT", "OUTPUT", "FIELDSET"]);

  /** Whether the browser may find fault with such a tag: others are not worth the question. @type {(tag: string) => boolean} */
  const isField = (tag) => FIELDS.has(tag) || tag.includes("-");

  /** @type {(element: Element, tag: string) => string} */
  const complaint = (element, tag) => {
    const field = /** @type {HTMLInputElement} */ (element);
    const invalid = element.getAttribute("aria-invalid");
    if (invalid && invalid !== "false" && invalid !== "undefined") {
      for (const attribute of ["aria-errormessage", "aria-describedby"]) {
        const said = squeeze(referenced(element, attribute).map((other) => text(other)).join(" "));
        if (said) return said;
      }
    }
    return isField(tag) && field.willValidate && element.matches(":user-invalid") ? field.validationMessage ?? "" : "";
  };

  /** @type {AgentE["description"]} */
  const description = (element, tag = element.tagName) => {
    const error = complaint(element, tag);
    if (error) return squeeze(error);
    const parts = /** @type {string[]} */ ([]);
    for (const other of referenced(element, "aria-describedby")) {
      // What is on the page anyway is read there.
      if (!other.checkVisibility()) parts.push(text(other));
    }
    for (const said of [element.getAttribute("aria-description"), placeholder(element, tag), ...TITLES.map((each) => element.getAttribute(each))]) {
      if (said) parts.push(squeeze(said));
    }
    if (parts.length === 0) return "";
    return [...new Set(parts)].filter((part) => part && !name(element).includes(part)).join("; ");
  };

  /** The name by which its author means what says nothing. @type {(element: Element) => string} */
  const called = (element) => {
    if (squeeze(element.textContent ?? "") || element.matches("video, audio")) return "";
    for (const attribute of CALLED_BY) {
      const words = (element.getAttribute(attribute) ?? "").split(/\s+/).filter((word) => LASTING.test(word)).join(" ");
      if (words && words.length <= MAX_CALLED_LENGTH) return `called ${words}`;
    }
    return "";
  };

  const isSmall = (/** @type {Element} */ element) => {
    const { width, height } = element.getBoundingClientRect();
    return Math.max(width, height) <= MAX_SIGN && Math.min(width, height) >= MIN_SIGN;
  };

  /** Whether a style draws something where nothing is written. @type {(drawn: CSSStyleDeclaration) => boolean} */
  const draws = ({ backgroundColor, backgroundImage, borderTopStyle, borderTopWidth }) =>
    backgroundImage !== "none" || !isClear(backgroundColor) || (borderTopStyle !== "none" && borderTopWidth !== "0px");

  /** Whether its text is pictures of a font: that is no text to read. @type {(element: Element) => boolean} */
  const isPicture = ({ textContent }) => Boolean(textContent?.trim()) && !squeeze(textContent ?? "");

  const isDrawing = (/** @type {Element} */ element) =>
    isPicture(element) ||
    element.matches("svg, img") || rootOf(element) !== null || element.querySelector("svg, img") !== null ||
    [element, ...[...element.children].slice(0, MAX_PARTS)].some((part) =>
      draws(getComputedStyle(part)) || ["::before", "::after"].some((side) => WRITTEN.test(getComputedStyle(part, side).content)));

  const hint = (/** @type {Element} */ element) => {
    const used = element.querySelector("use")?.getAttribute("href") ?? "";
    const file = element.querySelector("img")?.getAttribute("src") ?? "";
    const path = /** @type {HTMLAnchorElement} */ (element).pathname ?? "";
    const classes = [element, ...element.querySelectorAll("i, span, svg")].map((part) => part.getAttribute("class") ?? "")
      .filter((one) => !BEHIND.test(one));
    const icon = ICON.exec(used)?.[1] ?? ICON.exec(classes.join(" "))?.[1] ?? used.split("#")[1];
    if (icon) return `icon ${icon}`;
    const last = (file.startsWith("data:") ? "" : file.split(/[?#]/)[0].split("/").pop()) || path.split("/").findLast(Boolean);
    if (last) return last.slice(0, 60);
    const handle = HANDLE.exec(element.getAttribute("class") ?? "");
    if (handle) return `part ${handle[1]}`;
    return called(element) || (!role(element) && isSmall(element) && isDrawing(element) ? "picture" : "");
  };

  agentE.add({ description, hint, isDrawing, isSmall });
};
