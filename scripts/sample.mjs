/** A small seeded generator (mulberry32): the same seed gives the same sample on every machine. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The items that a sample of the given size leaves out.
 * @template Item
 * @param {readonly Item[]} items
 * @param {{ size: number, seed: number }} options
 * @returns {Item[]}
 */
export function leftOutBySample(items, { size, seed }) {
  const random = randomFrom(seed);
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other], shuffled[last]];
  }
  const kept = new Set(shuffled.slice(0, size));
  return items.filter((item) => !kept.has(item));
}

/**
 * The seed of this run: TANDEM_SEED when it is set, otherwise a new one.
 * @param {string | undefined} given
 */
export function chooseSeed(given) {
  if (given === undefined || given === '') return Math.floor(Math.random() * 2 ** 31);
  const seed = Number(given);
  if (!Number.isSafeInteger(seed) || seed < 0) {
    throw new Error(`TANDEM_SEED must be a whole number, and it is "${given}".`);
  }
  return seed;
}
