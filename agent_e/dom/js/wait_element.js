/**
 * Waits until an element is shown and not disabled, or (`gone`) is not shown any more.
 * @param {{mmid: number, gone: boolean, patience: number}} options `patience`: milliseconds
 * @returns {Promise<"" | "gone" | "hidden" | "disabled" | "there">} what is in the way of it; "" when it came about
 */
async ({ mmid, gone, patience }) => {
  /** @type {() => "" | "gone" | "hidden" | "disabled"} */
  const lacks = () => {
    const element = agentE.element(mmid);
    if (!element) return "gone";
    // A box that is not drawn is used through its label.
    const field = agentE.standsFor(element) ?? element;
    if (!agentE.visible(element)) return "hidden";
    return agentE.states(field).includes("disabled") ? "disabled" : "";
  };
  const away = () => ["gone", "hidden"].includes(lacks());
  // An element that is gone does not come back: another one may take its place, under another id.
  const over = () => (gone ? away() : ["", "gone"].includes(lacks()));
  const came = await agentE.until(over, patience);
  if (gone) return came ? "" : "there";
  return lacks();
};
