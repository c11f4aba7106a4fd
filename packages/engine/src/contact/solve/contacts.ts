import type { Kernels } from '../../kernels/kernels.ts';
import type { ContactRows } from '../detect/rows.ts';
import type { ContactMemory } from '../memory.ts';
import { wantedVelocity } from './law.ts';
import type { Moving, PointSet } from './metric.ts';
import { prepareRolling, pushCouple } from './rolling.ts';
import { listPoints, TIES } from './sites.ts';
import type { Tie } from './ties.ts';

/** Bodies grouped by what joins them: island i is members[start[i] .. start[i+1]), and body b is in island of[b]. */
export interface Grouping {
  readonly of: Int32Array;
  readonly members: Int32Array;
  readonly start: Int32Array;
  /** Seconds of the implicit step, by body. */
  readonly seconds: Float64Array;
  readonly count: number;
}

/**
 * Contacts of all bodies, with obstacles, with each other and with themselves. Each row requires n·w ≥ bias (w the
 * point's velocity relative to the other thing) and its impulse obeys Coulomb's law |p_t| ≤ μ p_n; the other thing gets
 * the opposite impulse at the same position. The impulses are on the right side of the step's equation. `proximal.ts`
 * computes them.
 */
export interface Contacts {
  readonly memory: ContactMemory;
  /** The rows of the last step; the next one starts from their impulses. */
  readonly rows: ContactRows;
  readonly bodies: readonly Moving[];
  /** Corners of each body's cage. */
  readonly corners: PointSet[];
  /** Two-sided rows: springs, drags, joints. */
  readonly ties: readonly Tie[];
  readonly kernels: Kernels;
  /**
   * Called after `assemble`: sets the required velocity of each row, and sorts rows by island. `parts` is the number of
   * equal parts that the scene or a body asks a step to have.
   */
  prepare(islands: Grouping, parts: number): void;
  /** True if an island has contact rows. */
  any(island: number): boolean;
  /** Sums the contact rows' impulses at the points of an island's bodies. */
  gather(islands: Grouping, island: number): void;
  /** out += what `gather` found for a body, pulled up to its unknowns. */
  addTo(body: number, out: Float64Array): void;
  /** The same, recorded as what has acted on the body in this step. */
  record(body: number): void;
}

export function createContacts(
  memory: ContactMemory,
  bodies: readonly Moving[],
  corners: PointSet[],
  ties: readonly Tie[],
  kernels: Kernels,
): Contacts {
  const { rows, bias, pace, list, first, active } = memory;
  const { count, key, ends, share, touched, weight, gap, spared, impulse } = rows;
  const touch = memory.bodies;

  /** The points that rows and ties are about, by groups. */
  const prepareGroups = (): void => {
    for (let b = 0; b < touch.length; b++) {
      const { groups, live, v, f, inRows, cornersInRows } = touch[b];
      const { contacts } = bodies[b].body.points;
      // Seats get other guests, and cuts change points.
      if (groups.length === 0 || groups[0].points !== contacts || groups[1].points !== corners[b]) {
        groups[0] = { points: contacts, v, f, subset: inRows };
        groups[1] = { points: corners[b], v: live.v, f: live.f, subset: cornersInRows };
      }
      groups.length = TIES;
    }
    for (let t = 0; t < ties.length; t++) {
      const { a, b, ends: tied } = ties[t];
      if (!ties[t].active()) continue;
      if (tied[0] !== null) touch[a].groups.push(tied[0]);
      if (tied[1] !== null) touch[b].groups.push(tied[1]);
    }
  };

  const contacts: Contacts = {
    memory,
    rows,
    bodies,
    corners,
    ties,
    kernels,
    any: (island) => first[island + 1] > first[island],

    prepare(islands, parts) {
      for (let i = 0; i <= islands.count; i++) first[i] = 0;
      for (let r = 0; r < count[0]; r++) {
        const a = key[3 * r];
        const b = key[3 * r + 1];
        let { size } = bodies[a].body.model;
        if (b >= 0) size = Math.min(size, bodies[b].body.model.size);
        const h = islands.seconds[a];
        bias[r] = wantedVelocity(gap[r] + spared[r], size, h, parts * h, pace[r]);
        active[r] = 0;
        first[islands.of[a] + 1]++;
      }
      listPoints(touch, rows);
      prepareRolling(contacts);
      prepareGroups();
      // Rows, island by island, by counting.
      for (let i = 0; i < islands.count; i++) first[i + 1] += first[i];
      for (let r = count[0] - 1; r >= 0; r--) list[--first[islands.of[key[3 * r]] + 1]] = r;
      for (let i = 0; i < islands.count; i++) first[i] = first[i + 1];
      first[islands.count] = count[0];
    },

    gather(islands, island) {
      const { members, start } = islands;
      for (let m = start[island]; m < start[island + 1]; m++) {
        const body = touch[members[m]];
        if (body.touching[0] === 1) body.f.fill(0);
        if (body.touched[0] === 1) body.live.f.fill(0);
      }
      for (let l = first[island]; l < first[island + 1]; l++) {
        const r = list[l];
        const fa = touch[key[3 * r]].f;
        const i = 3 * ends[2 * r];
        const j = 3 * ends[2 * r + 1];
        for (let c = 0; c < 3; c++) {
          fa[i + c] += (1 - share[r]) * impulse[3 * r + c];
          fa[j + c] += share[r] * impulse[3 * r + c];
        }
        pushCouple(memory, r);
        if (key[3 * r + 1] < 0) continue;
        const fb = touch[key[3 * r + 1]].live.f;
        for (let s = 0; s < 4; s++) {
          const k = 3 * touched[5 * r + s];
          const w = weight[4 * r + s];
          for (let c = 0; c < 3; c++) fb[k + c] -= w * impulse[3 * r + c];
        }
      }
    },

    addTo(b, out) {
      const { points } = bodies[b].body;
      const { f, live, inRows, cornersInRows } = touch[b];
      if (touch[b].touching[0] === 1) points.forces(points.contacts, f, out, inRows);
      if (touch[b].touched[0] === 1) points.forces(corners[b], live.f, out, cornersInRows);
    },

    record(b) {
      const { points } = bodies[b].body;
      const { f, live, inRows, cornersInRows } = touch[b];
      if (touch[b].touching[0] === 1) points.record(points.contacts, f, inRows);
      if (touch[b].touched[0] === 1) points.record(corners[b], live.f, cornersInRows);
    },
  };
  return contacts;
}
