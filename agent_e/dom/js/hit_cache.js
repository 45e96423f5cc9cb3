/**
 * Adds to `globalThis.agentE` whether a click would reach an element, asked of the browser once for as long as nothing is
 * drawn anew: on a large page one such question takes as long as a hundred others.
 */
() => {
  const { hit, idOf } = globalThis.agentE;
  let drawn = "";
  /** By id: elements are not kept alive. @type {Map<number, Met>} */
  let known = new Map();

  /** @type {AgentE["hits"]} */
  const hits = {
    begin(now) {
      if (now === "" || now !== drawn) known = new Map();
      drawn = now;
    },
    of(element) {
      const id = idOf(element);
      const before = known.get(id);
      if (before) return before;
      const { reachable, by, offScreen } = hit(element);
      const met = { reachable, covered: by !== null && !offScreen };
      known.set(id, met);
      return met;
    },
  };

  Object.assign(globalThis.agentE, { hits });
};
