// Shows what delivery adds to the total, and takes the customer to the list of errors.

const form = /** @type {HTMLFormElement} */ (document.querySelector("main form"));
const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
const [deliveryPrice, total] = /** @type {NodeListOf<HTMLOutputElement>} */ (
  form.querySelectorAll("output")
);

function showTotal() {
  const chosen = /** @type {HTMLInputElement | null} */ (
    form.querySelector("input[name=delivery]:checked")
  );
  if (!chosen) return;
  const cents = Number(chosen.dataset.cents);
  deliveryPrice.textContent = cents ? dollars.format(cents / 100) : "Free";
  total.textContent = dollars.format((Number(total.dataset.cents) + cents) / 100);
}

form.addEventListener("change", showTotal);
showTotal();

const summary = /** @type {HTMLElement | null} */ (document.querySelector("[role=alert]"));
summary?.focus();
