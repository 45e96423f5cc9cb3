/// <reference path="./world.d.ts" />
/**
 * Chooses an option of a native select, with the events a person's choice gives.
 *
 * The list of a select is drawn by the browser outside the page, where no mouse input of ours lands, and
 * letter keys choose by prefix only; so the choice is set here and announced. From this world the
 * browser's own setters are reached even where a framework has put others on the element.
 *
 * @param {{mmid: number, option: string}} options
 * @returns {{
 *   problem: "" | "gone" | "disabled" | "not-a-select" | "no-option" | "several" | "option-disabled",
 *   role: string, name: string, chosen: string, options: string[], scroll: number[],
 * }}
 */
({ mmid, option }) => {
  const shown = globalThis.agentE;
  const element = shown.element(mmid);
  const scroll = [scrollX, scrollY].map(Math.round);
  if (!element) return { problem: "gone", role: "", name: "", chosen: "", options: [], scroll };
  // By tag: an element of an inner frame is no instance of this frame's constructors.
  const select = /** @type {HTMLSelectElement | null} */ (element.localName === "option" ? element.closest("select") : element);
  const about = { role: shown.role(element), name: shown.name(element), chosen: "", scroll };
  if (select?.localName !== "select") return { problem: "not-a-select", ...about, options: [] };
  if (select.matches(":disabled")) return { problem: "disabled", ...about, options: [] };

  const all = [...select.options];
  /** @type {(each: HTMLOptionElement) => string} */
  const title = (each) => shown.squeeze(each.label || each.text);
  /** @type {(text: string) => string} */
  const loose = (text) => shown.squeeze(text).toLowerCase();
  const ways = /** @type {((each: HTMLOptionElement) => boolean)[]} */ ([
    (each) => title(each) === option,
    (each) => each.value === option,
    (each) => loose(title(each)) === loose(option),
    (each) => loose(option) !== "" && loose(title(each)).startsWith(loose(option)),
  ]);
  const options = all.map(title);
  /** @type {HTMLOptionElement[]} */
  let fitting = [];
  for (const way of ways) {
    fitting = all.filter(way);
    if (fitting.length) break;
  }
  if (!fitting.length) return { problem: "no-option", ...about, options };
  const usable = fitting.filter((each) => !each.disabled && !each.closest("optgroup[disabled]"));
  if (!usable.length) return { problem: "option-disabled", ...about, chosen: title(fitting[0]), options };
  const prefix = !ways.slice(0, 3).some((way) => all.some(way));
  if (prefix && usable.length > 1) return { problem: "several", ...about, options: usable.map(title) };

  const chosen = usable[0];
  const changes = !chosen.selected;
  select.focus();
  chosen.selected = true;
  if (changes) {
    select.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
    select.dispatchEvent(new Event("change", { bubbles: true }));
  }
  return { problem: "", ...about, chosen: title(select.multiple ? chosen : select.selectedOptions[0] ?? chosen), options };
};
