// What can be done with the sentences of a story: keep, strike and put back, move, edit, mend, write again.
import { change, changed, factNow, model, sameFact, told } from "./model.js";
import { isWrong } from "./story.js";
import { check, write } from "./write.js";

/** The card of a sentence: the one that shares most facts with it; -1 where none does. */
function cardOf(sentence) {
  const shared = model.plan.map((card) => card.facts.filter((fact) => sentence.facts.some((other) => sameFact(fact, other))).length);
  const most = Math.max(0, ...shared);
  return most ? shared.indexOf(most) : -1;
}

export const keep = (number) => change(() => (model.sentences[number].keep = !model.sentences[number].keep));

/** Strike a sentence, with its card; it stays visible, and can be put back. */
export async function strike(number) {
  const sentence = model.sentences[number];
  change(() => {
    const at = cardOf(sentence);
    if (at >= 0) model.plan.splice(at, 1);
    Object.assign(sentence, { struck: true, keep: false, claims: [] });
  });
  await check();
}

/** Put a struck sentence back, and its card behind that of the sentence before. */
export async function putBack(number) {
  const sentence = model.sentences[number];
  change(() => {
    const before = model.sentences.slice(0, number).filter(told).map(cardOf).filter((at) => at >= 0);
    if (sentence.facts.length) model.plan.splice((before.at(-1) ?? -1) + 1, 0, { facts: sentence.facts.map(factNow), paragraph: false });
    sentence.struck = false;
  });
  await check();
}

/** The sentence that one trades places with: the next one with words, before (-1) or behind (1); -1 for none. */
export function neighbour(number, step) {
  for (let at = number + step; model.sentences[at]; at += step) if (model.sentences[at].text) return at;
  return -1;
}

/** Move a sentence, with its card, before or behind its neighbour; paragraphs begin where they did. */
export async function move(number, step) {
  const other = neighbour(number, step);
  if (other < 0) return;
  change(() => {
    const cards = [number, other].map((at) => cardOf(model.sentences[at]));
    trade(model.sentences, number, other);
    if (cards.every((at) => at >= 0)) trade(model.plan, ...cards);
    model.chosen = { kind: "sentence", number: other };
  });
  await check();
}

function trade(items, one, other) {
  [items[one], items[other]] = [items[other], items[one]];
  [items[one].paragraph, items[other].paragraph] = [items[other].paragraph, items[one].paragraph];
}

export function edit(number) {
  model.chosen = { kind: "sentence", number, editing: true };
  changed();
}

/** Replace the words of a sentence; one without words is struck. */
export async function edited(number, text) {
  model.chosen = { kind: "sentence", number };
  if (!text) return strike(number);
  change(() => Object.assign(model.sentences[number], { text, origin: "edited", keep: true, claims: [] }));
  return check();
}

/** Put what is true in place of the words of a claim. */
export function mend(number, { start, end, repair }) {
  const { text } = model.sentences[number];
  return edited(number, text.slice(0, start) + repair + text.slice(end));
}

/** Write a sentence again, or all that are wrong; the others stay as they are. */
export async function rewrite(number) {
  const before = model.sentences;
  const again = (sentence) => (number === undefined ? isWrong(sentence) : before[number] === sentence);
  const said = before.filter(told);
  const items = said.map((sentence) => ({ ...sentence, facts: sentence.facts.map(factNow), given: again(sentence) ? undefined : sentence.text }));
  if (items.some((item) => !item.given && !item.facts.length)) throw new Error("This sentence has no facts in the plan; edit it by hand, or add facts to its card.");
  await write(items, said.filter(again).map((sentence) => sentence.text));
}
