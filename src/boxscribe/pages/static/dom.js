// What the scripts of the pages share. The scripts of a page are joined into one module.

/** An element with attributes and children; text is always text, never markup. */
function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A number of the interval 0 … 1 with two digits. */
const figure = (value) => value.toFixed(2);

/** The value of a custom property of the style sheet. */
const styled = (root, name) => getComputedStyle(root).getPropertyValue(name).trim();

const smoothness = () => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth');

/** Scroll an area, and nothing around it, until a part of a table stands free of the heads that stick to its edges. */
function reveal(area, found) {
  const [box, around] = [found.getBoundingClientRect(), area.getBoundingClientRect()];
  const name = found.closest('tr').cells[0];
  const left = around.left + (name.contains(found) ? 0 : name.offsetWidth);
  const top = around.top + (found.closest('table').tHead?.offsetHeight ?? 0);
  const middle = (start, end) => (start + end) / 2;
  const move = { behavior: smoothness() };
  if (box.top < top || box.bottom > around.bottom) {
    move.top = area.scrollTop + middle(box.top, box.bottom) - middle(top, around.bottom);
  }
  if (box.left < left || box.right > around.right) {
    move.left = area.scrollLeft + middle(box.left, box.right) - middle(left, around.right);
  }
  area.scrollTo(move);
}
