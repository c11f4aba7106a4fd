import type { WorldCore } from '../types.ts';

/** Contact points, for drawing. */
export interface ContactPoints {
  /** Entries in use. */
  readonly count: number;
  /**
   * Positions [m] and forces on the body that owns the point [N], shape [capacity, 3] each.
   */
  readonly places: Float32Array;
  readonly forces: Float32Array;
  /** Names of the body that owns point i, and of the body or obstacle it touches. */
  names(i: number): [string, string];
}

type DrawnContacts = { -readonly [k in keyof ContactPoints]: ContactPoints[k] } & {
  keys: Int32Array;
};

/** Creates the contacts of a world: `read` fills them if the state has changed, `draw` always. */
export function createContactPoints(core: WorldCore, changes: () => number) {
  let seen = '';
  const out: DrawnContacts = {
    count: 0,
    places: new Float32Array(0),
    forces: new Float32Array(0),
    keys: new Int32Array(0),
    names(i) {
      const [a, other] = out.keys.subarray(2 * i, 2 * i + 2);
      const { bodies, obstacles } = core;
      return [bodies[a].name, other < 0 ? obstacles[-1 - other].name : bodies[other].name];
    },
  };
  return {
    read(): ContactPoints {
      const state = `${core.steps} ${core.topology} ${changes()}`;
      if (state !== seen) drawContacts(core, out);
      seen = state;
      return out;
    },
    draw: () => drawContacts(core, out),
  };
}

function drawContacts(core: WorldCore, out: DrawnContacts): void {
  const { rows, memory } = core.contacts;
  if (out.places.length < 3 * rows.capacity) {
    out.places = new Float32Array(3 * rows.capacity);
    out.forces = new Float32Array(3 * rows.capacity);
    out.keys = new Int32Array(2 * rows.capacity);
  }
  core.bodies.forEach(({ body }, b) => {
    body.points.positions(body.points.contacts, memory.bodies[b].x);
  });
  out.count = 0;
  for (let r = 0; r < rows.count[0]; r++) {
    const [x, y, z] = rows.impulse.subarray(3 * r, 3 * r + 3);
    if (x === 0 && y === 0 && z === 0) continue;
    for (let c = 0; c < 2; c++) out.keys[2 * out.count + c] = rows.key[3 * r + c];
    const o = 3 * out.count++;
    const at = memory.bodies[rows.key[3 * r]].x;
    for (let c = 0; c < 3; c++) {
      const from = at[3 * rows.ends[2 * r] + c];
      out.places[o + c] = from + rows.share[r] * (at[3 * rows.ends[2 * r + 1] + c] - from);
      out.forces[o + c] =
        rows.impulse[3 * r + c] / (core.islands.seconds[rows.key[3 * r]] || core.h);
    }
  }
}
