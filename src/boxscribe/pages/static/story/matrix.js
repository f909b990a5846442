// Ψ and the updates of the memory: t words by k entities, a byte a value.

/** A matrix as the page stores it: the byte q stands for max · (q / 255)², so that small values keep their digits. */
class Matrix {
  constructor({ max, bytes }, k) {
    this.max = max;
    this.k = k;
    this.bytes = Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0));
    this.t = this.bytes.length / k;
  }

  /** 0 … 255: how strong a value looks. */
  shade(word, entity) {
    return this.bytes[word * this.k + entity];
  }

  value(word, entity) {
    return this.max * (this.shade(word, entity) / 255) ** 2;
  }

  /** The `count` entities with the greatest values at a word, as [entity, value]; none that would be shown as 0.00. */
  top(word, count) {
    return [...Array(this.k).keys()]
      .map((entity) => [entity, this.value(word, entity)])
      .filter(([, value]) => value >= 0.005)
      .sort((a, b) => b[1] - a[1])
      .slice(0, count);
  }
}
