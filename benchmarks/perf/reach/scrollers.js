/**
 * Notes how far everything in a document is scrolled: `moved` says whether that is another by now, `restore` brings it back.
 * @returns {{ moved: () => boolean, restore: () => void }}
 */
() => {
  /** @type {{ element: Element, left: number, top: number }[]} */
  const kept = [];
  /** @type {(root: Document | ShadowRoot) => void} */
  const gather = (root) => {
    for (const element of root.querySelectorAll("*")) {
      const { scrollLeft: left, scrollTop: top, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
      // What hides the rest of what is inside is scrolled as well, by whoever brings that into view.
      if (scrollWidth > clientWidth || scrollHeight > clientHeight) kept.push({ element, left, top });
      if (element.shadowRoot) gather(element.shadowRoot);
    }
  };
  gather(document);
  return {
    moved: () => kept.some(({ element, left, top }) => Math.abs(element.scrollLeft - left) >= 1 || Math.abs(element.scrollTop - top) >= 1),
    restore: () => {
      for (const { element, left, top } of kept) element.scrollTo({ left, top, behavior: "instant" });
    },
  };
};
