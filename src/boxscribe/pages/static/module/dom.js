// DOM elements from plain values: strings become text nodes, never markup.

/** An element with attributes (`on…` are event listeners) and children (elements or strings). */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** The paragraphs of a plain text, separated by empty lines. */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean).map((part) => el("p", { dir: "auto" }, part));
}
