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
