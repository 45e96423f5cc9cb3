/// <reference path="../pages/plant.d.ts" />
/**
 * Asks a generated page for its truth and measures where each thing is, or measures one element.
 * Boxes are left, top, right, bottom in CSS pixels of this document's viewport.
 * @param {{ ask: string, frame: Element | null }} options `frame`: measure only this element
 */
({ ask, frame }) => {
  /** @type {(element: Element) => Element | null} */
  const above = (element) => {
    const root = element.getRootNode();
    return element.assignedSlot ?? element.parentElement ?? (root instanceof ShadowRoot ? root.host : null);
  };

  /** @type {(style: CSSStyleDeclaration) => boolean} */
  const holds = (style) => style.position !== "static" || style.transform !== "none";

  /**
   * The part of a box that the boxes around it leave; empty where right is not beyond left.
   * @type {(element: Element) => PlantEdges}
   */
  const opening = (element) => {
    /** @type {PlantEdges} */
    const open = [-Infinity, -Infinity, Infinity, Infinity];
    let { position } = getComputedStyle(element);
    for (let up = above(element); up && up !== document.body && up !== document.documentElement; up = above(up)) {
      const style = getComputedStyle(up);
      // A box that is positioned is cut off by its containing block and what is around that only.
      if (position === "absolute" && !holds(style)) continue;
      if (position === "fixed" && style.transform === "none") continue;
      position = style.position;
      const { left, top } = up.getBoundingClientRect();
      const x = left + up.clientLeft;
      const y = top + up.clientTop;
      if (style.overflowX !== "visible") {
        open[0] = Math.max(open[0], x);
        open[2] = Math.min(open[2], x + up.clientWidth);
      }
      if (style.overflowY !== "visible") {
        open[1] = Math.max(open[1], y);
        open[3] = Math.min(open[3], y + up.clientHeight);
      }
    }
    return open;
  };

  /** @type {(element: Element) => { box: PlantEdges, open: PlantEdges, shown: boolean }} */
  const measure = (element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    // Infinity has no JSON; no page is wider or longer than this.
    const open = opening(element).map((edge) => Math.max(-1e9, Math.min(1e9, edge)));
    return {
      box: [left, top, right, bottom],
      open: /** @type {PlantEdges} */ (open),
      shown: element.checkVisibility({ visibilityProperty: true }),
    };
  };

  if (frame) {
    const measured = measure(frame);
    const style = getComputedStyle(frame);
    const left = measured.box[0] + frame.clientLeft + parseFloat(style.paddingLeft);
    const top = measured.box[1] + frame.clientTop + parseFloat(style.paddingTop);
    const width = frame.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const height = frame.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
    return { ...measured, box: [left, top, left + width, top + height] };
  }
  /** @type {PlantRow[]} */
  const rows = [];
  document.dispatchEvent(new CustomEvent(ask, { detail: rows }));
  return {
    width: innerWidth,
    height: innerHeight,
    rows: rows.map(([element, token, kind, control, fixed]) => ({
      token, kind, control, static: fixed, ...measure(element),
    })),
  };
};
