// Fills an expander with its product's details when it opens, and keeps the address in step:
// ?product=<slug> while one is open. They share a name, so the browser keeps one open at most.

const expanders = [...document.querySelectorAll("details")];

/** @param {HTMLDetailsElement} expander @returns {HTMLElement} */
function bodyOf(expander) {
  return /** @type {HTMLElement} */ (expander.lastElementChild);
}

/** @param {HTMLDetailsElement} expander */
async function fill(expander) {
  const slug = /** @type {string} */ (expander.dataset.product);
  if (bodyOf(expander).childElementCount > 0) return;
  const answer = await fetch(`details/${encodeURIComponent(slug)}`);
  if (answer.ok && expander.open) bodyOf(expander).innerHTML = await answer.text();
}

/** @returns {string | null} */
function chosenInAddress() {
  return new URLSearchParams(location.search).get("product");
}

for (const expander of expanders) {
  const slug = /** @type {string} */ (expander.dataset.product);
  expander.addEventListener("toggle", () => {
    if (expander.open) {
      void fill(expander);
      if (slug !== chosenInAddress()) history.pushState(null, "", `?product=${slug}`);
    } else {
      bodyOf(expander).replaceChildren();
      if (slug === chosenInAddress()) history.pushState(null, "", location.pathname);
    }
  });
  expander.addEventListener("click", (event) => {
    const target = /** @type {Element} */ (event.target);
    if (!target.closest("[data-close]")) return;
    event.preventDefault();
    expander.open = false;
    expander.querySelector("summary")?.focus();
  });
}

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const expander of expanders) expander.open = false;
});

window.addEventListener("popstate", () => {
  for (const expander of expanders) {
    expander.open = expander.dataset.product === chosenInAddress();
  }
});
