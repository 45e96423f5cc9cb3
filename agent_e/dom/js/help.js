/** Adds to `globalThis.agentE` what is reported besides an element's name: descriptions, errors, hints. */
() => {
  const { isClear, name, placeholder, referenced, role, rootOf, squeeze, text } = globalThis.agentE;
  /** Names from icon sets: icon-cart, fa-trash, bi-search and the like. */
  const ICON = /(?:^|[\s#_-])(?:icons?|ico|fa|bi|ti|ri|mdi|lucide|glyphicon|octicon|feather|codicon)-((?!solid|regular|fw|lg|\d|(?:stack|inverse)(?:\s|$))[a-z][\w-]*)/i;
  const BEHIND = /\bfa-stack-2x\b/; // the shape behind an icon

  const HANDLE = /(?:^|\s)([\w-]*(?:handle|thumb|knob))(?:\s|$)/i; // draggable things, by widgets' names for them

  const TITLES = ["title", "data-original-title", "data-bs-original-title"]; // Bootstrap removes the title to draw it itself
  /** Where authors put a thing's name, the most reliable first. */
  const CALLED_BY = ["data-icon", "data-action", "data-cmd", "data-testid", "data-test", "name", "id", "class"];
  const LASTING = /^[a-z][a-z_:-]+$/i; // names with digits are mostly generated each time
  const MAX_CALLED_LENGTH = 40;
  const MAX_SIGN = 64; // pixels: an icon to click is no larger
  const MIN_SIGN = 6;
  const MAX_PARTS = 4;
  const WRITTEN = /^["u]/; // content added by a style, even empty: it may draw a corner

  const FIELDS = new Set(["INPUT", "SELECT", "TEXTAREA", "BUTTON", "OBJECT", "OUTPUT", "FIELDSET"]);

  /** Whether the browser validates such a tag: others are not worth a query. @type {(tag: string) => boolean} */
  const isField = (tag) => FIELDS.has(tag) || tag.includes("-");

  /** @type {(element: Element, tag: string) => string} */
  const complaint = (element, tag) => {
    const field = /** @type {HTMLInputElement} */ (element);
    const invalid = element.getAttribute("aria-invalid");
    if (invalid && invalid !== "false" && invalid !== "undefined") {
      for (const attribute of ["aria-errormessage", "aria-describedby"]) {
        const note = squeeze(referenced(element, attribute).map((other) => text(other)).join(" "));
        if (note) return note;
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
    for (const note of [element.getAttribute("aria-description"), placeholder(element, tag), ...TITLES.map((each) => element.getAttribute(each))]) {
      if (note) parts.push(squeeze(note));
    }
    if (parts.length === 0) return "";
    return [...new Set(parts)].filter((part) => part && !name(element).includes(part)).join("; ");
  };

  /** The author's own name for an element without words. @type {(element: Element) => string} */
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

  /** Whether a style draws something in place of text. @type {(drawn: CSSStyleDeclaration) => boolean} */
  const draws = ({ backgroundColor, backgroundImage, borderTopStyle, borderTopWidth }) =>
    backgroundImage !== "none" || !isClear(backgroundColor) || (borderTopStyle !== "none" && borderTopWidth !== "0px");

  /** Whether its text consists of icon font glyphs, not to be read. @type {(element: Element) => boolean} */
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
