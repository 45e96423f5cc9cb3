/**
 * Sets the value of a date, time, colour or range control, with the events of a person's choice.
 *
 * Their own editing is a browser-drawn picker, with locale-dependent parts and order, so trusted keys would not be
 * reliable. From this world the browser's own setter is accessible even if a framework has overridden it on the
 * element, so the framework sees a change.
 *
 * @param {{mmid: number, value: string}} options
 * @returns {{problem: "" | "gone" | "refused", value: string, minimum: string, maximum: string}}
 */
({ mmid, value }) => {
  const element = /** @type {HTMLInputElement | null} */ (globalThis.agentE.element(mmid));
  if (!element) return { problem: "gone", value: "", minimum: "", maximum: "" };
  let wanted = value;
  if (element.type === "color") {
    const probe = document.createElement("canvas").getContext("2d");
    if (probe && CSS.supports("color", value)) {
      probe.fillStyle = value;
      wanted = probe.fillStyle;
    }
  }
  const limits = { minimum: element.min, maximum: element.max };
  const before = element.value;
  element.focus();
  element.value = wanted;
  // An unusable date leaves the control empty; a colour or range falls back to a default of its own.
  const { rangeUnderflow, rangeOverflow } = element.validity;
  const refused = element.type === "color" ? element.value !== wanted.toLowerCase()
    : (element.value === "" && wanted !== "") || rangeUnderflow || rangeOverflow;
  if (refused) {
    element.value = before;
    return { problem: "refused", value: before, ...limits };
  }
  agentE.theirs.delete(element);
  if (element.value !== before) agentE.announce(element);
  return { problem: "", value: element.value, ...limits };
};
