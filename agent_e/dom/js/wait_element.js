/**
 * Waits until an element is shown and enabled, or (`gone`) no longer shown.
 * @param {{mmid: number, gone: boolean, patience: number}} options `patience`: milliseconds
 * @returns {Promise<"" | "gone" | "hidden" | "disabled" | "there">} the obstacle; "" on success
 */
async ({ mmid, gone, patience }) => {
  /** @type {() => "" | "gone" | "hidden" | "disabled"} */
  const lacks = () => {
    const element = agentE.element(mmid);
    if (!element) return "gone";
    // A hidden checkbox is used through its label.
    const field = agentE.standsFor(element) ?? element;
    if (!agentE.visible(element)) return "hidden";
    return agentE.states(field).includes("disabled") ? "disabled" : "";
  };
  const away = () => ["gone", "hidden"].includes(lacks());
  // An element that is gone does not come back: a replacement has another id.
  const over = () => (gone ? away() : ["", "gone"].includes(lacks()));
  const came = await agentE.until(over, patience);
  if (gone) return came ? "" : "there";
  return lacks();
};
