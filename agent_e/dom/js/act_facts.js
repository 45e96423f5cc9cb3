/// <reference path="./world.d.ts" />
/**
 * Says what acting on an element would do, as far as the page says; null when it is not there.
 *
 * @param {{mmid: number, way: "click" | "enter" | "choose" | "type"}} options `mmid`: 0 for what has the focus
 * @returns {{
 *   frame: string, role: string, name: string, icon: string, tag: string, kind: string, href: string, sends: boolean,
 *   unknown: boolean, around: string, amounts: string[], held: string,
 *   form: {method: string, target: string, kinds: string[], button: string, ticks: string[]} | null,
 * } | null}
 */
({ mmid, way }) => {
  const shown = globalThis.agentE;
  const AROUND = 600;
  const WIDEST = 4_000;
  const ACTS = "a[href], area[href], button, input, select, textarea, summary, label, [role=button], [role=link], [role^=menuitem], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio], [onclick]";
  const LINES = new Set(["text", "search", "url", "tel", "email", "password", "number", "date", "time", "datetime-local", "month", "week"]);
  const MONEY = /(?:[$€£¥₹₽₩₺]|\b(?:USD|EUR|GBP|CHF|JPY|PLN|zł|kr)\b)\s?\d[\d.,'  ]*\d|\d[\d.,'  ]*\s?(?:[€£¥₹₽₩₺]|\b(?:USD|EUR|GBP|CHF|JPY|PLN|zł|kr|元|円)\b)|[$€£¥₹]\s?\d/giu;
  const LETTER = /\p{L}/u;

  // A field may be named like a member of its form, which then is that field: the form is asked through its prototype.
  /** @type {(each: Element | null | undefined, name: string) => string | null} */
  const attribute = (each, name) => each ? Element.prototype.getAttribute.call(each, name) : null;
  /** @type {(each: Element, selector: string) => boolean} */
  const fits = (each, selector) => Element.prototype.matches.call(each, selector);
  /** @type {(object: object, name: string, of: any) => any} */
  const member = (object, name, of) => Object.getOwnPropertyDescriptor(object, name)?.get?.call(of);

  const focused = document.hasFocus() ? shown.focused() : null;
  const given = mmid ? shown.element(mmid) : focused;
  if (!given || given.localName === "iframe") return null;
  const stood = shown.standsFor(given) ?? given;
  const nearest = shown.closest(stood, (each) => fits(each, ACTS)) ?? stood;
  // By tag: an element of an inner frame is no instance of this frame's constructors.
  const labelled = nearest.localName === "label" ? /** @type {HTMLLabelElement} */ (nearest).control : null;
  const element = /** @type {any} */ (labelled ?? nearest);
  const kind = ["button", "input"].includes(element.localName) ? element.type : "";
  const form = /** @type {HTMLFormElement | null} */ (element.form ?? shown.closest(element, (each) => each.localName === "form"));

  /** @type {(each: any) => boolean} */
  const sender = (each) => ["submit", "image"].includes(each.type) && ["button", "input"].includes(each.localName);
  const fields = form ? [.../** @type {Element[]} */ (member(HTMLFormElement.prototype, "elements", form))].filter((each) => each.localName !== "fieldset" && shown.visible(each)) : [];
  const button = sender(element) ? element : fields.find((each) => sender(each) && !each.matches(":disabled"));
  /** @type {(each: any) => string} */
  const asks = (each) => {
    const hints = `${each.name ?? ""} ${each.id ?? ""} ${each.autocomplete ?? ""}`.toLowerCase();
    if (each.type === "password") return "password";
    if (/one-time-code|\botp\b|totp|verification.?code/.test(hints)) return "code";
    if (/\bcc-|card.?(num|no)|cvc|cvv|iban/.test(hints)) return "card";
    if (each.type === "file") return "file";
    if (each.type === "search" || /^(q|query|search|s|keyword)\b/.test(hints.trim())) return "search";
    if (each.type === "email" || each.type === "tel" || /name|address|street|city|zip|postal|phone|email|birth/.test(hints)) return "personal";
    if (each.localName === "select" || ["checkbox", "radio", "range", "color"].includes(each.type)) return "choice";
    return sender(each) || ["button", "reset", "image", "hidden", "output"].includes(each.type) || each.localName === "output" ? "" : "text";
  };
  const ticked = fields.filter((each) => /** @type {any} */ (each).type === "checkbox" && /** @type {any} */ (each).checked);
  const auto = (way === "choose" || way === "click") && [element, form].some((each) => /submit/.test(`${attribute(each, "onchange") ?? ""}${attribute(each, "oninput") ?? ""}`));
  const line = element.localName === "input" && LINES.has(element.type);
  const sends = form !== null && (
    auto || (way === "click" && sender(element)) || (way === "enter" && (line || sender(element)))
  );

  /** What holds it and says more than it does. */
  const place = shown.closest(element, (each) => each !== element && (
    fits(each, "dialog, [role=dialog], [role=alertdialog], form, fieldset, section, article, tr, li, main, [role=region]")
  ));
  const words = (/** @type {any} */ each) => each ? shown.squeeze(member(HTMLElement.prototype, "innerText", each) ?? "").slice(0, WIDEST) : "";
  const inPlace = words(form && shown.closest(element, (each) => each === form) ? form : place);
  // The sum often stands beside the form that pays it.
  const beside = words(form || place ? member(Node.prototype, "parentElement", form ?? place) : null);
  const amounts = [...new Set([...(inPlace.match(MONEY) ?? []), ...(beside.match(MONEY) ?? [])].map((each) => shown.squeeze(each)))].slice(0, 20);

  const name = shown.name(element) || (element === given ? "" : shown.text(given));
  const pictured = [element, ...element.querySelectorAll("svg, img, i, use, title, span")].slice(0, 20);
  const icon = LETTER.test(name) ? "" : shown.squeeze(pictured.map((each) => [
    each.getAttribute("class"), each.id, each.getAttribute("data-icon"), each.getAttribute("data-testid"), each.getAttribute("href"),
    each.getAttribute("src")?.split("/").pop(), each.getAttribute("alt"), each.getAttribute("title"), each.localName === "title" ? each.textContent : "",
  ].join(" ")).join(" ")).slice(0, AROUND);

  const own = element.ownerDocument.location.href;
  const action = attribute(button, "formaction") || attribute(form, "action") || own;
  // One that is no address is sent nowhere.
  const target = URL.canParse(action, element.ownerDocument.baseURI) ? new URL(action, element.ownerDocument.baseURI).href : "";
  const link = element.localName === "a" || element.localName === "area";
  const method = (attribute(button, "formmethod") ?? attribute(form, "method") ?? "get").toLowerCase();
  return {
    frame: own,
    role: shown.role(element) || "clickable",
    name,
    icon,
    tag: element.localName,
    kind,
    href: link ? String(element.href?.baseVal ?? element.href) : "",
    sends,
    unknown: !LETTER.test(name) && !icon,
    around: inPlace.slice(0, AROUND),
    amounts,
    held: JSON.stringify(fields.map((each) => {
      const field = /** @type {any} */ (each);
      const value = field.type === "password" ? String(field.value).length : field.type === "checkbox" || field.type === "radio" ? field.checked : field.value;
      return [field.name, value];
    })),
    form: form && {
      method: method === "post" || method === "dialog" ? method : "get",
      target,
      kinds: [...new Set(fields.map(asks).filter(Boolean))].sort(),
      button: button ? shown.name(button) : "",
      ticks: ticked.map((each) => shown.name(each)),
    },
  };
};
