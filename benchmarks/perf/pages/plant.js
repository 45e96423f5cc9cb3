/// <reference path="./plant.d.ts" />
/**
 * Gives a generated page what markup cannot: shadow roots, depth beyond the parser's limit,
 * listeners, recycled rows. Keeps what was planted where, and tells it to whoever knows the event.
 * @param {PlantPlan} plan
 */
(plan) => {
  let counted = 0;
  /** @type {Record<PlantHandling, (event: Event) => void>} */
  const handlers = {
    act: (event) => void /** @type {Element} */ (event.currentTarget).classList.toggle("on"),
    count: () => void (counted += 1),
    delegate: (event) => {
      let hit = /** @type {Element | null} */ (event.target);
      while (hit && hit.parentElement !== event.currentTarget) hit = hit.parentElement;
      hit?.classList.toggle("on");
    },
  };

  /** @type {(scroller: Element, elements: Element[], list: PlantRecycled, rows: PlantRow[]) => void} */
  const recycle = (scroller, elements, { names, height }, rows) => {
    const known = new Map(rows.map((row) => [row[0], row]));
    const fill = () => {
      const first = Math.min(Math.floor(scroller.scrollTop / height), names.length - elements.length);
      elements.forEach((element, index) => {
        const name = names[first + index];
        /** @type {HTMLElement} */ (element).style.top = `${(first + index) * height}px`;
        element.textContent = name;
        const row = known.get(element);
        if (row) row[1] = name.toLowerCase();
      });
    };
    scroller.addEventListener("scroll", fill);
    fill();
  };

  /** @type {(plan: PlantPlan, document: Document) => void} */
  const plant = (plan, document) => {
    const scopes = [[...document.querySelectorAll("*")]];
    /** @type {(place: PlantPlace) => Element} */
    const at = ([scope, index]) => scopes[scope][index];
    for (const [host, mode, html] of plan.roots) {
      const root = at(host).attachShadow({ mode });
      root.innerHTML = html;
      scopes.push([...root.querySelectorAll("*")]);
    }
    /** @type {PlantRow[]} */
    const rows = plan.truth.map(([place, ...said]) => [at(place), ...said]);
    for (const [place, handling] of plan.handles) at(place).addEventListener("click", handlers[handling]);
    for (const [place, inner] of plan.frames) {
      const frame = /** @type {HTMLIFrameElement} */ (at(place));
      const fill = () => void (frame.contentDocument && plant(inner, frame.contentDocument));
      frame.addEventListener("load", fill, { once: true });
    }
    for (const [what, where] of plan.grafts) at(where).append(at(what));
    const list = plan.recycled;
    if (list) recycle(at(list.scroller), list.rows.map(at), list, rows);
    document.addEventListener(plan.ask, (event) => {
      /** @type {CustomEvent<PlantRow[]>} */ (event).detail.push(...rows);
    });
  };

  document.currentScript?.remove();
  plant(plan, document);
};
