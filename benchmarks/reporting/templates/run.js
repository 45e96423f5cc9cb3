"use strict";
/** Pictures grow to the width of the page when they are pressed, and back again. */
document.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("figure button") : null;
  if (!button) return;
  const wide = button.closest(".act, .shots")?.classList.toggle("wide") ?? false;
  button.setAttribute("aria-pressed", String(wide));
  button.scrollIntoView({ block: "nearest" });
});
/** A link to the settings opens them. */
const opened = () => {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
};
addEventListener("hashchange", opened);
opened();
/** The arrows to the right and left go to the next step and back. */
addEventListener("keydown", (event) => {
  const way = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
  if (!way || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const steps = [...document.querySelectorAll(".step[id]")];
  const target = document.getElementById(location.hash.slice(1));
  // Without a step in the address: from the first one that begins on the screen.
  const seen = steps.findIndex((step) => step.getBoundingClientRect().bottom > 0);
  const at = target && steps.includes(target) ? steps.indexOf(target) + way : seen;
  const next = steps[at];
  if (!next) return;
  event.preventDefault();
  location.hash = next.id;
});
