/**
 * Finds the file field that an element is, labels, or contains, and remembers it for file_input.js.
 *
 * @param {{mmid: number}} options
 * @returns {{
 *   problem: "" | "gone", role: string, name: string, fields: number, disabled: boolean,
 *   multiple: boolean, folder: boolean, accept: string, scroll: number[],
 * }} `fields`: how many there are; the rest is about the only one
 */
({ mmid }) => {
  const element = agentE.element(mmid);
  const blank = { role: "", name: "", fields: 0, disabled: false, multiple: false, folder: false, accept: "", scroll: [0, 0] };
  if (!element) return { ...blank, problem: "gone" };
  const about = { ...blank, role: agentE.role(element), name: agentE.name(element) };
  /** @type {(each: Element) => each is HTMLInputElement} */
  const isField = (each) => each.localName === "input" && /** @type {HTMLInputElement} */ (each).type === "file";
  const labelled = /** @type {HTMLLabelElement} */ (element).control;
  const fields = agentE.within(labelled ?? element).filter(isField);
  // Neither finding nor filling it scrolls anything.
  agentE.watch.arm();
  const scroll = agentE.scrolled();
  if (fields.length !== 1) return { ...about, problem: "", fields: fields.length, scroll };
  const [field] = fields;
  agentE.fileField = new WeakRef(field);
  return {
    ...about, problem: "", fields: 1, scroll,
    disabled: field.matches(":disabled"),
    multiple: field.multiple,
    folder: field.webkitdirectory,
    accept: field.accept,
  };
};
