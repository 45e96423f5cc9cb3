/**
 * Finds and focuses the control from which Enter submits a form: the field itself, else the form's button, else its
 * last single-line field.
 *
 * @param {{mmid: number}} options 0 for the focused element, or else the page's only form
 * @returns {{problem: "" | "gone" | "none", mmid: number | null, role: string, name: string, scroll: number[]}}
 */
({ mmid }) => {
  const blank = { mmid: null, role: "", name: "", scroll: [0, 0] };
  const usable = (/** @type {Element} */ each) => agentE.visible(each) && !each.matches(":disabled");
  const given = mmid ? agentE.element(mmid) : null;
  if (mmid && !given) return { ...blank, problem: "gone" };
  const from = given ?? (document.hasFocus() ? agentE.focused() : null);
  // A cross-origin frame has its own world to query.
  if (!given && (from?.localName === "iframe" || (!from && globalThis.window !== globalThis.top))) return { ...blank, problem: "none" };
  const around = from && agentE.closest(from, (each) => each.localName === "form");
  const own = /** @type {HTMLInputElement | null} */ (from)?.form ?? around;
  const shownForms = [...document.forms].filter((each) => agentE.visible(each));
  const form = /** @type {HTMLFormElement | null} */ (own ?? (!from && shownForms.length === 1 ? shownForms[0] : null));
  const parts = form ? agentE.partsOf(form).filter(usable) : [];
  const way = [
    from && agentE.isLine(from) && usable(from) ? from : null,
    parts.find(agentE.isSender),
    parts.findLast(agentE.isLine),
  ].find(Boolean);
  if (!way) return { ...blank, problem: "none" };
  /** @type {HTMLElement} */ (way).focus();
  // Scrolling to it and focusing it are no effects of the key.
  agentE.watch.arm();
  const about = { mmid: agentE.knownId(way), ...agentE.named(way), scroll: agentE.scrolled() };
  return { ...about, problem: agentE.focused() === way ? "" : "none" };
};
