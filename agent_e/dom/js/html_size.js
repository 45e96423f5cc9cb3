/**
 * Length of the page's HTML in characters.
 * @returns {{size: number}}
 */
() => ({ size: document.documentElement?.outerHTML.length ?? 0 });
