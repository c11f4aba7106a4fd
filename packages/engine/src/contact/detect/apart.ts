import { LEAST_APART, NEVER } from './numbers.ts';

/** Which cubes of a cage the material joins: plain data. */
export interface Joined {
  /** Neighbours of each cube (six, −1 for none) that the material joins it to, shape [cubes, 6]. */
  readonly links: Int32Array;
  /** Number of the separate solid that reaches into a cube, −1 for cubes beside the solids. */
  readonly solid: Int32Array;
  /** Separate pieces of the solid. */
  readonly pieces: number;
}

/** `inSolid` has 1 for each cube into which the solid reaches. */
export function joinedBy(links: Int32Array, inSolid: Uint8Array): Joined {
  const n = inSolid.length;
  const solid = new Int32Array(n).fill(-1);
  const queue = new Int32Array(n);
  let pieces = 0;
  for (let from = 0; from < n; from++) {
    if (inSolid[from] === 0 || solid[from] >= 0) continue;
    solid[from] = pieces;
    queue[0] = from;
    for (let head = 0, tail = 1; head < tail; head++) {
      for (let f = 6 * queue[head]; f < 6 * queue[head] + 6; f++) {
        const j = links[f];
        if (j < 0 || inSolid[j] === 0 || solid[j] >= 0) continue;
        solid[j] = pieces;
        queue[tail++] = j;
      }
    }
    pieces++;
  }
  return { links, solid, pieces };
}

/**
 * Steps through the material from cube to cube, at most `LEAST_APART`, or `NEVER`; shape [cubes, cubes]. Cubes
 * beside the solid are reached, but nothing goes on through them.
 */
export function measureApart({ links, solid, pieces }: Joined): Uint8Array {
  const n = solid.length;
  const apart = new Uint8Array(n * n).fill(NEVER);
  const reached = reachedFrom(links, solid, pieces);
  const queue = new Int32Array(n);
  for (let from = 0; from < n; from++) {
    const row = apart.subarray(from * n, from * n + n);
    let last = solid[from];
    if (last >= 0) row.set(reached[last]);
    else {
      for (let f = 6 * from; f < 6 * from + 6; f++) {
        const piece = links[f] < 0 ? -1 : solid[links[f]];
        if (piece < 0 || piece === last) continue;
        const other = reached[piece];
        if (last < 0) row.set(other);
        else for (let k = 0; k < n; k++) row[k] = Math.min(row[k], other[k]);
        last = piece;
      }
    }
    nearBy(row, queue, from, links, solid);
  }
  return apart;
}

/** Of each piece: `LEAST_APART` for cubes in and beside it, `NEVER` for others. */
function reachedFrom(links: Int32Array, solid: Int32Array, pieces: number): Uint8Array[] {
  const out = Array.from({ length: pieces }, () => new Uint8Array(solid.length).fill(NEVER));
  for (let i = 0; i < solid.length; i++) {
    if (solid[i] < 0) continue;
    const row = out[solid[i]];
    row[i] = LEAST_APART;
    for (let f = 6 * i; f < 6 * i + 6; f++) if (links[f] >= 0) row[links[f]] = LEAST_APART;
  }
  return out;
}

/** Counts steps breadth first, to what is nearer than `LEAST_APART`. */
function nearBy(
  row: Uint8Array,
  queue: Int32Array,
  from: number,
  links: Int32Array,
  solid: Int32Array,
): void {
  row[from] = 0;
  queue[0] = from;
  for (let head = 0, tail = 1; head < tail; head++) {
    const i = queue[head];
    const next = row[i] + 1;
    if (next >= LEAST_APART || (solid[i] < 0 && i !== from)) continue;
    for (let f = 6 * i; f < 6 * i + 6; f++) {
      const j = links[f];
      if (j < 0 || row[j] <= next) continue;
      row[j] = next;
      queue[tail++] = j;
    }
  }
}
