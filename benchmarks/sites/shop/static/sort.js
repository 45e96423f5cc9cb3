// Sorting applies as soon as an order is chosen.

const select = /** @type {HTMLSelectElement | null} */ (document.getElementById("sort"));
select?.addEventListener("change", () => select.form?.requestSubmit());
