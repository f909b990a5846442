// What two texts have in common, word by word.

/** The words of a text as they are compared: without punctuation around them, and in small letters. */
export const wordsOf = (text) => text.split(/\s+/).filter(Boolean).map((word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}%]+$/gu, "").toLowerCase() || word);

/** The longest common subsequence of two lists of words: for each word of the first whether it is in it, and of the second. */
export function common(first, second) {
  const width = second.length + 1;
  const longest = new Uint32Array((first.length + 1) * width); // of what follows both places
  for (let i = first.length - 1; i >= 0; i -= 1) {
    for (let j = second.length - 1; j >= 0; j -= 1) {
      const at = i * width + j;
      longest[at] = first[i] === second[j] ? longest[at + width + 1] + 1 : Math.max(longest[at + width], longest[at + 1]);
    }
  }
  const [inFirst, inSecond] = [first, second].map((words) => words.map(() => false));
  for (let i = 0, j = 0; i < first.length && j < second.length; ) {
    if (first[i] === second[j]) inFirst[i++] = inSecond[j++] = true;
    else if (longest[(i + 1) * width + j] >= longest[i * width + j + 1]) i += 1;
    else j += 1;
  }
  return [inFirst, inSecond];
}
