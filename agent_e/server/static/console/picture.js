/** A picture of a page with places marked on it. */

import { filePath } from "./api.js";
import { html, useState } from "./ui.js";

/** @param {{run: string, picture: import("./journal.js").Picture | null, marks?: {box: number[], kind: string}[], alt: string}} props */
export function PagePicture({ run, picture, marks = [], alt }) {
  const [lost, setLost] = useState("");
  if (!picture) return html`<div class="picture none"><p>No picture was taken here.</p></div>`;
  if (lost === picture.file) return html`<div class="picture none"><p>The picture ${picture.file} is not in the run's folder.</p></div>`;
  const boxes = [...(picture.box ? [{ box: picture.box, kind: "target" }] : []), ...marks];
  return html`<div class="picture"><img src=${filePath(run, picture.file)} width=${picture.width} height=${picture.height} alt=${alt} onError=${() => setLost(picture.file)} />
    <svg viewBox=${`0 0 ${picture.width} ${picture.height}`} aria-hidden="true">${boxes.map(({ box, kind }) => html`<rect class=${kind} x=${box[0] - 3} y=${box[1] - 3} width=${box[2] + 6} height=${box[3] + 6} rx="5" />`)}</svg></div>`;
}

/** @param {{address: string}} props */
export function AddressBar({ address }) {
  return html`<div class="address-bar"><span class="dots" aria-hidden="true"><i></i><i></i><i></i></span><span class="address" dir="ltr">${address || "about:blank"}</span></div>`;
}
