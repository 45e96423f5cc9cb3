/// <reference path="./world.d.ts" />
/**
 * Says what an element is now; null when it is not on the page.
 * @param {{mmid: number}} options
 * @returns {{
 *   role: string, name: string, tag: string, value: string | null, states: string[], description: string,
 *   options: string[], href: string | null, box: Box,
 * } | null}
 */
({ mmid }) => {
  const shown = globalThis.agentE;
  const element = shown.element(mmid);
  if (!element) return null;
  const field = shown.standsFor(element);
  const source = field ?? element;
  const link = /** @type {HTMLAnchorElement} */ (source);
  return {
    role: shown.role(source) || "clickable",
    name: field ? shown.text(element) : shown.name(element),
    tag: source.localName,
    value: shown.value(source),
    states: shown.states(source),
    description: shown.description(source),
    options: shown.options(source),
    href: typeof link.href === "string" ? link.href : null,
    box: shown.box(element),
  };
};
