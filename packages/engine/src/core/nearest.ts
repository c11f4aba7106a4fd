/** Returns the known word most similar to `word`, or null if none is close. For messages about misspellings. */
export function nearestWord(word: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(word.length / 3)) + 1;
  for (const one of known) {
    const distance = editDistance(word.toLowerCase(), one.toLowerCase(), least);
    if (distance >= least) continue;
    least = distance;
    best = one;
  }
  return best;
}

/**
 * Number of letters to add, drop, change or swap with their neighbour to turn one word into the other, capped at
 * `enough`.
 */
function editDistance(a: string, b: string, enough: number): number {
  if (Math.abs(a.length - b.length) >= enough) return enough;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, change);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return Math.min(enough, last[b.length]);
}
