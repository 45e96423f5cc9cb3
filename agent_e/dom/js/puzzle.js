/**
 * Finds the picture that a person is most likely meant to read or solve; null if none seems so.
 * @returns {[number, number, number, number] | null} x, y, width, height in CSS pixels of the world's root frame
 */
() => {
  const PUZZLE = /captcha|puzzle|verif|robot|human|challenge|security|distort|characters|letters|digits|sicherheit|rätsel|zeichen|seguridad|caracteres|sécurité|caractères|验证/i;
  const MIN_WIDTH = 40;
  const MIN_HEIGHT = 20;
  /** @type {(each: Element) => boolean} */
  const says = (each) => PUZZLE.test(["alt", "title", "aria-label", "src", "id", "class", "name"].map((name) => each.getAttribute(name) ?? "").join(" "));
  const found = [...document.querySelectorAll("img, canvas, svg, iframe, [role=img]")]
    .filter((each) => says(each) && agentE.visible(each))
    .map((each) => agentE.box(each))
    .filter(({ width, height }) => width >= MIN_WIDTH && height >= MIN_HEIGHT)
    .sort((one, other) => other.width * other.height - one.width * one.height);
  return found.length ? [found[0].x, found[0].y, found[0].width, found[0].height] : null;
};
