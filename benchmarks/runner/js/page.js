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
  // A form answers to the names of its own members with fields that are called like them.
  /** @param {object} kind @param {string} name @returns {(of: Node) => any} */
  const member = (kind, name) => {
    const { get } = /** @type {PropertyDescriptor} */ (Object.getOwnPropertyDescriptor(kind, name));
    return (of) => get?.call(of);
  };
  const attributesOf = member(Element.prototype, 'attributes');
  const nameOf = member(Element.prototype, 'localName');
  const rootOf = member(Element.prototype, 'shadowRoot');
  const lastOf = member(Node.prototype, 'lastChild');
  const beforeOf = member(Node.prototype, 'previousSibling');
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
    const found = new Map([...attributesOf(element)].map(({ name, value }) => [name, value]));
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
      const name = nameOf(next);
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
      for (let child = lastOf(inside); child; child = beforeOf(child)) todo.push(child);
      const root = rootOf(next);
      if (root) {
        todo.push('</template>');
        for (let child = lastOf(root); child; child = beforeOf(child)) {
          todo.push(child);
        }
        todo.push('<template shadowrootmode="open">');
      }
    }
  }
  return `<!doctype html>${out.join('')}`;
};
