/**
 * Adds second names to what the browser's own prototypes have: `tagName` and the same with `suffix`.
 *
 * A form answers to its own members' names with its fields: `<input name=tagName>` makes `form.tagName` an element, in
 * every world. Scripts are loaded with the second names in the place of the first ones (`scripts.py`), and those are
 * made anew for every process: no page knows them.
 * @param {{suffix: string, names: string[]}} options
 */
({ suffix, names }) => {
  const KINDS = [
    "EventTarget", "Node", "Element", "HTMLElement", "SVGElement", "MathMLElement", "CharacterData", "Text", "Document",
    "DocumentFragment", "ShadowRoot", "Range",
  ];
  /** Prototypes are made anew with every document of a frame, its window is not. @type {WeakSet<object>} */
  const known = new WeakSet();

  /** @type {AgentE["secondNames"]} */
  const secondNames = (view) => {
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
  secondNames(globalThis.window);
  Object.assign(globalThis.agentE, { secondNames });
};
