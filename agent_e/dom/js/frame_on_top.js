/**
 * Tells for points whether a frame that this world cannot read is on top there.
 * @param {{ mmid: number, points: [number, number][] }} options the frame's element; CSS pixels of this world's viewport
 * @returns {boolean[]}
 */
({ mmid, points }) => {
  const frame = agentE.element(mmid);
  return points.map(([x, y]) => frame !== null && agentE.at(x, y) === frame);
};
