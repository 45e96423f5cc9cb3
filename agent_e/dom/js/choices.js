/** Adds to `globalThis.agentE` how option lists are found, whatever library draws them. */
() => {
  const OPTION = "[role=option], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem], [role=radio], input[type=radio]";
  const LIST = /^(listbox|menu|menubar|tree|radiogroup)$/;
  const POPUP = "[role=listbox], [role=menu], [role=tree], [role=radiogroup]";
  const TRIGGER = "[role=combobox], [aria-haspopup]:not([aria-haspopup=false]), [aria-expanded]";
  const MOST = 20_000;
  const ADDS = /^(add|create|new|use)\b/; // an offer to create an option from the typed text
  const HINT = 2; // pixels: smaller ones are for assistive technology only

  const seen = (/** @type {Element} */ element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return width > HINT && height > HINT;
  };
  const everything = (/** @type {Element} */ element) => {
    const root = /** @type {Document | ShadowRoot} */ (element.getRootNode());
    const own = root === element.ownerDocument ? [] : [...root.querySelectorAll("*")];
    return [...element.ownerDocument.querySelectorAll("*"), ...own].slice(0, MOST);
  };
  const isOption = (/** @type {Element} */ element) => element.matches(OPTION);

  const titleOf = (/** @type {Element} */ element) => agentE.squeeze(agentE.name(element) || agentE.text(element));

  const ownWords = (/** @type {Element} */ element) =>
    [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.nodeValue).join("");

  /** An element's own text only. @type {(element: Element) => string} */
  const looks = (element) => {
    return [element.localName, element.id, element.getAttribute("role"), element.getAttribute("class"), ownWords(element).trim()].join("|");
  };

  /** @type {AgentE["isNew"]} */
  const isNew = (element, widget) => {
    const before = agentE.choosing;
    if (!before || before.seen.has(element)) return false;
    // If the widget itself was recreated, so was everything around it.
    return before.seen.has(widget) || !before.looks.has(looks(element));
  };

  /** The radios of one group. @type {(radio: Element) => Element[]} */
  const radios = (radio) => {
    const { name, form } = /** @type {HTMLInputElement} */ (radio);
    const all = /** @type {HTMLInputElement[]} */ ([.../** @type {Document} */ (radio.getRootNode()).querySelectorAll("input[type=radio]")]);
    return name ? all.filter((each) => each.name === name && each.form === form) : [radio];
  };

  const widgetOf = (/** @type {Element} */ element) => {
    const field = agentE.standsFor(element);
    if (field?.matches("input[type=radio]")) return field;
    if (element.localName !== "select") return element;
    if (seen(element)) return null;
    // A library that replaces a select hides it next to its own widget.
    const near = [element.closest("[role=combobox]"), element.nextElementSibling, element.previousElementSibling, element.parentElement, element.parentElement?.parentElement];
    for (const each of near) {
      if (!each || each.tagName === "FORM" || each.tagName === "BODY") continue;
      const inside = [each, ...each.querySelectorAll(`${TRIGGER}, input:not([type=hidden])`)];
      const found = inside.find((one) => seen(one) && !isOption(one) && one.matches(`${TRIGGER}, input`));
      if (found) return found;
    }
    return null;
  };

  /** Lists that the element declares its own, itself included. @type {(element: Element) => Element[]} */
  const ownLists = (element) => {
    const parts = [element, element.closest("[role=combobox]"), ...element.querySelectorAll("[aria-controls], [aria-owns]")];
    const named = parts.flatMap((part) => (part ? [...agentE.referenced(part, "aria-controls"), ...agentE.referenced(part, "aria-owns")] : []));
    return named.filter((list) => !list.contains(element));
  };

  /** Texts that appeared and are not nested: the choices if nothing declares them. @type {(fresh: Element[], widget: Element) => Element[]} */
  const undeclared = (fresh, widget) => {
    const items = fresh.filter((each) => each.localName === "li" && !each.querySelector("li") && !widget.contains(each));
    if (items.length) return items;
    return fresh.filter((each) => !widget.contains(each) && getComputedStyle(each).cursor === "pointer" && ownWords(each).trim());
  };

  const choicesOf = (/** @type {Element} */ widget) => {
    const role = agentE.role(widget);
    if (widget.matches("input[type=radio]")) return { options: radios(widget), inline: true };
    if (LIST.test(role)) return { options: [...widget.querySelectorAll(OPTION)].filter((each) => seen(each) || each.matches("input")), inline: true };
    if (isOption(widget) || role === "option") {
      const list = agentE.closest(widget, (up) => LIST.test(agentE.role(up)));
      return { options: list ? [...list.querySelectorAll(OPTION)].filter(seen) : [widget], inline: true };
    }
    const before = agentE.choosing && !agentE.choosing.open;
    const expanded = widget.getAttribute("aria-expanded") === "true";
    const near = expanded ? [...(widget.parentElement?.querySelectorAll(POPUP) ?? [])] : [];
    const lists = [...ownLists(widget), ...near].filter(seen);
    // Selected ones may be in a list of their own.
    const opened = before ? lists.filter((list) => isNew(list, widget)) : lists;
    for (const list of opened) {
      const options = [...list.querySelectorAll(OPTION)].filter(seen);
      if (options.length) return { options, inline: false };
    }
    if (!before) return { options: [], inline: false };
    const fresh = everything(widget).filter((each) => isNew(each, widget) && seen(each));
    const declared = fresh.filter((each) => isOption(each) && !each.querySelector(OPTION));
    const { offered } = agentE.choosing ?? {};
    // A chip added by the choice looks like an undeclared option.
    const over = offered !== undefined && !offered.some((each) => each.isConnected && seen(each));
    const others = declared.length || over ? declared : undeclared(fresh, widget);
    return { options: others, inline: false };
  };

  const isOpen = (/** @type {Element} */ widget) => {
    const { options, inline } = choicesOf(widget);
    const offered = agentE.choosing?.offered ?? [];
    // A list may be refilled after each choice; a selected value next to it may look like an option.
    return !inline && options.concat(offered).some((each) =>
      each.isConnected && seen(each) && (offered.includes(each) || agentE.choosing?.list === each.parentElement));
  };

  /** @type {AgentE["noteSeen"]} */
  const noteSeen = (widget, open = false) => {
    const all = [...everything(widget).filter(seen), widget];
    agentE.choosing = { open, seen: new WeakSet(all), looks: new Set(all.map(looks)), words: shownBy(widget) };
  };

  const shownBy = (/** @type {Element} */ widget) => {
    const field = /** @type {HTMLInputElement} */ (agentE.fieldOf(widget));
    const held = field.localName === "input" ? field.value : agentE.text(widget);
    return agentE.squeeze(held) || agentE.squeeze(agentE.text(widget));
  };

  /** @type {AgentE["fitting"]} */
  const fitting = (all, option, title, value) => {
    const wanted = agentE.squeeze(option).toLowerCase();
    const titles = all.map(title);
    const loose = titles.map((each) => agentE.squeeze(each).toLowerCase());
    /** @type {((at: number) => boolean)[]} */
    const ways = [
      (at) => titles[at] === option,
      (at) => value(all[at]) === option,
      (at) => loose[at] === wanted,
      (at) => wanted !== "" && loose[at].startsWith(wanted),
      (at) => wanted !== "" && !ADDS.test(loose[at]) && loose[at].includes(wanted),
    ];
    for (const [rank, way] of ways.entries()) {
      const found = all.filter((_, at) => way(at));
      if (found.length) return { found, rank };
    }
    return { found: [], rank: ways.length };
  };

  agentE.add({ everything, fitting, ownWords, widgetOf, choicesOf, noteSeen, isNew, isOpen, titleOf, shownBy, inView: seen });
};
