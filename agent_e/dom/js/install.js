/**
 * Makes `globalThis.agentE` and its registry: which element has which id.
 *
 * Elements are held weakly both ways, so that reading a page keeps nothing of it alive. The registry is
 * the world's own: neither the page nor its extensions can see, change or forge it.
 */
() => {
  /** @type {WeakMap<Element, number>} */
  const ids = new WeakMap();
  /** @type {Map<number, WeakRef<Element>>} */
  const elements = new Map();
  const collected = new FinalizationRegistry((/** @type {number} */ id) => {
    if (!elements.get(id)?.deref()) elements.delete(id);
  });
  let free = 1;
  /** One character in so many: then those beyond Latin are few. */
  const FEW = 16;

  /** @type {Pick<AgentE, "begin" | "nextId" | "idOf" | "knownId" | "element" | "json" | "secretFields" | "theirs">} */
  const registry = {
    secretFields: new WeakSet(),
    theirs: new WeakSet(),
    begin({ next, confirmed }) {
      // A call that was given up may have run later all the same: its ids were told to nobody, and another
      // frame may have been given the same ones since.
      for (let id = confirmed; id < free; id += 1) {
        const element = elements.get(id)?.deref();
        if (element) ids.delete(element);
        elements.delete(id);
      }
      free = next;
    },
    nextId: () => free,
    idOf(element) {
      const known = ids.get(element);
      if (known !== undefined) return known;
      const id = free;
      free += 1;
      ids.set(element, id);
      elements.set(id, new WeakRef(element));
      collected.register(element, id);
      return id;
    },
    json(value) {
      const text = JSON.stringify(value);
      const beyond = text?.replace(/[\0-\xff]+/g, "").length;
      if (!beyond || beyond * FEW > text.length) return text;
      // A single one doubles the time that all of the text takes on its way.
      return text.replace(/[^\0-\xff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
    },
    knownId: (element) => ids.get(element) ?? null,
    element(id) {
      const element = elements.get(id)?.deref();
      return element && globalThis.agentE.connected(element) ? element : null;
    },
  };
  globalThis.agentE = /** @type {AgentE} */ (registry);
};
