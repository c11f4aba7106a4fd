import type { Point } from '../../scene/action-types.ts';
import type { WorldCore } from '../types.ts';

/** Two things begin or stop touching. `a` is a body; `b` a body or an obstacle. */
export interface ContactEvent {
  readonly a: string;
  readonly b: string;
  /** Mean contact point [m], weighted by impulses; the outward normal of `b` there. */
  readonly point: Point;
  readonly normal: Point;
  /** Impulse that `b` gave `a` in the step [N s], and its length. */
  readonly vector: Point;
  readonly impulse: number;
}

interface Pair {
  readonly a: number;
  readonly other: number;
  readonly place: number[];
  readonly normal: number[];
  readonly vector: number[];
  weight: number;
  impulse: number;
}

/** Name of a body, or of the obstacle −1 − thing. */
export function nameOf(core: WorldCore, thing: number): string {
  return thing < 0 ? core.obstacles[-1 - thing].name : core.bodies[thing].name;
}

/** Collects the pairs of things that push each other in a step, from the contact rows of its parts. */
export function createPairs(core: WorldCore) {
  const pairs = new Map<string, Pair>();

  /** Adds the impulses of the part of a step just solved to their pairs. */
  const gather = (): void => {
    const { rows, memory } = core.contacts;
    const { key, ends, share, impulse, normal } = rows;
    for (let r = 0; r < rows.count[0]; r++) {
      const p = [impulse[3 * r], impulse[3 * r + 1], impulse[3 * r + 2]];
      const size = Math.sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
      if (size === 0) continue;
      const swap = key[3 * r + 1] >= 0 && key[3 * r + 1] < key[3 * r];
      const a = swap ? key[3 * r + 1] : key[3 * r];
      const other = swap ? key[3 * r] : key[3 * r + 1];
      if (a === other) continue;
      const id = `${a} ${other}`;
      let pair = pairs.get(id);
      if (pair === undefined) {
        pair = {
          a,
          other,
          place: [0, 0, 0],
          normal: [0, 0, 0],
          vector: [0, 0, 0],
          weight: 0,
          impulse: 0,
        };
        pairs.set(id, pair);
      }
      const { x } = memory.bodies[key[3 * r]];
      pair.weight += size;
      for (let c = 0; c < 3; c++) {
        const from = x[3 * ends[2 * r] + c];
        const at = from + share[r] * (x[3 * ends[2 * r + 1] + c] - from);
        pair.place[c] += size * at;
        pair.normal[c] += (swap ? -size : size) * normal[3 * r + c];
        pair.vector[c] += swap ? -p[c] : p[c];
      }
    }
  };

  return {
    gather,
    clear: (): void => pairs.clear(),
    /** In a fixed order. */
    now: (): ContactEvent[] =>
      [...pairs.values()]
        .sort((p, q) => p.a - q.a || q.other - p.other)
        .map((pair) => eventOf(core, pair)),
  };
}

function eventOf(core: WorldCore, { a, other, place, normal, vector, weight }: Pair): ContactEvent {
  const long = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2) || 1;
  return {
    a: nameOf(core, a),
    b: nameOf(core, other),
    point: [place[0] / weight, place[1] / weight, place[2] / weight],
    normal: [normal[0] / long, normal[1] / long, normal[2] / long],
    vector: [vector[0], vector[1], vector[2]],
    impulse: Math.sqrt(vector[0] ** 2 + vector[1] ** 2 + vector[2] ** 2),
  };
}
