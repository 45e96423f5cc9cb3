/// <reference path="./sight.d.ts" />
/**
 * What a page writes in an element and says of it, piece by piece and in order, to see where a name
 * comes from. It runs in the world that knows closed shadow roots by `rootOf`.
 * @param {Element} offered
 * @returns {SightWords}
 */
(offered) => {
  const HTML = 400;
  const MOST = 4000;
  const SILENT = new Set(["script", "style", "template", "noscript", "head", "datalist", "desc", "defs"]);
  const FIELDS = new Set(["input", "select", "textarea"]);
  const REPLACING = ["aria-label", "aria-labelledby"];
  /** Fields that a label stands for where they are not drawn themselves. */
  const STANDING = new Set(["checkbox", "radio", "file"]);
  const { rootOf } = /** @type {{ rootOf(element: Element): ShadowRoot | null }} */ (
    /** @type {any} */ (globalThis).agentE
  );

  /** @typedef {Omit<SightPiece, "kind" | "words">} Around */

  /** @type {SightPiece[]} */
  let pieces = [];

  /** @param {SightPiece["kind"]} kind @param {string | null | undefined} words @param {Around} around */
  const say = (kind, words, around) => {
    if (words?.trim() && pieces.length < MOST) pieces.push({ kind, words, ...around });
  };

  /** @param {Element} element @param {"::before" | "::after"} place @param {Around} around */
  const drawn = (element, place, around) => {
    const { content, display } = getComputedStyle(element, place);
    if (display === "none" || !/["'(]/.test(content)) return;
    const shown = content.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
    for (const each of shown) say("drawn", each.slice(1, -1).replace(/\\(.)/g, "$1"), around);
  };

  // Elements of a frame are of another realm than this script: they are told by their tags.

  /** @param {Element} element @returns {Iterable<Node>} */
  const inside = (element) => {
    // A drawing may have an element of that name, which is given nothing.
    const given = (element.localName === "slot" && /** @type {Partial<HTMLSlotElement>} */ (element).assignedNodes?.()) || [];
    return given.length > 0 ? given : (rootOf(element) ?? element).childNodes;
  };

  /** What an element says in the place of what is in it, or beside that. @param {Element} element @param {Around} around */
  const told = (element, around) => {
    for (const name of ["alt", "aria-label", "title"]) say("label", element.getAttribute(name), around);
    const ids = element.getAttribute("aria-labelledby")?.split(/\s+/) ?? [];
    const scope = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    for (const id of ids) say("label", id && scope.getElementById(id)?.textContent, around);
    const { type, value, selectedOptions } = /** @type {any} */ (element);
    if (FIELDS.has(element.localName) && type !== "password") say("value", value, around);
    for (const option of selectedOptions ?? []) say("value", option.text, around);
    for (const name of ["aria-valuetext", "aria-valuenow"]) say("value", element.getAttribute(name), around);
  };

  /** @param {Element} element @param {Around} around @param {Element | null} except */
  const write = (element, around, except) => {
    drawn(element, "::before", around);
    // Our reader says so before such words.
    if (getComputedStyle(element).textDecorationLine.includes("line-through")) say("label", "crossed out:", around);
    for (const node of inside(element)) {
      if (node.nodeType === Node.TEXT_NODE) say("text", /** @type {Text} */ (node).data, around);
      else if (node.nodeType === Node.ELEMENT_NODE && node !== except) visit(/** @type {Element} */ (node), around, except);
    }
    drawn(element, "::after", around);
  };

  /** @param {Element} element @param {Around} around @param {Element | null} except */
  const visit = (element, around, except) => {
    const tag = element.localName;
    if (SILENT.has(tag)) return;
    const accessible = around.accessible && element.getAttribute("aria-hidden") !== "true";
    const figure = around.figure || tag === "figure" || element.getAttribute("role") === "figure";
    // What has no box of its own, such as a slot, is shown as what it is in.
    const boxless = getComputedStyle(element).display === "contents";
    const faint = around.faint || !(boxless || element.checkVisibility({ opacityProperty: true }));
    const here = { ...around, accessible, shown: accessible && (boxless ? around.shown : seen(element)), faint, figure };
    if (tag === "title") {
      say("label", element.textContent, around);
      return;
    }
    told(element, here);
    if (FIELDS.has(tag)) return;
    const replaced = REPLACING.some((name) => element.getAttribute(name)?.trim());
    write(element, { ...here, replaced: here.replaced || replaced }, except);
  };

  /** @param {Element} element */
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });

  const whole = { accessible: true, shown: true, faint: false, replaced: false, figure: false };

  /** @param {Element} element @param {Element | null} except */
  const written = (element, except) => {
    pieces = [];
    write(element, whole, except);
    return pieces;
  };

  /** @param {Element} element */
  const transformed = (element) => [element, ...element.querySelectorAll("*")].some(
    (each) => getComputedStyle(each).textTransform !== "none",
  );

  const field = /** @type {HTMLInputElement | null | undefined} */ (
    offered.localName === "label" ? /** @type {HTMLLabelElement} */ (offered).control : null
  );
  const stands = Boolean(field && STANDING.has(field.type) && !seen(field));
  const element = /** @type {HTMLInputElement} */ (stands ? field : offered);
  let around = element.parentElement;
  while (around && !around.textContent?.trim()) around = around.parentElement;
  const labels = [...(element.labels ?? [])];
  return {
    element,
    words: {
      html: /** @type {Element} */ (offered.cloneNode(false)).outerHTML.slice(0, HTML),
      stands,
      type: element.localName === "input" ? element.type : "",
      title: element.getAttribute("title") ?? "",
      placeholders: ["placeholder", "aria-placeholder", "data-placeholder"].map((name) => element.getAttribute(name) ?? "").filter(Boolean),
      pieces: written(element, null),
      labels: labels.map((label) => ({
        shown: seen(label), title: label.getAttribute("title") ?? "", pieces: written(label, element),
      })),
      beside: around?.textContent?.slice(0, HTML) ?? "",
      alike: [...element.parentElement?.children ?? []].filter((each) => each.localName === element.localName).length,
      transformed: [element, ...labels].some(transformed),
    },
  };
};
