/**
 * Examines a field to be filled, and whether the fields around it are still the same.
 *
 * @param {{mmid: number, others: number[], first: boolean}} options `others`: ids of all the fields to fill; `first`: there
 *   was no earlier check
 * @returns {Promise<{
 *   gone: boolean, kind: "toggle" | "select" | "list" | "text" | "suggests" | "read-only", on: boolean, radio: boolean, titles: string[], role: string,
 *   name: string, came: string[], went: string[], dialog: string,
 * }>} `list`: lists options, drawn by the page; `suggests`: a text for which it may do so; `titles`: of the radios that exclude one another, in lower case; `came`, `went`: fields that are new or gone since the last look; `dialog`:
 *   one that lies over the field now
 */
async ({ mmid, others, first }) => {
  // A page reacts to a value at once, or when it redraws.
  await agentE.painted();
  const blank = { gone: true, kind: "text", on: false, radio: false, titles: [], role: "", name: "", came: [], went: [], dialog: "" };
  const FIELD = "input:not([type=hidden], [type=submit], [type=button], [type=reset], [type=image]), select, textarea, [contenteditable=''], [contenteditable=true], [role=textbox], [role=combobox], [role=checkbox], [role=switch], [role=radio], [role=spinbutton]";
  /** The form, or the smallest part of the page with all of the fields. @type {() => Element | null} */
  const around = () => {
    const all = others.map(agentE.element).filter((each) => each !== null);
    if (!all.length) return null;
    const holds = (/** @type {Element} */ up) => all.every((each) => up.contains(each));
    return agentE.closest(all[0], (up) => up.tagName === "FORM" && holds(up)) ?? agentE.closest(all[0], (up) => up !== all[0] && holds(up));
  };
  const POPUP = "[role=listbox], [role=menu], [role=dialog], [role=grid], [role=tree], [popover]";
  const top = around();
  const now = new Set([...(top?.querySelectorAll(FIELD) ?? [])].filter((each) => {
    if (!agentE.visible(each)) return false;
    const popup = each.closest(POPUP);
    // Fields of an open calendar or list belong to that.
    return !popup || popup.contains(top);
  }));
  const before = agentE.form ?? now;
  agentE.form = now;
  /** @type {(one: Set<Element>, other: Set<Element>) => string[]} */
  const missing = (one, other) => [...one].filter((each) => !other.has(each)).map((each) => `${agentE.role(each) || "field"} '${agentE.name(each)}'`);
  const came = first ? [] : missing(now, before);
  const went = first ? [] : missing(before, now);
  const element = agentE.element(mmid);
  if (!element) return /** @type {any} */ ({ ...blank, came, went });
  const source = agentE.standsFor(element) ?? agentE.fieldOf(element);
  const role = agentE.role(source);
  const states = agentE.states(source);
  const cover = agentE.view().cover;
  const over = cover && !agentE.closest(element, (up) => up === cover);
  const toggle = /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role);
  const kind = toggle ? "toggle"
    : source.localName === "select" ? "select"
    : !agentE.editable(source) && /^(combobox|listbox|radiogroup)$/.test(agentE.role(element)) ? "list"
    : !agentE.editable(source) && element.hasAttribute("aria-haspopup") ? "list"
    : !(/** @type {HTMLInputElement} */ (source)).readOnly ? agentE.suggests(source) && !source.hasAttribute("list") ? "suggests" : "text" : role === "combobox" ? "list" : "read-only";
  return /** @type {any} */ ({
    gone: false, kind, came, went, role: agentE.role(element), name: agentE.name(element) || agentE.text(element),
    on: states.includes("checked"),
    radio: role === "radio",
    titles: role === "radio" ? agentE.choicesOf(source).options.map((each) => agentE.titleOf(each).toLowerCase()) : [],
    dialog: over ? agentE.name(cover) || "a layer over the page" : "",
  });
};
