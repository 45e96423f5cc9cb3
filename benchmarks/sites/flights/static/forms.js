// Messages at the fields they are about, the first of them with the focus.

import { Refused } from "./api.js";
import { html, show } from "./html.js";

/** A labelled input with room for its message.
 * @param {string} name @param {string} label @param {{value?: string, hint?: string, extra?: string}} [options] */
export function field(name, label, { value = "", hint = "", extra = "" } = {}) {
  return html`<div class="field"><label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="hint-${name}">${hint}</p>`}
    <input id="${name}" name="${name}" value="${value}" autocomplete="${extra || "off"}"
      aria-describedby="hint-${name} error-${name}">
    <p class="error" id="error-${name}" data-error="${name}"></p></div>`;
}

/** @param {HTMLElement} root @param {Record<string, string>} errors */
export function showErrors(root, errors) {
  const places = /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-error]"));
  const shown = new Set();
  /** @type {HTMLElement | null} */
  let first = null;
  for (const error of places) {
    const name = error.dataset.error ?? "";
    const control = /** @type {HTMLElement | null} */ (root.querySelector(`[name="${name}"]`));
    error.textContent = errors[name] ?? "";
    control?.toggleAttribute("data-wrong", name in errors);
    if (control?.matches("input, select")) control.setAttribute("aria-invalid", String(name in errors));
    if (name in errors) first ??= control;
    shown.add(name);
  }
  const others = Object.entries(errors).filter(([name]) => !shown.has(name));
  const alert = root.querySelector("[role=alert]");
  if (alert) show(alert, html`${others.map(([, text]) => html`<p>${text}</p>`)}`);
  const target = /** @type {HTMLElement | null} */ (first?.querySelector("input, button") ?? first);
  target?.focus();
}

/** Runs a submission; what the server refuses is shown. @param {HTMLElement} root @param {() => Promise<void>} action */
export async function attempt(root, action) {
  try {
    showErrors(root, {});
    await action();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    showErrors(root, error.errors);
  }
}
