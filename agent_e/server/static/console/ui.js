/** What every component is written with: Preact, its hooks, and htm in place of JSX. */

import { h, render } from "./vendor/preact.js";
import htm from "./vendor/htm.js";
import {
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "./vendor/hooks.js";

/** @typedef {import("./vendor/preact.js").VNode<any> | import("./vendor/preact.js").VNode<any>[]} View */

/** @type {(strings: TemplateStringsArray, ...values: any[]) => any} */
export const html = htm.bind(h);
export { render, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState };

/** Render again each time `subscribe` tells of news; it returns what ends the subscription.
 * @param {(tell: () => void) => () => void} subscribe */
export function useNews(subscribe) {
  const [, count] = useState(0);
  useEffect(() => subscribe(() => count((last) => last + 1)), [subscribe]);
}

/** The time in seconds since the epoch, told anew every `every` seconds; 0 stands still.
 * @param {number} every */
export function useNow(every) {
  const [now, tell] = useState(() => Date.now() / 1000);
  useEffect(() => {
    if (!every) return undefined;
    tell(Date.now() / 1000);
    const timer = setInterval(() => tell(Date.now() / 1000), every * 1000);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}

/** A value that the browser keeps for this tab ("session") or for all tabs ("local").
 * @param {"session" | "local"} where
 * @param {string} name
 * @param {string} initial
 * @returns {[string, (value: string) => void]} */
export function useKept(where, name, initial) {
  const [value, set] = useState(() => kept(where).getItem(name) ?? initial);
  return [
    value,
    (next) => {
      kept(where).setItem(name, next);
      set(next);
    },
  ];
}

/** @param {"session" | "local"} where */
function kept(where) {
  return where === "session" ? sessionStorage : localStorage;
}

/** Class names, without those whose condition is false.
 * @param {...(string | false | null | undefined)} names */
export function classes(...names) {
  return names.filter(Boolean).join(" ");
}
