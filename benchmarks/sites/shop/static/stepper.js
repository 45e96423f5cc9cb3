// The minus and plus buttons beside a quantity.

for (const button of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-step]"))) {
  button.addEventListener("click", () => {
    const input = /** @type {HTMLInputElement} */ (button.parentElement?.querySelector("input"));
    if (button.dataset.step === "1") input.stepUp();
    else input.stepDown();
  });
}
