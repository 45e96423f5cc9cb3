/**
 * Adds to `globalThis.agentE` the readable text of the whole page with positions, and waiting for a condition.
 * Read-only.
 */
() => {
  const { LEAVES, box, children, clean, frameDocument, origin, parent, value } = globalThis.agentE;
  const SILENT = new Set(["SCRIPT", "STYLE", "TEMPLATE", "NOSCRIPT", "HEAD", "TITLE", "DATALIST", "CANVAS", "VIDEO", "AUDIO"]);
  const MAX_NODES = 200_000; // nodes read; of a page with more, only the beginning counts
  const LOOK_AGAIN_MS = 250; // longest interval between checks: style sheets, clocks and closed roots give no event

  const reading = (/** @type {Node} */ root) => {
    let text = "";
    const pieces = /** @type {{ from: number, node: Text | Element }[]} */ ([]);
    /** @type {(words: string, node: Text | Element) => void} */
    const add = (words, node) => {
      let plain = clean(words).toLowerCase();
      if (plain.startsWith(" ") && (text === "" || text.endsWith(" "))) plain = plain.slice(1);
      if (plain === "") return;
      pieces.push({ from: text.length, node });
      text += plain;
    };
    const gap = () => {
      if (text !== "" && !text.endsWith(" ")) text += " ";
    };
    /** @type {(Node | null)[]} null for the end of a block */
    const stack = [root];
    for (let left = MAX_NODES; stack.length > 0 && left > 0; left -= 1) {
      const node = stack.pop();
      if (!node) {
        gap();
      } else if (node.nodeType === Node.TEXT_NODE) {
        const holder = parent(node);
        if (holder && getComputedStyle(holder).visibility === "visible") add(/** @type {Text} */ (node).data, /** @type {Text} */ (node));
      } else if (node.nodeType === Node.ELEMENT_NODE) {
        const element = /** @type {Element} */ (node);
        const { display, visibility } = getComputedStyle(element);
        if (display === "none" || SILENT.has(element.tagName)) continue;
        const inline = display.startsWith("inline") || display === "contents";
        if (!inline || element.tagName === "BR") gap();
        if (LEAVES.has(element.tagName) || element.tagName === "IMG") {
          const plain = element.tagName === "IMG" ? element.getAttribute("alt") : value(element);
          if (plain && visibility === "visible") add(` ${plain} `, element);
          continue;
        }
        if (!inline) stack.push(null);
        const folded = element.tagName === "DETAILS" && !(/** @type {HTMLDetailsElement} */ (element).open);
        const inner = folded ? [...element.querySelectorAll(":scope > summary")] : children(element);
        for (let index = inner.length - 1; index >= 0; index -= 1) stack.push(inner[index]);
        if (frameDocument(element)) gap();
      }
    }
    return { text, pieces };
  };

  /** @type {AgentE["letter"]} */
  const letter = ({ text, pieces }, at) => {
    const piece = pieces.findLast(({ from }) => from <= at) ?? pieces[0];
    const { node } = piece;
    if (node.nodeType === Node.ELEMENT_NODE) return { holder: /** @type {Element} */ (node), box: box(/** @type {Element} */ (node)) };
    const { data } = /** @type {Text} */ (node);
    const skipped = text[piece.from] !== " " && clean(data).startsWith(" ") ? 1 : 0;
    // Dropped white space shifts a letter's offset in the original text.
    let [low, high] = [0, data.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (clean(data.slice(0, middle + 1)).length > at - piece.from + skipped) high = middle;
      else low = middle + 1;
    }
    const range = node.ownerDocument.createRange();
    range.setStart(node, low);
    range.setEnd(node, low + 1);
    const { x, y, width, height } = range.getBoundingClientRect();
    const holder = /** @type {Element} */ (parent(node));
    const corner = origin(holder.ownerDocument);
    return { holder, box: { x: x + corner.x, y: y + corner.y, width, height } };
  };

  /** @type {AgentE["spots"]} */
  const spots = (wanted, root) => {
    const read = reading(root);
    const found = [];
    for (let at = read.text.indexOf(wanted); at >= 0; at = read.text.indexOf(wanted, at + wanted.length)) found.push(letter(read, at));
    return found;
  };

  /** @type {AgentE["until"]} */
  const until = async (holds, patience, again = LOOK_AGAIN_MS) => {
    const end = performance.now() + patience;
    let changed;
    let wake = () => {};
    const observer = new MutationObserver(() => {
      changed = true;
      wake();
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    try {
      for (;;) {
        const began = performance.now();
        changed = false;
        if (holds()) return true;
        const now = performance.now();
        if (now >= end) return false;
        // A check may cost more than a change: pause for a while after each.
        const pause = Math.min(end - now, 4 * (now - began));
        await new Promise((resolve) => setTimeout(resolve, pause));
        if (changed) continue;
        await new Promise((resolve) => {
          wake = () => resolve(undefined);
          setTimeout(resolve, Math.min(again, Math.max(1, end - performance.now())));
        });
      }
    } finally {
      observer.disconnect();
    }
  };

  agentE.add({ reading, letter, spots, until });
};
