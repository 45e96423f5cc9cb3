/// <reference path="./world.d.ts" />
/**
 * Says what lies over a frame that this world cannot read, at a point; null when the frame itself is on top.
 * @param {{mmid: number, x: number, y: number}} options the frame's element; CSS pixels of this world's viewport
 * @returns {{mmid: number | null, role: string, name: string, exits: never[]} | null}
 */
({ mmid, x, y }) => {
  const shown = globalThis.agentE;
  const frame = shown.element(mmid);
  const hit = shown.at(x, y);
  if (!hit || hit === frame) return null;
  const top = shown.closest(hit, (each) => /^(alert)?dialog$/.test(shown.role(each))) ?? hit;
  return {
    mmid: shown.knownId(top),
    role: shown.role(top) || "box",
    name: shown.squeeze(shown.name(top) || shown.text(top)).slice(0, 80),
    exits: [],
  };
};
