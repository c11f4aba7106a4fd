/** CPU time of this process so far [ms]: on a busy machine the time others take does not count. */
export function cpuNow(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** The middle value; of an even number of values, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

export interface InterleaveOptions {
  /** Rounds that are measured; each calls every entry in turn, A B C A B C. */
  rounds?: number;
  /** Rounds before, for the compiler. */
  warmUp?: number;
  /** Shortest measurement [ms]: quick entries are called many times for each. */
  sample?: number;
  /** Which round counts: the one in the middle, or the least disturbed. */
  take?: 'median' | 'least';
}

export const INTERLEAVE_DEFAULTS: Readonly<Required<InterleaveOptions>> = {
  rounds: 15,
  warmUp: 3,
  sample: 8,
  take: 'median',
};

/**
 * Median (or least) time of a call of each entry [ms]. Entries take turns within a round, so that a machine that slows down for a while slows
 * all of them: trust the ratios.
 */
export function interleave(
  entries: readonly (() => void)[],
  options: InterleaveOptions = {},
): number[] {
  const { rounds, warmUp, sample, take } = { ...INTERLEAVE_DEFAULTS, ...options };
  const calls = entries.map((entry) => callsFor(entry, sample));
  const times = entries.map((): number[] => []);
  for (let round = -warmUp; round < rounds; round++) {
    entries.forEach((entry, i) => {
      const started = cpuNow();
      for (let c = 0; c < calls[i]; c++) entry();
      if (round >= 0) times[i].push((cpuNow() - started) / calls[i]);
    });
  }
  return times.map((list) => (take === 'least' ? Math.min(...list) : median(list)));
}

/** How many calls fill a sample: doubled until they do, which also warms the entry up. */
function callsFor(entry: () => void, sample: number): number {
  for (let calls = 1; ; calls *= 2) {
    const started = cpuNow();
    for (let c = 0; c < calls; c++) entry();
    const spent = cpuNow() - started;
    if (spent >= sample / 2) return Math.max(1, Math.ceil((calls * sample) / spent));
  }
}
