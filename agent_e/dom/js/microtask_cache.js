/** Adds to `globalThis.agentE` what was found out during this step of a script: after it the page may have changed. */
() => {
  /** @type {Moment | null} */
  let moment = null;

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

  Object.assign(globalThis.agentE, { now });
};
