/// <reference path="./world.d.ts" />
/// <reference path="./fields.d.ts" />
/// <reference path="./watch.d.ts" />
/**
 * Gives an element the focus.
 * @param {{mmid: number}} options
 * @returns {{problem: "" | "gone" | "disabled" | "unfocused", role: string, name: string, suggests: boolean, scroll: number[]}}
 */
({ mmid }) => {
  const shown = globalThis.agentE;
  const element = /** @type {HTMLElement | null} */ (shown.element(mmid));
  if (!element) return { problem: "gone", role: "", name: "", suggests: false, scroll: [] };
  const about = { role: shown.role(element), name: shown.name(element), suggests: shown.suggests(element), scroll: [scrollX, scrollY] };
  if (element.matches(":disabled")) return { problem: "disabled", ...about };
  element.focus();
  const active = shown.focused();
  const has = active !== null && shown.closest(active, (each) => each === element) !== null;
  // Bringing it into view and giving it the focus is no effect of the key.
  shown.watch.arm();
  return { ...about, scroll: [scrollX, scrollY], problem: has ? "" : "unfocused" };
};
