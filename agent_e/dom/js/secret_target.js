/**
 * Describes the field for a secret; null if it is not on the page.
 * @param {{mmid: number}} options
 * @returns {{origin: string, kind: string, autocomplete: string, words: string, targets: string[], name: string,
 *   role: string, tag: string} | null}
 */
({ mmid }) => {
  const element = agentE.element(mmid);
  if (!element) return null;
  const field = agentE.standsFor(element) ?? element;
  const input = field.localName === "input" ? /** @type {HTMLInputElement} */ (field) : null;
  const page = field.ownerDocument;
  const form = input ? input.form : field.closest("form");
  const senders = form ? [...page.querySelectorAll("[formaction]")] : [];
  const written = [form ? (form.getAttribute("action") ?? "") : "", ...senders.map((each) => (each.getAttribute("formaction") ?? ""))];
  const targets = written.filter(Boolean).map((each) => {
    const url = URL.canParse(each, page.baseURI) ? new URL(each, page.baseURI) : null;
    // A script in place of an address runs in this page.
    return url?.protocol === "javascript:" ? page.URL : (url?.href ?? each);
  });
  return {
    origin: page.defaultView ? page.defaultView.origin : "null",
    kind: input ? input.type : field.localName === "textarea" ? "textarea" : "",
    autocomplete: (field.getAttribute("autocomplete") ?? "").toLowerCase(),
    words: [agentE.name(field), ...["name", "id", "placeholder"].map((name) => (field.getAttribute(name) ?? ""))].join(" "),
    targets,
    name: agentE.name(field),
    role: agentE.role(field) || "field",
    tag: field.localName,
  };
};
