// Markup by tagged templates: whatever is filled in is escaped, unless it is markup itself.

const ESCAPES = /** @type {Record<string, string>} */ ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" });

export class Markup {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** @param {unknown} value @returns {string} */
function fill(value) {
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(fill).join("");
  if (value === false || value === null || value === undefined) return "";
  return String(value).replace(/[&<>"]/g, (letter) => ESCAPES[letter]);
}

/** @param {TemplateStringsArray} parts @param {unknown[]} values */
export function html(parts, ...values) {
  return new Markup(parts.reduce((text, part, at) => text + fill(values[at - 1]) + part));
}

/** @param {Element | ShadowRoot} target @param {Markup} markup */
export function show(target, markup) {
  target.innerHTML = markup.text;
}

/** @template {Element} T @param {ParentNode} root @param {string} selector @param {new () => T} kind @returns {T} */
export function pick(root, selector, kind) {
  const found = root.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}
