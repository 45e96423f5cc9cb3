/**
 * Describes an element now; null if it is not on the page.
 * @param {{mmid: number}} options
 * @returns {{
 *   role: string, name: string, tag: string, value: string | null, states: string[], description: string,
 *   options: string[], href: string | null, box: Box,
 * } | null}
 */
({ mmid }) => {
  const element = agentE.element(mmid);
  if (!element) return null;
  const field = agentE.standsFor(element);
  const source = field ?? element;
  const link = /** @type {HTMLAnchorElement} */ (source);
  return {
    role: agentE.role(source) || "clickable",
    name: field ? agentE.text(element) : agentE.name(element),
    tag: source.localName,
    value: agentE.value(source),
    states: agentE.states(source),
    description: agentE.description(source),
    options: agentE.options(source),
    href: typeof link.href === "string" ? link.href : null,
    box: agentE.box(element),
  };
};
