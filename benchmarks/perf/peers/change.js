/**
 * Changes some words in view, as little as can be seen, and waits until they are drawn; words of controls are left alone.
 * @returns {Promise<boolean>} whether there were any
 */
async () => {
  const ROLES = ["button", "checkbox", "combobox", "link", "menuitem", "option", "radio", "switch", "tab", "textbox", "treeitem"];
  const APART = ["a, button, label, select, textarea, script, style, [tabindex], [onclick]", ...ROLES.map((role) => `[role=${role}]`)].join();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = /** @type {Text} */ (texts.currentNode);
    const holder = words.parentElement;
    if (!holder || holder.closest(APART) || !/\p{L}{3}/u.test(words.data) || !holder.checkVisibility()) continue;
    const { top, bottom, height } = holder.getBoundingClientRect();
    if (height === 0 || bottom <= 0 || top >= innerHeight) continue;
    words.data = words.data.endsWith("!") ? words.data.slice(0, -1) : `${words.data}!`;
    for (let frames = 2; frames > 0; frames -= 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    return true;
  }
  return false;
};
