/** Making and filling DOM elements; text always goes in as text, never as markup. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * A new element.
 * @param {string} tag
 * @param {Object<string, string|number|boolean|null>} attributes null and false leave one out
 * @param {...(Node|string)} children
 * @returns {HTMLElement}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  setAttributes(made, attributes);
  made.append(...children);
  return made;
}

/**
 * Sets attributes; null and false take one away, true sets it empty.
 * @param {Element} target
 * @param {Object<string, string|number|boolean|null>} attributes
 */
export function setAttributes(target, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    const text = value === true ? "" : String(value);
    if (value === null || value === false) target.removeAttribute(name);
    // Writing an equal value would wake screen readers and style rules for nothing.
    else if (target.getAttribute(name) !== text) target.setAttribute(name, text);
  }
}

/**
 * Sets the text only when it differs, so that a live region speaks once.
 * @param {Element} target
 * @param {string|number} text
 */
export function setText(target, text) {
  if (target.textContent !== String(text)) target.textContent = String(text);
}

/**
 * A drawing out of an SVG sprite, hidden from screen readers: its neighbour carries the words.
 * @param {string} address of the sprite and the symbol in it
 * @param {string} kind CSS class
 * @returns {SVGElement}
 */
export function drawing(address, kind) {
  const svg = document.createElementNS(SVG, "svg");
  setAttributes(svg, { class: kind, "aria-hidden": "true", focusable: "false" });
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", address);
  svg.append(use);
  return svg;
}
