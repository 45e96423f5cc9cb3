/**
 * Returns what covers a frame that this world cannot read, at a point; null if the frame itself is on top.
 * @param {{mmid: number, x: number, y: number}} options the frame's element; CSS pixels of this world's viewport
 * @returns {{mmid: number | null, role: string, name: string, exits: never[]} | null}
 */
({ mmid, x, y }) => {
  const frame = agentE.element(mmid);
  const hit = agentE.at(x, y);
  return !hit || hit === frame ? null : { ...agentE.label(agentE.dialogAround(hit) ?? hit), exits: [] };
};
