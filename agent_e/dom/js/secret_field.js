/**
 * Notes that a field is about to be given a secret: from now on no picture shows it, whatever its page makes of it.
 * @param {{mmid: number}} options
 * @returns {{} | null} null when it is not on the page
 */
({ mmid }) => {
  const element = agentE.element(mmid);
  if (!element) return null;
  agentE.secretFields.add(agentE.standsFor(element) ?? element);
  return {};
};
