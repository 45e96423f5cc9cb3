/**
 * Marks a field about to get a secret: from now on no picture shows it, whatever the page does with it.
 * @param {{mmid: number}} options
 * @returns {{} | null} null when it is not on the page
 */
({ mmid }) => {
  const element = agentE.element(mmid);
  if (!element) return null;
  agentE.secretFields.add(agentE.standsFor(element) ?? element);
  return {};
};
