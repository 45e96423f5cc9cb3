/**
 * Watches the world's documents as long as they live, to wait until they are calm and to distinguish spontaneous
 * changes from an action's. Observers of an isolated world are invisible to the page.
 */
() => {
  const SEPARATE = 100; // ms between two changes of a place for them to count as two
  const RESTLESS = 2; // changes without an action that make a place restless
  const REST = 5; // multiple of the usual pause after which a restless place counts as calm
  const MIN_REST = 1000; // ms that this takes at least
  const KEPT = 12; // texts remembered of such a place
  const AGAIN = 3; // repeated texts in a row after which a place counts as known
  const LONGEST = 200; // characters remembered per text
  const OUT = 6; // most boxes around a place that are part of its line
  const SMALL = 60; // elements up to which a place's text is read when its attributes change
  const FOLLOWS = 500; // ms after a field's focus within which suggestions are mostly requested
  const ASKS = 600; // ms after the last key within which suggestion lists are mostly requested
  const STATES = /^(aria-|disabled$|open$|value$)/;
  const WAITING = /^(?=.{0,60}$).*(loading|please wait|saving|sending|searching|submitting|processing|working|…$|\.\.\.$)/i;
  /** The same in a redrawn part, where a mere trailing … is too common. */
  const WAITING_INSIDE = /^(loading|please wait|saving|sending|searching|submitting|processing)\b.{0,40}(…|\.\.\.)$/i;
  /** What can change a page's look without changing its nodes. */
  const DRAWN = ["load", "transitionrun", "transitionend", "transitioncancel", "animationstart", "animationend", "animationcancel"];
  const FINITE = new Set(["opacity", "transform", "height", "width", "max-height", "top", "left", "right", "bottom", "translate", "scale", "visibility", "display", "clip-path"]);

  /** @typedef {"content" | "attributes"} Kind */
  /** @typedef {{ node: WeakRef<Node>, kind: Kind, count: number, first: number, last: number, latest: number, calm: boolean, texts: string[], own: string[], states: boolean, hides: boolean }} Place */
  const places = { content: /** @type {WeakMap<Node, Place>} */ (new WeakMap()), attributes: /** @type {WeakMap<Node, Place>} */ (new WeakMap()) };
  /** In order of discovery, so that each keeps its number. @type {Place[]} */
  const restless = [];
  /** Places whose changes are no longer waited for, by kind of change. */
  const ignored = { content: new WeakSet(), attributes: new WeakSet() };
  const watched = /** @type {WeakSet<Node>} */ (new WeakSet());
  /** Documents that the parser is still building, as of the last records of changes. @type {Set<Document>} */
  const parsing = new Set();
  /** The same, iterable: animations in a shadow tree are reported by its root only. @type {WeakRef<Document | ShadowRoot>[]} */
  let roots = [];
  /** What changed since `arm`, and when. @type {Map<Node, { kind: "content" | "attributes", at: number }>} */
  let recent = new Map();
  let total = 0;
  let armedAt = 0;
  let mutations = 0;
  let events = 0;
  let inputs = 0;
  /** Whether a field other than the target got the focus: suggestions may follow. */
  let taken = false;
  /** Events that only report a field's input: no effect of it. */
  let entries = 0;
  let last = 0;
  let acting = false;
  /** Count of non-events that may still change the page's look. */
  let redrawn = 0;
  /** When anything last changed, even by itself. */
  let altered = performance.now();
  let looked = "";
  let animated = false;
  /** Where focus and mouse were then. @type {WeakRef<Element>[]} */
  let pointed = [];
  /** The target, and its state then. @type {{ element: WeakRef<Element>, looks: string } | null} */
  let subject = null;
  let wake = () => {};

  // Not `instanceof`: nodes of an inner frame are no instances of this frame's constructors.
  /** @type {(node: Node) => node is Element} */
  const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;
  /** @type {(node: Node) => node is Document} */
  const isDocument = (node) => node.nodeType === Node.DOCUMENT_NODE;
  const squeeze = (/** @type {Node} */ node) => agentE.squeeze(node.textContent ?? "").slice(0, LONGEST);
  /** The text of something, one line per text node. */
  const pieces = (/** @type {Node} */ top) => {
    const texts = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
    let all = "";
    while (all.length < LONGEST && texts.nextNode()) all += `${(texts.currentNode.nodeValue ?? "").replace(/\s+/g, " ")}\n`;
    return all.slice(0, LONGEST).trim();
  };

  /** A place's text; for attributes a value, or the text of something small that comes and goes. */
  const reading = (/** @type {Node} */ node, /** @type {Kind} */ kind) => {
    if (kind === "content" || !isElement(node)) return pieces(node);
    const value = agentE.value(node);
    return value ?? (node.getElementsByTagName("*")[SMALL] ? "" : pieces(node));
  };
  /** The other text on a place's line and the names of its boxes, to locate it. */
  const around = (/** @type {Node} */ node) => {
    let box = isElement(node) ? node : node.parentElement;
    let called = "";
    for (let out = 0; box && out < OUT; out += 1) {
      called += ` ${box.getAttribute("aria-label") ?? ""}`;
      if (!/^(inline|contents)/.test(getComputedStyle(box).display) || !box.parentElement) break;
      box = box.parentElement;
    }
    return agentE.squeeze(`${box ? squeeze(box) : ""} ${called}`);
  };
  const evened = (/** @type {string} */ text) => text.replace(/\d+/g, "0");
  /**
   * Whether a place's texts recur, as in a clock or rotating headlines, or only accumulate, as in a log: what it first
   * shows during an action is then news.
   */
  const returns = (/** @type {Place} */ { node, texts }) => {
    const known = texts.map(evened);
    const first = known.length - AGAIN;
    const again = first > 0 && known.slice(first).every((text, at) => known.indexOf(text) < first + at);
    const place = node.deref();
    const holder = place && isElement(place) && place.childElementCount > 1;
    return again || Boolean(holder && texts.length > 1 && texts.at(-1)?.includes(texts.at(-2) ?? ""));
  };
  /** @type {(node: Node, kind: Kind, attribute: string | null, now: number) => void} */
  const noteRestless = (node, kind, attribute, now) => {
    const place = places[kind].get(node) ?? { node: new WeakRef(node), kind, count: 0, first: now, last: -Infinity, latest: now, calm: false, texts: [], own: [], states: false, hides: false };
    places[kind].set(node, place);
    const separate = now - place.last > SEPARATE;
    if (!acting && separate) {
      place.count += 1;
      if (place.count === RESTLESS) {
        restless.push(place);
        ignored[kind].add(node);
      }
    }
    if (!acting) place.last = now;
    place.latest = now;
    if (!acting && attribute && STATES.test(attribute)) place.states = true;
    if (!acting && separate && attribute && isElement(node)) place.hides ||= !node.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // A style animation changes with every frame but never its text.
    if (attribute === "style" && !separate) return;
    const text = reading(node, kind);
    const to = acting ? "own" : "texts";
    // Redrawing after an action does not make its text a new one.
    if (place[to].at(-1) !== text && place.own.at(-1) !== text) place[to] = [...place[to].slice(1 - KEPT), text];
  };
  /** Resets a place that changed only during loading, or long ago, to a normal one. @type {(place: Place) => void} */
  const settle = (place) => {
    const pause = (place.last - place.first) / (place.count - 1);
    const node = place.node.deref();
    place.calm = performance.now() - place.latest > Math.max(MIN_REST, REST * pause);
    if (node) ignored[place.kind][place.calm ? "delete" : "add"](node);
  };
  /** Takes what a place shows since an action for its own; one that is only drawn again, as an editor is, has never had other words. @type {(place: Place) => void} */
  const learn = (place) => {
    place.texts = [...place.texts, ...place.own].slice(place.texts.length < RESTLESS ? -1 : -KEPT);
    place.own = [];
  };
  const described = (/** @type {Place} */ place) => {
    const there = place.node.deref();
    const { texts, own, kind, hides } = place;
    // Merely redrawn content, such as list rows, has no spontaneous words.
    if (!there || place.calm || (texts.length < RESTLESS && !hides)) return { texts: [], own: [], around: "" };
    const now = reading(there, kind);
    // What merely comes and goes has only those.
    const known = returns(place) || texts.length < RESTLESS ? new Set(texts.map(evened)) : null;
    const natural = (/** @type {string} */ text) => !known || known.has(evened(text));
    return { texts: [...texts, ...[...own, now].filter(natural)], own: [...own, now], around: around(there) };
  };

  /** Whether it belongs to a hover tooltip. @type {(node: Node) => boolean} */
  const isHint = (node) => isElement(node) && (node.closest("[role=tooltip]") ?? node.querySelector(":scope > [role=tooltip]")) !== null;
  /** The subject of a change: for a box whose tooltips come or go, only these. @type {(record: MutationRecord) => Node} */
  const changed = ({ type, target, addedNodes, removedNodes }) => {
    if (type === "characterData") return target.parentNode ?? target;
    const moved = [...addedNodes, ...removedNodes];
    return moved.length > 0 && moved.every(isHint) ? moved[0] : target;
  };

  /**
   * Whether the parser may have done it: it only adds. Its last records come when the document's state is no longer
   * "loading", and those of `document.open` to `close` all at once.
   * @type {(record: MutationRecord) => boolean}
   */
  const parsed = ({ type, target, addedNodes, removedNodes }) => {
    if (isDocument(target) && addedNodes.length > 0) parsing.add(target);
    return type !== "attributes" && removedNodes.length === 0 && parsing.has(target.ownerDocument ?? document);
  };

  const note = (/** @type {MutationRecord[]} */ records) => {
    const now = performance.now();
    for (const record of records) {
      const kind = record.type === "attributes" ? "attributes" : "content";
      const node = changed(record);
      total += 1;
      altered = now;
      if (!parsed(record)) noteRestless(node, kind, record.attributeName, now);
      for (const added of record.addedNodes) if (isElement(added)) watchInside(added);
      if (ignored[kind].has(node)) continue;
      recent.set(node, { kind, at: now });
      mutations += 1;
      last = now;
    }
    for (const each of parsing) if (each.readyState !== "loading" || !each.defaultView) parsing.delete(each);
    wake();
  };
  const observer = new MutationObserver(note);

  const noteEvent = (/** @type {Event} */ event) => {
    if (event.type === "input") inputs += 1;
    if (event.type === "input" || event.type === "change") entries += 1;
    total += 1;
    events += 1;
    last = performance.now();
    wake();
  };
  const noteFocus = (/** @type {Event} */ event) => {
    const target = event.composedPath()[0];
    if (target && isElement(/** @type {Node} */ (target)) && agentE.editable(/** @type {Element} */ (target))) {
      taken ||= acting && subject !== null && subject.element.deref() !== target;
      noteEvent(event);
    }
  };

  const noteDrawn = (/** @type {Event} */ event) => {
    redrawn += 1;
    // A frame may now have another, unwatched document.
    if (event.type === "load") altered = performance.now();
  };

  const watchRoot = (/** @type {Document | ShadowRoot} */ root) => {
    if (watched.has(root)) return;
    watched.add(root);
    roots.push(new WeakRef(root));
    if (isDocument(root) && root.readyState === "loading") parsing.add(root);
    observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
    redrawn += 1;
    for (const type of DRAWN) root.addEventListener(type, noteDrawn, { capture: true, passive: true });
    for (const type of ["input", "change", "scroll", "toggle"]) root.addEventListener(type, noteEvent, { capture: true, passive: true });
    root.addEventListener("focusin", noteFocus, { capture: true, passive: true });
    watchInside(root);
  };
  const watchInside = (/** @type {Document | ShadowRoot | Element} */ top) => {
    for (const each of [top, ...top.querySelectorAll("*")]) {
      if (!isElement(each)) continue;
      const shadow = agentE.rootOf(each);
      if (shadow) watchRoot(shadow);
      const inner = agentE.frameDocument(each);
      if (inner) watchRoot(inner);
    }
  };

  /** Which of an element's own changes are effects: its text, and states without other consequences. */
  const looksOf = (/** @type {Element} */ element) =>
    JSON.stringify([squeeze(element), ...["pressed", "checked", "selected", "current", "sort", "disabled"].map((state) => element.getAttribute(`aria-${state}`))]);
  /**
   * Whether all changes are within the target without affecting its text: a ripple, a pressed look, a menu button
   * marked open; or are a tooltip. The real effect is still to come.
   */
  const slight = () => {
    const element = subject?.element.deref();
    if (!element || !element.isConnected || events > entries) return false;
    for (const node of recent.keys()) if (node !== element && !element.contains(node) && !isHint(node)) return false;
    return looksOf(element) === subject?.looks;
  };

  /** Whether the page was emptied, which is never final. */
  const emptied = () => {
    const body = document.body;
    if (!body || body.getElementsByTagName("*")[SMALL]) return false;
    return !body.querySelector("img, svg, canvas, video, iframe, input, button, select, textarea") && !body.innerText.trim();
  };
  const MAX_LEAVES = 200; // leaf elements checked for loading indicators
  const says = (/** @type {Element} */ element) => WAITING_INSIDE.test(squeeze(element)) && agentE.visible(element);
  const saysInside = (/** @type {Element} */ element) => {
    let left = MAX_LEAVES;
    for (const inner of element.querySelectorAll("*")) {
      if (inner.childElementCount > 0) continue;
      if (says(inner)) return true;
      left -= 1;
      if (left === 0) return false;
    }
    return false;
  };

  /** Whether something that just changed indicates loading. */
  const promises = () => {
    if (emptied()) return true;
    for (const [node] of recent) {
      if (!isElement(node) || !node.isConnected) continue;
      const element = node;
      const busy = element.closest("[aria-busy=true]") ?? element.querySelector("[aria-busy=true]");
      if (busy && agentE.visible(busy)) return true;
      if (element.childElementCount <= 3 && agentE.visible(element) && WAITING.test(squeeze(element))) return true;
      if (saysInside(element)) return true;
    }
    return false;
  };
  const alive = () => {
    roots = roots.filter((root) => root.deref());
    return roots.flatMap((root) => root.deref() ?? []);
  };
  const animations = () => alive().flatMap((root) => root.getAnimations());
  /** Whether a finite animation is still running; a spinner never ends. */
  const underway = () => animations().some(({ playState, effect }) => playState === "running" && Number.isFinite(effect?.getComputedTiming().endTime));
  /** What scripts can change without a mutation or an event. */
  const silent = () => {
    /** @type {unknown[]} */
    const states = [document.URL, scrollX, scrollY, innerWidth, innerHeight, ...animations().map(({ playState }) => playState)];
    for (const root of alive()) {
      states.push(root.querySelectorAll(":invalid").length);
      for (const field of root.querySelectorAll("input, textarea, select")) {
        const { value, checked, selectedIndex, indeterminate } = /** @type {HTMLInputElement & HTMLSelectElement} */ (field);
        states.push(value, checked, selectedIndex, indeterminate);
      }
    }
    return JSON.stringify(states);
  };
  /** Focus and mouse position, in every root. @type {() => Element[]} */
  const pointing = () =>
    [agentE.focused(), ...alive().map((root) => [...root.querySelectorAll(":hover")].at(-1))].flatMap((each) => each ?? []);
  const moving = () =>
    animations().some((animation) => {
      const timing = animation.effect?.getComputedTiming();
      const left = Number(timing?.endTime ?? Infinity) - Number(animation.currentTime ?? 0);
      const property = "transitionProperty" in animation ? String(animation.transitionProperty) : "opacity";
      return animation.playState === "running" && left > 0 && left <= 500 && FINITE.has(property);
    });

  agentE.watch = {
    arm(element) {
      note(observer.takeRecords());
      watchRoot(document);
      watchInside(document);
      recent = new Map();
      mutations = events = inputs = entries = 0;
      taken = false;
      // An action may begin more than once; its texts are known from the next one on.
      if (!acting) for (const place of restless) learn(place);
      if (!acting) restless.forEach(settle);
      subject = element ? { element: new WeakRef(element), looks: looksOf(element) } : null;
      armedAt = last = performance.now();
      acting = true;
      return total;
    },
    async quiet({ quiet, first, cap, mutation, again }) {
      watchRoot(document);
      const start = performance.now();
      /** @type {"" | "changing" | "busy"} */
      let unsettled = "";
      for (;;) {
        note(observer.takeRecords());
        const now = performance.now();
        const happened = (mutations > 0 && !slight()) || (events > entries && !mutation);
        const over = start + cap - now;
        const from = again ? start : 0;
        const least = mutation ? armedAt + ASKS : taken ? armedAt + FOLLOWS : 0;
        const wait = happened ? Math.max(Math.max(last, from) + quiet, least) - now : Math.max(start, armedAt) + first - now;
        const more = wait <= 0 && (moving() || (happened && promises()));
        if (wait <= 0 && !more) break;
        if (over <= 0) {
          unsettled = more ? "busy" : "changing";
          break;
        }
        const pause = Math.min(over, more ? quiet : wait);
        await new Promise((resolve) => {
          wake = () => resolve(undefined);
          setTimeout(resolve, Math.max(1, pause));
        });
        wake = () => {};
      }
      if (unsettled === "changing") {
        // Waited for once: what is still changing is spontaneous.
        const now = performance.now();
        for (const [node, { kind, at }] of recent) if (now - at < 5 * quiet) ignored[kind].add(node);
      }
      return { total, happened: mutations + events > 0, unsettled };
    },
    layOut() {
      for (const root of alive()) if ("documentElement" in root) root.documentElement?.getBoundingClientRect();
    },
    still: () => performance.now() - altered,
    version(thorough) {
      note(observer.takeRecords());
      if (thorough) watchInside(document);
      const looks = silent();
      const moves = underway();
      const points = pointing();
      const elsewhere = points.length !== pointed.length || points.some((each, at) => pointed[at]?.deref() !== each);
      if (moves || animated || elsewhere || looks !== looked) redrawn += 1;
      [animated, looked, pointed] = [moves, looks, points.map((each) => new WeakRef(each))];
      return `${performance.timeOrigin} ${total} ${redrawn}`;
    },
    inputs: () => inputs,
    roots: alive,
    rest() {
      note(observer.takeRecords());
      acting = false;
      return total;
    },
    restless: () => restless.map(described),
    shifting: () =>
      restless.flatMap(({ node, states, calm }) => {
        const there = states && !calm ? node.deref() : null;
        return (there && isElement(there) && agentE.knownId(there)) || [];
      }),
  };
  for (const type of ["hashchange", "popstate"]) addEventListener(type, noteEvent);
  watchRoot(document);
};
