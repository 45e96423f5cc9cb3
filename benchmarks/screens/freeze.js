/**
 * Makes the document stand still in its own words and gives it as HTML: style sheets are written into it, fields hold
 * in their tags what they hold, shadow roots are declared, scripts are gone, pictures are blank boxes of their size.
 * `data-hears` on what listened to presses was set before, `data-frame` on frames is the HTML of what they show.
 * @param {{ thaw: string }} options the script that the saved page runs
 * @returns {string}
 */
({ thaw }) => {
  const GONE = "script, noscript, link, base, meta[http-equiv], style, template:not([shadowrootmode])";
  const BLANK = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
  /** @type {ShadowRoot[]} */
  const shadowRoots = [];

  /** Whether its rules may be read. @param {CSSStyleSheet} sheet */
  const own = ({ href }) => !href || new URL(href).origin === location.origin;

  /** Style rules as text. @param {CSSStyleSheet} sheet @returns {string} */
  const rules = (sheet) => {
    const text = [...sheet.cssRules].map((rule) =>
      rule instanceof CSSImportRule ? (rule.styleSheet && own(rule.styleSheet) ? rules(rule.styleSheet) : "") :
        rule instanceof CSSFontFaceRule ? "" : rule.cssText).join("\n");
    const blank = text.replace(/url\((?!["']?(?:data:|#))[^)]*\)/g, "url(data:,)").replaceAll("</style", "");
    const media = sheet.media.mediaText;
    return media && !(sheet.ownerRule instanceof CSSImportRule) ? `@media ${media} {${blank}}` : blank;
  };

  /** @param {Document | ShadowRoot} root */
  const sheets = (root) => [...root.styleSheets, ...root.adoptedStyleSheets].filter((each) => !each.disabled && own(each));

  /** @param {Element} element */
  const hold = (element) => {
    if (element instanceof HTMLSelectElement) {
      for (const option of element.options) option.toggleAttribute("selected", option.selected);
    } else if (element instanceof HTMLTextAreaElement) element.textContent = element.value;
    else if (element instanceof HTMLInputElement) {
      if (["checkbox", "radio"].includes(element.type)) element.toggleAttribute("checked", element.checked);
      else if (element.type !== "file") element.setAttribute("value", element.value);
    } else if (element instanceof HTMLImageElement) {
      const { width, height } = element.getBoundingClientRect();
      element.removeAttribute("srcset");
      element.setAttribute("src", BLANK);
      if (width > 0) element.style.cssText += `;width:${width}px;height:${height}px`;
    } else if (element instanceof HTMLDialogElement && element.matches(":modal")) element.dataset.modal = "";
    if (element.matches(":popover-open")) /** @type {HTMLElement} */ (element).dataset.popover = "";
    for (const { name } of [...element.attributes]) if (/^on/i.test(name)) element.setAttribute(name, "0");
  };

  /** @param {Document | ShadowRoot} root */
  const freeze = (root) => {
    const style = document.createElement("style");
    style.textContent = sheets(root).map(rules).join("\n");
    for (const element of root.querySelectorAll("*")) {
      hold(element);
      if (element.shadowRoot) {
        shadowRoots.push(element.shadowRoot);
        freeze(element.shadowRoot);
      }
    }
    if (root instanceof ShadowRoot) root.adoptedStyleSheets = [];
    for (const element of root.querySelectorAll(GONE)) element.remove();
    (root instanceof Document ? root.head : root).prepend(style);
  };

  freeze(document);
  const charset = document.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  document.head.prepend(charset);
  const script = document.createElement("script");
  script.type = "frozen";
  script.textContent = thaw;
  document.body.append(script);
  const whole = document.documentElement;
  const tag = /** @type {Element} */ (whole.cloneNode(false)).outerHTML.replace(/<\/html>$/i, "");
  const text = `${tag}${/** @type {any} */ (whole).getHTML({ shadowRoots })}</html>`;
  const doctype = document.compatMode === "BackCompat" ? "" : "<!doctype html>";
  return doctype + text.replaceAll(/<script type="frozen">/g, "<script>").replaceAll(" data-frame=", " srcdoc=");
};
