/**
 * Reports how elements are drawn: those with a number of ours, those placed by the generator, and pictures.
 * Boxes are [left, top, right, bottom] in CSS pixels of the viewport, without what ancestors clip.
 */
(numbers) => {
  const GLYPH = /[\s\u{e000}-\u{f8ff}\u{f0000}-\u{10ffff}]/gu; // letters of icon fonts are no text
  const LONGEST = 200;

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

  /** Text that is really drawn in an element. @type {(element: Element) => string} */
  const drawnText = (element) => {
    const words = [];
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = (node.nodeValue ?? "").replace(/\s+/g, " ").trim();
      if (!text.replace(GLYPH, "") || !node.parentElement?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (node.parentElement.closest("style, script, title")) continue;
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width > 2 && box.height > 2) words.push(text);
    }
    return words.join(" ").slice(0, LONGEST);
  };

  /** @type {(element: Element) => boolean} */
  const hasArt = (element) =>
    element.matches("svg, img, canvas, picture") || element.querySelector("svg, img, canvas") !== null || !drawnText(element) && (
      Boolean((element.textContent ?? "").trim()) ||
      [element, ...element.querySelectorAll("i, span")].some((each) => ["", "::before", "::after"].some((part) => {
        const style = getComputedStyle(each, part || null);
        return style.backgroundImage.includes("url(") || style.maskImage.includes("url(") || part !== "" && /[^"]/.test(style.content) && !["none", "normal"].includes(style.content);
      }))
    );

  /** @type {unknown[]} */
  const rows = [];
  const headings = [];
  const visit = (/** @type {Document | ShadowRoot} */ root) => {
    for (const element of root.querySelectorAll("*")) {
      if (element.shadowRoot) visit(element.shadowRoot);
      const number = element.getAttribute(numbers), key = element.getAttribute("data-s");
      const isHeading = element.matches("h1, h2, h3, h4, h5, h6, [role=heading]");
      const isPicture = element.matches("img[alt]:not([alt='']), [role=img][aria-label]");
      if (number === null && key === null && !isPicture && !isHeading) continue;
      if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const whole = element.getBoundingClientRect();
      const box = clipped(whole, element);
      if (box[2] - box[0] < 4 || box[3] - box[1] < 4) continue;
      if (isHeading && isHit(element, box)) headings.push(drawnText(element));
      if (number === null && key === null && !isPicture) continue;
      const shapes = JSON.parse(element.getAttribute("data-shapes") ?? "[]");
      const hit = isHit(element, box);
      rows.push({
        number: Number(number ?? 0), key: key ?? "", box, whole: [whole.left, whole.top, whole.width, whole.height], hit,
        text: drawnText(element), art: hasArt(element), tag: element.localName,
        placeholder: element.getAttribute("placeholder") ?? "", title: element.getAttribute("title") ?? "",
        label: element.getAttribute("alt") ?? element.getAttribute("aria-label") ?? "",
      });
      for (const [shape, x, y, width, height] of shapes) {
        const part = clipped({ left: whole.left + x, top: whole.top + y, right: whole.left + x + width, bottom: whole.top + y + height }, element);
        if (part[2] - part[0] < width * 0.9 || part[3] - part[1] < height * 0.9) continue;
        rows.push({
          number: 0, key: shape, box: part, whole: [part[0], part[1], part[2] - part[0], part[3] - part[1]], hit: isHit(element, part),
          text: "", art: true, tag: "canvas", placeholder: "", title: "", label: "",
        });
      }
    }
  };
  visit(document);
  return JSON.stringify({ rows, headings, width: innerWidth, height: innerHeight, language: document.documentElement.lang });
}
