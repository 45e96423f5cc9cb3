/**
 * Write a document as HTML as it is now: values typed, boxes checked and options chosen stand in
 * attributes, open shadow roots in templates. Passwords are left out.
 *
 * @returns {string}
 */
() => {
  const MOST = 20_000_000;
  const VOID = new Set(
    'area base br col embed hr img input link meta source track wbr'.split(' '),
  );
  const RAW = new Set(['script', 'style', 'xmp', 'noembed', 'noframes', 'plaintext']);
  /** @type {string[]} */
  const out = [];
  let size = 0;

  /** @param {string} text */
  const put = (text) => {
    size += text.length;
    if (size < MOST) out.push(text);
  };

  /** @param {string} text */
  const escaped = (text) =>
    text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

  /** @param {Element} element @returns {Map<string, string>} */
  const attributes = (element) => {
    const found = new Map([...element.attributes].map(({ name, value }) => [name, value]));
    /** @param {string} name @param {boolean} is */
    const flag = (name, is) => (is ? found.set(name, '') : found.delete(name));
    if (element instanceof HTMLInputElement) {
      flag('checked', element.checked);
      if (element.type === 'password') found.delete('value');
      else if (element.type !== 'file') found.set('value', element.value);
    }
    if (element instanceof HTMLOptionElement) flag('selected', element.selected);
    if (element instanceof HTMLDetailsElement || element instanceof HTMLDialogElement) {
      flag('open', element.open);
    }
    return found;
  };

  // A list of its own instead of calls within calls: pages nest deeper than the stack is.
  /** @type {(Node | string)[]} */
  const todo = [document.documentElement];
  while (todo.length && size < MOST) {
    const next = /** @type {Node | string} */ (todo.pop());
    if (typeof next === 'string') {
      put(next);
    } else if (next instanceof Text) {
      const parent = next.parentElement;
      put(parent && RAW.has(parent.localName) ? next.data : escaped(next.data));
    } else if (next instanceof Element) {
      const name = next.localName;
      put(`<${name}`);
      for (const [key, value] of attributes(next)) {
        put(` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`);
      }
      put('>');
      if (VOID.has(name)) continue;
      todo.push(`</${name}>`);
      if (next instanceof HTMLTextAreaElement) {
        put(escaped(next.value));
        continue;
      }
      const inside = next instanceof HTMLTemplateElement ? next.content : next;
      for (let child = inside.lastChild; child; child = child.previousSibling) todo.push(child);
      if (next.shadowRoot) {
        todo.push('</template>');
        for (let child = next.shadowRoot.lastChild; child; child = child.previousSibling) {
          todo.push(child);
        }
        todo.push('<template shadowrootmode="open">');
      }
    }
  }
  return `<!doctype html>${out.join('')}`;
};
