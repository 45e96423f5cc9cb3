// Tabs after the ARIA pattern: arrows, Home and End move between them; one panel shows.

const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[role=tab]")]);

/** @param {HTMLElement} chosen */
function select(chosen) {
  for (const tab of tabs) {
    const panel = document.getElementById(tab.getAttribute("aria-controls") ?? "");
    tab.setAttribute("aria-selected", String(tab === chosen));
    tab.tabIndex = tab === chosen ? 0 : -1;
    if (panel) panel.hidden = tab !== chosen;
  }
}

/** @param {string} key @param {number} at @returns {number | null} */
function target(key, at) {
  if (key === "ArrowRight") return (at + 1) % tabs.length;
  if (key === "ArrowLeft") return (at - 1 + tabs.length) % tabs.length;
  if (key === "Home") return 0;
  if (key === "End") return tabs.length - 1;
  return null;
}

tabs.forEach((tab, at) => {
  tab.addEventListener("click", () => select(tab));
  tab.addEventListener("keydown", (event) => {
    const next = target(event.key, at);
    if (next === null) return;
    event.preventDefault();
    select(tabs[next]);
    tabs[next].focus();
  });
});
