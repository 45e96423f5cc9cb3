/// <reference path="./world.d.ts" />
/**
 * Adds to `globalThis.agentE` what is told of an element beside its name: descriptions, complaints, hints.
 * @returns {void}
 */
() => {
  const { name, placeholder, referenced, squeeze, text } = globalThis.agentE;
  /** Names that icon sets give: icon-cart, fa-trash, bi-search and the like. */
  const ICON = /(?:^|[\s#_-])(?:icons?|ico|fa|bi|ti|ri|mdi|lucide|glyphicon|octicon|feather|codicon)-((?!solid|regular|fw|lg|\d)[a-z][\w-]*)/i;

  /** What one drags, by the names that widgets give it. */
  const HANDLE = /(?:^|\s)([\w-]*(?:handle|thumb|knob))(?:\s|$)/i;

  /** @type {(element: Element) => string} */
  const complaint = (element) => {
    const field = /** @type {HTMLInputElement} */ (element);
    const invalid = element.getAttribute("aria-invalid");
    if (invalid && invalid !== "false" && invalid !== "undefined") {
      for (const attribute of ["aria-errormessage", "aria-describedby"]) {
        const said = squeeze(referenced(element, attribute).map((other) => text(other)).join(" "));
        if (said) return said;
      }
    }
    return field.willValidate && element.matches(":user-invalid") ? field.validationMessage ?? "" : "";
  };

  /** @type {AgentE["description"]} */
  const description = (element) => {
    const error = complaint(element);
    if (error) return squeeze(error);
    const parts = [];
    for (const other of referenced(element, "aria-describedby")) {
      // What is on the page anyway is read there.
      if (!other.checkVisibility()) parts.push(text(other));
    }
    for (const said of [element.getAttribute("aria-description"), placeholder(element), element.getAttribute("title")]) {
      if (said) parts.push(squeeze(said));
    }
    if (parts.length === 0) return "";
    const said = name(element);
    return [...new Set(parts)].filter((part) => part && !said.includes(part)).join("; ");
  };

  /** @type {AgentE["hint"]} */
  const hint = (element) => {
    const used = element.querySelector("use")?.getAttribute("href") ?? "";
    const file = element.querySelector("img")?.getAttribute("src") ?? "";
    const path = /** @type {HTMLAnchorElement} */ (element).pathname ?? "";
    const classes = [element, ...element.querySelectorAll("i, span, svg")].map((part) => part.getAttribute("class") ?? "");
    const icon = ICON.exec(used)?.[1] ?? ICON.exec(classes.join(" "))?.[1] ?? used.split("#")[1];
    if (icon) return `icon ${icon}`;
    const last = (file.startsWith("data:") ? "" : file.split(/[?#]/)[0].split("/").pop()) || path.split("/").findLast(Boolean);
    if (last) return last.slice(0, 60);
    const handle = HANDLE.exec(element.getAttribute("class") ?? "");
    return handle ? `part ${handle[1]}` : "";
  };

  /** @type {Partial<AgentE>} */
  const help = { description, hint };
  Object.assign(globalThis.agentE, help);
};
