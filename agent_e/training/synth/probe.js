/**
 * Reports how elements are drawn: those with a number of ours, those placed by the generator, and pictures.
 * Boxes are [left, top, right, bottom] in CSS pixels of the viewport, without what ancestors clip.
 */
(/** @type {string} */ numbers, /** @type {boolean} */ made) => {
  const GLYPH = /[\s\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu; // letters of icon fonts are no text
  const LONGEST = 200;
  const LEAST = 4; // CSS pixels
  const SEEN = 0.6; // share of an element that is not clipped
  const GROUPS = "tr, li, article, fieldset, figure, [role=row], [role=listitem], [role=article], [role=group]";
  const SECTIONS = "section, article, aside, nav, header, footer, form, dialog, main, [role=dialog], [role=region]";
  const areaOf = (/** @type {number[]} */ [left, top, right, bottom]) => Math.max(right - left, 0) * Math.max(bottom - top, 0);

  /** @type {(element: Element) => Element | null} */
  const parentOf = (element) => element.parentElement ?? /** @type {ShadowRoot} */ (element.getRootNode()).host ?? null;

  /** @type {(box: {left: number, top: number, right: number, bottom: number}, element: Element) => number[]} */
  const clipped = (box, element) => {
    let [left, top, right, bottom] = [Math.max(box.left, 0), Math.max(box.top, 0), Math.min(box.right, innerWidth), Math.min(box.bottom, innerHeight)];
    for (let outer = parentOf(element); outer && outer !== document.body && outer !== document.documentElement; outer = parentOf(outer)) {
      if (getComputedStyle(outer).overflow === "visible") continue;
      const frame = outer.getBoundingClientRect();
      [left, top, right, bottom] = [Math.max(left, frame.left), Math.max(top, frame.top), Math.min(right, frame.right), Math.min(bottom, frame.bottom)];
    }
    return [left, top, right, bottom];
  };

  /** The topmost element at a point, also inside shadow roots. @type {(x: number, y: number) => Element | null} */
  const topmost = (x, y) => {
    let found = document.elementFromPoint(x, y);
    for (let inner = found?.shadowRoot?.elementFromPoint(x, y); inner && inner !== found; inner = inner.shadowRoot?.elementFromPoint(x, y)) found = inner;
    return found;
  };

  /** @type {(element: Element, box: number[]) => boolean} */
  const isHit = (element, [left, top, right, bottom]) => {
    const found = topmost((left + right) / 2, (top + bottom) / 2);
    for (let at = found; at; at = parentOf(at)) if (at === element) return true;
    return found !== null && found.closest("label")?.control === element;
  };

  /** Texts that are really drawn in an element, with their boxes. @type {(element: Node) => Generator<{text: string, box: DOMRect}>} */
  const texts = function* (element) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.nodeValue ?? "").replace(/\s+/g, " ").trim();
      if (!text.replace(GLYPH, "") || !node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (node.parentElement.closest("style, script, title, option")) continue;
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width > 2 && box.height > 2) yield { text, box };
    }
  };

  /** @type {(element: Element) => string} */
  const drawnText = (element) => [...texts(element)].map(({ text }) => text).join(" ").slice(0, LONGEST);

  /** @type {(element: Element) => string} */
  const firstText = (element) => texts(element).next().value?.text ?? "";

  /** @type {(element: Element) => boolean} */
  const hasArt = (element) =>
    element.matches("svg, img, canvas, picture") || element.querySelector("svg, img, canvas") !== null || !drawnText(element) && (
      Boolean((element.textContent ?? "").trim()) ||
      [element, ...element.querySelectorAll("i, span")].some((each) => ["", "::before", "::after"].some((part) => {
        const style = getComputedStyle(each, part || null);
        return style.backgroundImage.includes("url(") || style.maskImage.includes("url(") || part !== "" && /[^"]/.test(style.content) && !["none", "normal"].includes(style.content);
      }))
    );

  /** What is written first in the row, item or card around an element. @type {(element: Element) => string} */
  const groupOf = (element) => {
    const group = parentOf(element)?.closest(GROUPS);
    return group && group.getBoundingClientRect().height < innerHeight / 2 ? firstText(group) : "";
  };

  /** The heading that an element stands under, in the same section and in sight. @type {(element: Element) => string} */
  const headingOf = (element) => {
    const top = element.getBoundingClientRect().top;
    const found = headings.findLast(({ heading, bottom }) =>
      bottom <= top + 1 && (heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      (heading.closest(SECTIONS) ?? document.body).contains(element));
    return found ? drawnText(found.heading) : "";
  };

  /** @type {unknown[]} */
  const rows = [];
  const headings = /** @type {{heading: Element, bottom: number}[]} */ ([]);
  for (const heading of document.querySelectorAll("h1, h2, h3, h4, h5, h6, [role=heading]")) {
    const box = heading.getBoundingClientRect();
    if (box.height && isHit(heading, clipped(box, heading))) headings.push({ heading, bottom: box.bottom });
  }
  const visit = (/** @type {Document | ShadowRoot} */ root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const number = element.getAttribute(numbers), key = made ? element.getAttribute("data-s") : null;
      const isPicture = element.matches("img[alt]:not([alt='']), [role=img][aria-label]");
      if (number === null && key === null && !isPicture) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const whole = element.getBoundingClientRect();
      const box = clipped(whole, element);
      if (Math.min(box[2] - box[0], box[3] - box[1]) < LEAST || areaOf(box) < SEEN * whole.width * whole.height) continue;
      const shapes = JSON.parse((made && element.getAttribute("data-shapes")) || "[]");
      if (!isHit(element, box) && shapes.length === 0) continue;
      rows.push({
        number: Number(number ?? 0), key: key ?? "", box, whole: [whole.left, whole.top, whole.width, whole.height],
        group: groupOf(element), heading: headingOf(element),
        text: drawnText(element), art: hasArt(element),
        placeholder: element.getAttribute("placeholder") ?? "", title: element.getAttribute("title") ?? "",
        label: element.getAttribute("alt") ?? element.getAttribute("aria-label") ?? "",
      });
      for (const [shape, x, y, width, height] of shapes) {
        const part = clipped({ left: whole.left + x, top: whole.top + y, right: whole.left + x + width, bottom: whole.top + y + height }, element);
        if (areaOf(part) < 0.9 * width * height || !isHit(element, part)) continue;
        rows.push({
          number: 0, key: shape, box: part, whole: [part[0], part[1], width, height], group: "", heading: "",
          text: "", art: true, placeholder: "", title: "", label: "",
        });
      }
    }
  };
  visit(document);
  const words = [...texts(document.body)].filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
    .map(({ text, box }) => [text.slice(0, LONGEST), box.left, box.top, box.right, box.bottom]);
  return JSON.stringify({ rows, words, width: innerWidth, height: innerHeight, language: document.documentElement.lang });
}
