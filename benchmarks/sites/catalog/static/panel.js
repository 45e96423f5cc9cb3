// Shows a product's details in the side panel or the dialog, and keeps the address in step:
// ?product=<slug> while a product is open. Without this script the same links reload the page.

const panel = /** @type {HTMLElement} */ (document.getElementById("details"));
const body = /** @type {HTMLElement} */ (panel.firstElementChild);
const openers = /** @type {HTMLElement[]} */ ([...document.querySelectorAll("[data-product]")]);

/** The product wanted last; an answer for an earlier one that comes late is dropped. */
let wanted = chosenInAddress();

/** @returns {string | null} */
function chosenInAddress() {
  return new URLSearchParams(location.search).get("product");
}

/** @param {string | null} slug */
function markOpener(slug) {
  for (const opener of openers) {
    opener.setAttribute("aria-expanded", String(opener.dataset.product === slug));
  }
}

/** @param {string} slug */
async function show(slug) {
  wanted = slug;
  const answer = await fetch(`details/${encodeURIComponent(slug)}`);
  if (!answer.ok || wanted !== slug) return;
  body.innerHTML = await answer.text();
  markOpener(slug);
  if (panel instanceof HTMLDialogElement) {
    if (!panel.open) panel.showModal();
  } else {
    panel.hidden = false;
  }
}

function hide() {
  const opener = openers.find((one) => one.dataset.product === wanted);
  const hadFocus = panel.contains(document.activeElement);
  wanted = null;
  markOpener(null);
  if (panel instanceof HTMLDialogElement) panel.close();
  else panel.hidden = true;
  body.replaceChildren();
  if (hadFocus) opener?.focus();
}

function closeByHand() {
  if (wanted === null) return;
  history.pushState(null, "", location.pathname);
  hide();
}

for (const opener of openers) {
  opener.addEventListener("click", (event) => {
    event.preventDefault();
    const slug = /** @type {string} */ (opener.dataset.product);
    if (slug !== chosenInAddress()) history.pushState(null, "", `?product=${slug}`);
    void show(slug);
  });
}

panel.addEventListener("click", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (!target.closest("[data-close]")) return;
  event.preventDefault();
  closeByHand();
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !(panel instanceof HTMLDialogElement)) closeByHand();
});

// A modal dialog closes on Escape by itself.
panel.addEventListener("close", closeByHand);

window.addEventListener("popstate", () => {
  const slug = chosenInAddress();
  if (slug === null) hide();
  else void show(slug);
});

// The server renders an open dialog without its backdrop; close() would count as closed by hand.
if (panel instanceof HTMLDialogElement && panel.open) {
  panel.removeAttribute("open");
  panel.showModal();
}
