/**
 * Focuses an element.
 * @param {{mmid: number}} options
 * @returns {{problem: "" | "gone" | "disabled" | "unfocused", role: string, name: string, suggests: boolean, scroll: number[]}}
 */
({ mmid }) => {
  const element = /** @type {HTMLElement | null} */ (agentE.element(mmid));
  if (!element) return { problem: "gone", role: "", name: "", suggests: false, scroll: [] };
  const about = { ...agentE.named(element), suggests: agentE.suggests(element), scroll: [scrollX, scrollY] };
  if (element.matches(":disabled")) return { problem: "disabled", ...about };
  element.focus();
  const active = agentE.focused();
  const has = active !== null && agentE.closest(active, (each) => each === element) !== null;
  // Scrolling to it and focusing it are no effects of the key.
  agentE.watch.arm();
  return { ...about, scroll: [scrollX, scrollY], problem: has ? "" : "unfocused" };
};
