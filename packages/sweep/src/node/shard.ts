import { InputError } from 'pliant';

/** Which of n shards a run belongs to: by its id, so nobody has to agree with anybody. */
export const shardOf = (id: string, n: number): number => Number.parseInt(id.slice(0, 8), 16) % n;

/** `3/16` → [3, 16]: the fourth of sixteen, counted from 0. */
export function parseShard(text: string): [number, number] {
  const [, i, n] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  const [shard, count] = [Number(i), Number(n)];
  if (i === undefined || count < 1 || shard >= count) {
    throw new InputError(
      `--shard must be I/N with I from 0 to N − 1, got "${text}". Write 0/16 for the first of 16.`,
    );
  }
  return [shard, count];
}
