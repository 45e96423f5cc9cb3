/**
 * Creates `globalThis.agentE` with its registry of element ids, and aliases of members of the browser's prototypes:
 * `tagName` and the same with `suffix`. These differ for every process: no page knows them.
 *
 * Elements are referenced weakly both ways, so that reading a page keeps nothing alive. The registry is
 * the world's own: neither the page nor its extensions can see, change or forge it.
 * @param {{suffix: string, names: string[]}} options
 */
({ suffix, names }) => {
  const ids = /** @type {WeakMap<Element, number>} */ (new WeakMap());
  const elements = /** @type {Map<number, WeakRef<Element>>} */ (new Map());
  const collected = new FinalizationRegistry((/** @type {number} */ id) => {
    if (!elements.get(id)?.deref()) elements.delete(id);
  });
  let free = 1;
  const FEW = 16; // one character in so many: then non-Latin ones are few

  // A form's fields shadow its members: `<input name=tagName>` makes `form.tagName` an element, in every world. Scripts
  // are loaded with aliases in place of the original names (`scripts.py`).
  const KINDS = [
    "EventTarget", "Node", "Element", "HTMLElement", "SVGElement", "MathMLElement", "CharacterData", "Text", "Document",
    "DocumentFragment", "ShadowRoot", "Range",
  ];
  /** Prototypes are new with every document of a frame, its window is not. @type {WeakSet<object>} */
  const known = new WeakSet();

  const secondNames = (/** @type {Window} */ view) => {
    const kinds = /** @type {Record<string, { prototype: object }>} */ (/** @type {unknown} */ (view));
    if (known.has(kinds.Node.prototype)) return;
    known.add(kinds.Node.prototype);
    for (const { prototype } of KINDS.map((kind) => kinds[kind])) {
      for (const name of names) {
        const member = Object.getOwnPropertyDescriptor(prototype, name);
        if (member) Object.defineProperty(prototype, name + suffix, member);
      }
    }
  };

  let moment = /** @type {Moment | null} */ (null);

  /** @type {AgentE["now"]} */
  const now = () => {
    if (!moment) {
      moment = { names: new Map(), labels: new Map(), ofLabels: new Map(), wordless: new Map(), stops: new Map(), grids: new Map() };
      // Runs before anything of the page can.
      queueMicrotask(() => {
        moment = null;
      });
    }
    return moment;
  };

  /** @type {Pick<AgentE, "begin" | "nextId" | "idOf" | "knownId" | "element" | "json" | "add" | "now" | "secondNames" | "secretFields" | "theirs">} */
  const registry = {
    add: (parts) => void Object.assign(globalThis.agentE, parts),
    now,
    secondNames,
    secretFields: new WeakSet(),
    theirs: new WeakSet(),
    begin({ next, confirmed }) {
      // An abandoned call may still have run later: its ids were never reported, and another frame may have used them
      // since.
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
      // A single one doubles the transfer time of the whole text.
      return text.replace(/[^\0-\xff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
    },
    knownId: (element) => ids.get(element) ?? null,
    element(id) {
      const element = elements.get(id)?.deref();
      return element && globalThis.agentE.connected(element) ? element : null;
    },
  };
  secondNames(globalThis.window);
  globalThis.agentE = /** @type {AgentE} */ (registry);
};
