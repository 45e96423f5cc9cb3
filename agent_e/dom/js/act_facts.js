/**
 * Returns what acting on an element would do, as far as the page tells; null if it is gone.
 *
 * @param {{mmid: number, way: "click" | "enter" | "submit" | "choose" | "type", shows: boolean}} options `mmid`: 0 for what
 *   has the focus; `shows`: say instead what people are shown of it, with what its fields hold
 * @returns {{
 *   frame: string, role: string, name: string, icon: string, tag: string, kind: string, asks: string, href: string, sends: boolean,
 *   edits: boolean, unknown: boolean, around: string, near: string[], beside: string[], amounts: string[], passwords: number, held: string, entries: [string, string][], language: string, in_navigation: boolean,
 *   form: {method: string, target: string, kinds: string[], button: string, ticks: string[]} | null,
 * } | {box: number[], values: [string, string][]} | {inner: true} | null} `inner`: what has the focus is in a frame that another world reads
 */
({ mmid, way, shows }) => {
  const AROUND = 600;
  const WIDEST = 4_000;
  const QUESTION = 400;
  const MIN_SAID = 8;
  const UP = 6;
  const MAX_FIELDS = 100;
  const MAX_TOLD = 40;
  const MAX_ENTRIES = 300;
  const LONGEST = 200;
  const LEGIBLE = 20_000; // characters of a name: nobody reads on, and lists of words take seconds for millions
  const MASK = "\u2022\u2022\u2022\u2022";
  const ACTS = "a[href], area[href], button, input, select, textarea, summary, label, [role=button], [role=link], [role^=menuitem], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio], [onclick]";
  const MONEY = /(?:[$€£¥₹₽₩₺]|\b(?:USD|EUR|GBP|CHF|JPY|PLN|zł|kr)\b)\s?\d[\d.,'  ]*\d|\d[\d.,'  ]*\s?(?:[€£¥₹₽₩₺]|\b(?:USD|EUR|GBP|CHF|JPY|PLN|zł|kr|元|円)\b)|[$€£¥₹]\s?\d/giu;
  const LETTER = /\p{L}/u;

  const focused = document.hasFocus() ? agentE.focused() : null;
  // Without a focus, the page's only form is the one that is submitted.
  const only = way === "submit" && !focused && globalThis.window === globalThis.top ? [...document.forms].filter(agentE.visible) : [];
  const given = mmid ? agentE.element(mmid) : focused ?? (only.length === 1 ? only[0] : null);
  if (!given) return null;
  if (given.localName === "iframe" || given.localName === "frame") return { inner: true };
  const stood = agentE.standsFor(given) ?? given;
  const nearest = agentE.closest(stood, (each) => each.matches(ACTS)) ?? stood;
  // By tag: an element of an inner frame is no instance of this frame's constructors.
  const labelled = nearest.localName === "label" ? /** @type {HTMLLabelElement} */ (nearest).control : null;
  const element = /** @type {any} */ (labelled ?? nearest);
  const kind = ["button", "input"].includes(element.localName) ? element.type : "";
  const owned = element.localName === "form" ? null : element.form;
  const form = /** @type {HTMLFormElement | null} */ (owned ?? agentE.closest(element, (each) => each.localName === "form"));

  const parts = form ? agentE.partsOf(form).filter((each) => each.localName !== "fieldset") : [];
  const fields = parts.filter(agentE.visible);
  const ready = (/** @type {Element} */ each) => agentE.isSender(each) && !each.matches(":disabled");
  // Enter presses the form's first one, visible or not; scripts press the one people see.
  const button = agentE.isSender(element) ? element : parts.find(ready);
  const usual = agentE.isSender(element) ? element : fields.find(ready);
  const asks = (/** @type {any} */ each) => {
    const hints = `${each.name ?? ""} ${each.id ?? ""} ${each.autocomplete ?? ""}`.toLowerCase();
    if (each.type === "password") return "password";
    if (/one-time-code|\botp\b|totp|verification.?code/.test(hints)) return "code";
    if (/\bcc-|card.?(num|no)|cvc|cvv|iban/.test(hints)) return "card";
    if (each.type === "file") return "file";
    if (each.type === "search" || /^(q|query|search|s|keyword)\b/.test(hints.trim())) return "search";
    if (each.type === "email" || each.type === "tel" || /name|address|street|city|zip|postal|phone|email|birth/.test(hints)) return "personal";
    if (each.localName === "select" || ["checkbox", "radio", "range", "color"].includes(each.type)) return "choice";
    return agentE.isSender(each) || ["button", "reset", "image", "hidden", "output"].includes(each.type) || each.localName === "output" ? "" : "text";
  };
  const ticked = fields.filter((each) => /** @type {any} */ (each).type === "checkbox" && /** @type {any} */ (each).checked);
  const auto = (way === "choose" || way === "click") && [element, form].some((each) => /submit/.test(`${each?.getAttribute("onchange") ?? ""}${each?.getAttribute("oninput") ?? ""}`));
  const line = agentE.isLine(element);
  // In a multi-line field Enter may break the line or, with a script listening, submit.
  const writes = line || element.localName === "textarea" || element.isContentEditable || /^(textbox|searchbox|combobox)$/.test(agentE.role(element));
  const sends = form !== null && (auto || way === "submit" || (way !== "type" && agentE.isSender(element)) || (way === "enter" && writes));

  /** The nearest ancestor with more text than it has. */
  const place = agentE.closest(element, (each) => each !== element &&
    each.matches("dialog, [role=dialog], [role=alertdialog], form, fieldset, section, article, tr, li, main, [role=region]"));
  const words = (/** @type {any} */ each) => each ? agentE.squeeze(each.innerText ?? "").slice(0, WIDEST) : "";
  const inForm = form !== null && agentE.closest(element, (each) => each === form) !== null;
  const inPlace = words(inForm ? form : place);
  const dialog = agentE.closest(element, (each) => each !== element && each.matches("dialog, [role=dialog], [role=alertdialog], [aria-modal=true]"));
  /** The text of the smallest box that says more than its controls, unless it is a whole page. */
  const question = () => {
    let box = agentE.parent(element);
    for (let up = 0; box && up < UP; up += 1, box = agentE.parent(box)) {
      let rest = words(box);
      if (rest.length > QUESTION) return "";
      for (const control of box.querySelectorAll(ACTS)) rest = rest.replace(words(control), " ");
      if ((rest.match(/\p{L}/gu) ?? []).length >= MIN_SAID) return agentE.squeeze(rest);
    }
    return "";
  };
  const around = dialog ? words(dialog) : inForm && sends ? inPlace : question();
  // The total is often next to the form that pays it.
  const beside = words(form || place ? (form ?? place)?.parentElement : null);
  const amounts = [...new Set([...(inPlace.match(MONEY) ?? []), ...(beside.match(MONEY) ?? [])].map((each) => agentE.squeeze(each)))].slice(0, 20);

  const nameOf = (/** @type {Element} */ each) => agentE.name(each).slice(0, LEGIBLE);
  const whole = agentE.name(element) || (element === given ? "" : agentE.text(given));
  const name = whole.slice(0, LEGIBLE);
  /** Words of a nameless element's picture. @type {(each: Element) => string} */
  const picture = (each) => {
    const inside = [each, ...each.querySelectorAll("svg, img, i, use, title, span")].slice(0, 20);
    return agentE.squeeze(inside.map((part) => [
      ...["class", "id", "data-icon", "data-testid", "href"].map((one) => part.getAttribute(one)),
      part.getAttribute("src")?.split("/").pop(), part.getAttribute("alt"), part.getAttribute("title"), part.localName === "title" ? part.textContent : "",
    ].join(" ")).join(" ")).slice(0, AROUND);
  };
  const pressed = sends ? usual ?? button ?? element : element;
  const icon = LETTER.test(pressed === element ? name : nameOf(pressed)) ? "" : picture(pressed);

  const BUTTON = "button, input[type=button], input[type=submit], input[type=image], [role=button]";
  /** The buttons next to a field, which Enter in it may press. */
  const buttonsBeside = () => {
    let box = agentE.parent(element);
    for (let up = 0; box && up < UP; up += 1, box = agentE.parent(box)) {
      const found = [...box.querySelectorAll(BUTTON)].filter((each) => each !== element && agentE.visible(each));
      if (found.length) return found.slice(0, 20).map((each) => LETTER.test(nameOf(each)) ? nameOf(each) : picture(each));
    }
    return [];
  };
  /** The fields that a button without a form may send. */
  const nearby = () => [...(place ?? element.ownerDocument.body).querySelectorAll("input, textarea")].slice(0, MAX_FIELDS).filter((each) => agentE.visible(each));

  /** What a field would send, in words; null for nothing. @param {any} each @returns {string | null} */
  const holds = (each) => {
    if (["checkbox", "radio"].includes(each.type)) return each.checked ? "\u2713" : null;
    if (!asks(each)) return null;
    if (["password", "code", "card"].includes(asks(each))) return each.value ? MASK : "";
    if (each.type === "file") return [...each.files].map((file) => file.name).join(", ");
    if (each.localName === "select") return [...each.selectedOptions].map((option) => agentE.squeeze(option.text)).join(", ");
    return String(each.value ?? "");
  };
  /** What would be sent by name; without a form, what the fields beside it hold. */
  const entries = () => {
    const found = /** @type {[string, string][]} */ ([]);
    for (const part of form ? parts : nearby()) {
      const each = /** @type {any} */ (part);
      const named = each.name || (form ? "" : each.id);
      const idle = each.matches(":disabled") || each.type === "file" || (agentE.isSender(each) && each !== button) || ["button", "reset"].includes(each.type);
      if (!named || idle || (["checkbox", "radio"].includes(each.type) && !each.checked)) continue;
      const values = each.localName === "select" ? [...each.selectedOptions].map((option) => option.value) : [each.value];
      for (const value of values) found.push([named, String(value ?? "")]);
    }
    return found.slice(0, MAX_ENTRIES);
  };
  if (shows) {
    const { x, y, width, height } = agentE.box(element);
    const values = /** @type {[string, string][]} */ ([]);
    for (const each of form ? fields : place ? nearby() : []) {
      const value = holds(each);
      if (value !== null && values.length < MAX_TOLD) values.push([nameOf(each) || each.getAttribute("name") || agentE.role(each), value.slice(0, LONGEST)]);
    }
    return { box: [x, y, width, height], values };
  }
  const own = element.ownerDocument.location.href;
  const action = button?.getAttribute("formaction") || form?.getAttribute("action") || own;
  // Without a valid address nothing is sent, and a script acts on this page.
  const goal = URL.canParse(action, element.ownerDocument.baseURI) ? new URL(action, element.ownerDocument.baseURI) : null;
  const target = goal?.protocol === "javascript:" ? own : goal?.href ?? "";
  // Libraries let links submit: then they lead nowhere.
  const sent = element.matches("[data-method]:not([data-method=get]), [data-turbo-method]:not([data-turbo-method=get]), [hx-post], [hx-put], [hx-patch], [hx-delete]")
    || /return false|preventDefault|submit\(/.test(element.getAttribute("onclick") ?? "");
  const link = (element.localName === "a" || element.localName === "area") && !sent;
  const method = (button?.getAttribute("formmethod") ?? form?.getAttribute("method") ?? "get").toLowerCase();
  return {
    frame: own,
    role: agentE.role(element) || "clickable",
    name,
    icon,
    tag: element.localName,
    kind,
    edits: agentE.editable(element),
    asks: line || element.localName === "textarea" ? asks(element) : "",
    href: link ? String(element.href?.baseVal ?? element.href) : "",
    sends,
    unknown: (!LETTER.test(name) && !icon) || whole.length > LEGIBLE,
    around: around.slice(0, AROUND),
    near: [...new Set((form ? fields : nearby()).map(asks).filter(Boolean))].sort(),
    beside: way === "enter" && writes && !sends ? buttonsBeside() : [],
    amounts,
    passwords: (form ? fields : nearby()).filter((/** @type {any} */ each) => each.type === "password")
      .reduce((count, /** @type {any} */ each) => count + (each.autocomplete === "new-password" ? 2 : 1), 0),
    entries: entries(),
    in_navigation: agentE.closest(element, (each) => each.matches("nav, header, footer, [role=navigation], [role=banner], [role=contentinfo]")) !== null,
    language: agentE.closest(element, (each) => each.hasAttribute("lang"))?.getAttribute("lang") ?? "",
    // Hidden fields too: they may hold the sum.
    held: JSON.stringify([...new Set([...fields, ...parts.filter((each) => /** @type {any} */ (each).type === "hidden")])].map((each) => {
      const field = /** @type {any} */ (each);
      const value = field.type === "password" ? String(field.value).length : field.type === "checkbox" || field.type === "radio" ? field.checked : field.value;
      return [field.name, value];
    })),
    form: form && {
      method: method === "post" || method === "dialog" ? method : "get",
      target,
      kinds: [...new Set(fields.map(asks).filter(Boolean))].sort(),
      button: [...new Set([button, usual].map((each) => each ? nameOf(each) : ""))].filter(Boolean).join(" / "),
      ticks: ticked.map(nameOf),
    },
  };
};
