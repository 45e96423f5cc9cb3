/**
 * Top left corner of a frame's content as [x, y], in the viewport of this world's root frame; null if it is gone.
 * @param {{ mmid: number }} options
 * @returns {[number, number] | null}
 */
({ mmid }) => {
  const frame = globalThis.agentE.element(mmid);
  if (!frame) return null;
  const { x, y } = globalThis.agentE.frameOrigin(frame);
  return [x, y];
};
