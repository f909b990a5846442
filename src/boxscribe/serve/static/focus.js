// The focus of the keyboard, which stays where it is when a part of the page is shown anew.

/** Show a part of the page; the element with the same value of `attribute` as before has the focus again. */
export function keepingFocus(root, attribute, show) {
  const value = root.contains(document.activeElement) ? document.activeElement.getAttribute(attribute) : null;
  show();
  if (value === null) return;
  const found = root.querySelector(`[${attribute}="${CSS.escape(value)}"]`);
  (found?.disabled ? root.querySelector(`button:not(:disabled)[${attribute}]`) : found)?.focus({ preventScroll: true });
}
