/// <reference path="./world.d.ts" />
/**
 * Waits until an element is shown and not disabled, or (`gone`) is not shown any more.
 * @param {{mmid: number, gone: boolean, patience: number}} options `patience`: milliseconds
 * @returns {Promise<"" | "gone" | "hidden" | "disabled" | "there">} what is in the way of it; "" when it came about
 */
async ({ mmid, gone, patience }) => {
  const shown = globalThis.agentE;
  /** @type {() => "" | "gone" | "hidden" | "disabled"} */
  const lacks = () => {
    const element = shown.element(mmid);
    if (!element) return "gone";
    // A box that is not drawn is used through its label.
    const field = shown.standsFor(element) ?? element;
    if (!shown.visible(element)) return "hidden";
    return shown.states(field).includes("disabled") ? "disabled" : "";
  };
  const away = () => ["gone", "hidden"].includes(lacks());
  // An element that is gone does not come back: another one may take its place, under another id.
  const over = () => (gone ? away() : ["", "gone"].includes(lacks()));
  const came = await shown.until(over, patience);
  if (gone) return came ? "" : "there";
  return lacks();
};
