// Elements without markup: text is always text, whatever it contains.

/** An element with properties (`on…` are listeners) and children (elements or strings). */
export function el(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** Paragraphs of a plain text, divided at empty lines. */
export function paragraphs(text) {
  return text.split(/\n\s*\n/).map((part) => part.trim()).filter(Boolean).map((part) => el("p", { dir: "auto" }, part));
}
