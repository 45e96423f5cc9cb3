// Starts the episode that the address names as soon as the page is there, hides what belongs to the
// game and not to the task, and tells the server how it ended. A classic script: the pages' own are.
(() => {
  const given = document.currentScript?.dataset ?? {};
  const { seed = '0', run = 'main', limit = '0' } = given;
  const game = /** @type {any} */ (window);

  /** @param {string} what @param {Record<string, unknown>} values */
  const tell = (what, values) => {
    const body = JSON.stringify({ run, what, ...values });
    void fetch('/report', { method: 'POST', body, keepalive: true });
  };

  const hide = () => {
    const style = document.createElement('style');
    style.textContent =
      '#reward-display, #click-canvas, #sync-task-cover { display: none !important }';
    document.head.append(style);
  };

  const goal = () => {
    const spoken = game.core.getUtterance();
    return typeof spoken === 'string' ? spoken : spoken.utterance;
  };

  const watchEnd = () => {
    const timer = setInterval(() => {
      if (!game.WOB_DONE_GLOBAL) return;
      clearInterval(timer);
      tell('ended', {
        raw: game.WOB_RAW_REWARD_GLOBAL,
        reward: game.WOB_REWARD_GLOBAL,
        reason: game.WOB_REWARD_REASON ?? '',
      });
    }, 20);
  };

  const begin = () => {
    hide();
    /** @type {any} */ (Math).seedrandom(seed);
    game.core.EPISODE_MAX_TIME = Number(limit);
    game.core.startEpisodeReal();
    const ready = setInterval(() => {
      if (!game.WOB_TASK_READY) return;
      clearInterval(ready);
      tell('started', { goal: goal() });
      document.documentElement.dataset.ready = 'true';
      watchEnd();
    }, 10);
  };

  // After the page's own handlers, whenever they were added.
  addEventListener('load', () => setTimeout(begin));
})();
