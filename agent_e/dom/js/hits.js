/// <reference path="./world.d.ts" />
/**
 * Adds to `globalThis.agentE` whether a click would reach an element, asked of the browser once for as long as the page is
 * as it was: on a large page one such question takes as long as a hundred others.
 * @returns {void}
 */
() => {
  const { hit, idOf } = globalThis.agentE;
  let version = "";
  /** By id: elements are not kept alive. @type {Map<number, Met & Box>} */
  let known = new Map();
  let again = false;

  /** @type {AgentE["hits"]} */
  const hits = {
    begin(now) {
      if (now !== version) known = new Map();
      [version, again] = [now, false];
    },
    forget() {
      if (!again) return false;
      [known, again] = [new Map(), false];
      return true;
    },
    of(element, { x, y, width, height }) {
      const id = idOf(element);
      const before = known.get(id);
      if (before && before.x === x && before.y === y && before.width === width && before.height === height) {
        again = true;
        return before;
      }
      const { reachable, by, offScreen } = hit(element);
      const met = { x, y, width, height, reachable, covered: by !== null && !offScreen };
      known.set(id, met);
      return met;
    },
  };

  Object.assign(globalThis.agentE, { hits });
};
