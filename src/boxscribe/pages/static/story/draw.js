// One frame of the heat map. Values are one image with a pixel each, of which the visible part is stretched.

const COLUMN = 20; // width of a word's column
const LANE = 19; // height of an entity's lane
const HEAD = 78; // height of the slanted words
const SLANT = -0.95; // radians
const LONGEST = 12; // signs of a word that the head has room for

/** Draw what can be seen of a map; `map` is a HeatMap. */
function draw(context, map) {
  const { left, width, height, scroller } = map;
  const x = left - scroller.scrollLeft; // where the first column and the first lane begin
  const y = HEAD - scroller.scrollTop;
  const columns = visible(x, left, width, COLUMN, map.words.length);
  const lanes = visible(y, HEAD, height, LANE, map.lanes.length);
  context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.textBaseline = 'middle';
  within(context, [left, HEAD, width - left, height - HEAD], () => drawValues(context, map, x, y, columns, lanes));
  within(context, [0, HEAD, left, height - HEAD], () => drawNames(context, map, y, lanes));
  within(context, [left, 0, width - left, HEAD], () => drawWords(context, map, x, columns));
}

function drawValues(context, map, x, y, [first, last], [top, bottom]) {
  context.imageSmoothingEnabled = false;
  const [wide, high] = [last - first, bottom - top];
  if (wide > 0 && high > 0) {
    const place = [x + first * COLUMN, y + top * LANE, wide * COLUMN, high * LANE];
    context.drawImage(map.image, first, top, wide, high, ...place);
  }
  for (let column = first; column < last; column += 1) { // a frame in the entity's colour where it is named
    const lane = map.laneOf.get(map.named[column]);
    if (lane === undefined) continue;
    context.strokeStyle = map.lanes[lane].ink;
    context.strokeRect(x + column * COLUMN + 1.5, y + lane * LANE + 1.5, COLUMN - 3, LANE - 3);
  }
  context.strokeStyle = map.inks.edge;
  for (const column of new Set([map.marked, map.cross?.column])) {
    if (column != null) context.strokeRect(x + column * COLUMN + 0.5, HEAD - 2, COLUMN - 1, map.height);
  }
  if (map.cross) context.strokeRect(map.left - 2, y + map.cross.lane * LANE + 0.5, map.width, LANE - 1);
}

function drawNames(context, map, y, [top, bottom]) {
  context.textAlign = 'right';
  for (let lane = top; lane < bottom; lane += 1) {
    const { name, colour, ink } = map.lanes[lane];
    const near = lane === map.cross?.lane;
    context.font = font(near || colour, colour.includes('again'));
    context.fillStyle = ink;
    context.fillText(fitted(context, name, map.left - 20), map.left - 8, y + (lane + 0.5) * LANE);
  }
}

function drawWords(context, map, x, [first, last]) {
  context.textAlign = 'left';
  for (let column = Math.max(first - 4, 0); column < last; column += 1) { // slanted words of columns further left reach into view
    const lane = map.laneOf.get(map.named[column]);
    const near = column === map.cross?.column || column === map.marked;
    context.font = font(near || lane !== undefined);
    context.fillStyle = lane !== undefined ? map.lanes[lane].ink : near ? map.inks.ink : map.inks.soft;
    context.save();
    context.translate(x + (column + 0.5) * COLUMN, HEAD - 6);
    context.rotate(SLANT);
    const word = map.words[column];
    context.fillText(word.length > LONGEST ? `${word.slice(0, LONGEST - 1)}…` : word, 0, 0);
    context.restore();
  }
}

function font(bold, italic = false) {
  return `${italic ? 'italic ' : ''}${bold ? 600 : 400} 12px system-ui, sans-serif`;
}

/** The first cell that can be seen between two edges, and the one behind the last. */
function visible(origin, from, to, size, count) {
  return [Math.max(Math.floor((from - origin) / size), 0), Math.min(Math.ceil((to - origin) / size), count)];
}

function within(context, box, work) {
  context.save();
  context.beginPath();
  context.rect(...box);
  context.clip();
  work();
  context.restore();
}

/** A text cut to a width. */
function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let [fits, longer] = [0, text.length];
  while (longer - fits > 1) {
    const middle = (fits + longer) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= width) fits = middle;
    else longer = middle;
  }
  return `${text.slice(0, fits)}…`;
}

/** 256 colours, [red, green, blue], from stops such as #14181f. */
function ramp(stops) {
  const colours = stops.map((stop) => [1, 3, 5].map((at) => parseInt(stop.slice(at, at + 2), 16)));
  return Array.from({ length: 256 }, (_, shade) => {
    const place = (shade / 255) * (colours.length - 1);
    const at = Math.min(Math.floor(place), colours.length - 2);
    return colours[at].map((from, i) => Math.round(from + (colours[at + 1][i] - from) * (place - at)));
  });
}

/** Fill a canvas, pixel by pixel. */
function paint(canvas, colour) {
  const context = canvas.getContext('2d');
  const image = context.createImageData(canvas.width, canvas.height);
  for (let y = 0, at = 0; y < canvas.height; y += 1) {
    for (let x = 0; x < canvas.width; x += 1, at += 4) image.data.set([...colour(x, y), 255], at);
  }
  context.putImageData(image, 0, 0);
}
