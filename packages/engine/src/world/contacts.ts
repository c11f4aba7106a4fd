import type { ContactRows } from '../contact/detect/rows.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { PointSet } from '../models/contract.ts';
import { violation, wantedVelocity } from './contact-law.ts';
import type { ContactMemory, TouchBody } from './contact-memory.ts';
import { listPlaces } from './contact-places.ts';
import { choosePlay, missedOutside } from './contact-play.ts';
import {
  answersAnywhere,
  blendResponse,
  fillSpots,
  isPlace,
  slotAt,
  slotBetween,
  slotTowards,
  takeSlot,
} from './contact-slots.ts';
import type { Islands } from './islands.ts';
import type { LiveBody } from './types.ts';

/**
 * Contacts of all bodies, with obstacles, with each other and with themselves. Each row asks n·w ≥ bias (w the point's velocity relative
 * to what it touches) and its impulse obeys Coulomb's law |p_t| ≤ μ p_n; what is touched gets the opposite impulse at the same place. The
 * impulses stand on the right side of the step's equation. After each solve the velocities are known, and every body says how they
 * answer to impulses (`response`, an estimate of J A⁻¹ Jᵀ); the small contact problem of an island is solved with that and the equation
 * again, until velocities and impulses agree. The estimates learn from every round; they decide how many it takes, not
 * the outcome. Bodies at rest start from the right impulses and need one round.
 */
export interface Contacts {
  readonly memory: ContactMemory;
  /** The rows of the last step; the next one starts from their impulses. */
  readonly rows: ContactRows;
  /** Corners of each body's cage. */
  readonly corners: PointSet[];
  /** Called after `assemble`: what each row asks for, which rows are in which island. */
  prepare(islands: Islands, h: number): void;
  /** True if an island has rows. */
  any(island: number): boolean;
  /** True if some of its rows are between bodies, or parts of one. */
  between(island: number): boolean;
  /** Sums the rows' impulses at the points of an island's bodies. */
  gather(islands: Islands, island: number): void;
  /** out += what `gather` found for a body, pulled up to its unknowns. */
  addTo(body: number, out: Float64Array): void;
  /**
   * Updates an island's impulses from u; gives the largest change of velocity [m/s] that is still to come of it. Impulses that leave
   * errors below `enough` [m/s] stay as they are; those carried over that leave errors above `wild` [m/s] are forgotten, and infinity is
   * given: the island is to be solved anew without them.
   */
  update(islands: Islands, island: number, enough: number, wild: number): number;
  /** After the last round: goes back to the impulses that left least to do; gives how much that was [m/s]. */
  giveUp(island: number): number;
}

/** At first those rows are in play that are so far from being missed, in parts of the most that one is. */
const WITHIN = 0.5;
const WITHIN_OBSTACLES = 2;
/** Sweeps over the rows in one round: many rows get few, since more would only solve an estimate too well. */
const LEAST_SWEEPS = 15;
const MOST_SWEEPS = 200;
const SWEPT_ROWS = 3000;
/** Velocities are found to this part of "one body size a step" within a round: a tenth of what ends the rounds. */
const MET = 5e-7;
/** Response seen over response believed, below which an observation is taken for noise. */
const LEAST_SEEN = 1e-3;
/**
 * Where a touched place, or a point without a slot of its own, answers through a neighbour, it can also move on its own: by so much of
 * the neighbour's response. Without it two rows that share a slot could not agree to differ.
 */
const OWN = 0.2;
const OWN_SHARED = 1;
/** When a round makes matters worse by this factor, all rows are believed to be softer on their own, by this part of the response. */
const WORSE = 1.5;
const SOFTER = 0.5;
/**
 * A round is taken by half if it leaves more than this part of what the one before the last did, and goes back on the last one: cosine
 * between their changes.
 */
const STUCK = 0.9;
const BACK = -0.7;

export function createContacts(
  memory: ContactMemory,
  bodies: readonly LiveBody[],
  corners: PointSet[],
  kernels: Kernels,
): Contacts {
  const { rows, bias, friction, own, side, relative, offset, list, first, table } = memory;
  const { velocity, impulse: total, work, W, best, begin, change, inPlay, applied } = memory;
  const { count, key, ends, share, third, thirdShare, theirEnd, theirShare, touched, weight } =
    rows;
  const { gap, normal, surface, impulse } = rows;
  const touch = memory.bodies;
  let ready = false;
  let readyFor = -1;
  /** What the last two rounds left to do, and the least that any round did [m/s]. */
  let priorMissed = 0;
  let lastMissed = 0;
  let leastMissed = 0;
  let step = 0;
  /** Rows in play. */
  let playing = 0;

  /** relative = velocities of the rows for u. */
  const readVelocities = (islands: Islands, island: number): void => {
    const { members, start } = islands;
    for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
      const b = members[m];
      const body = touch[b];
      if (body.touching[0] === 0) continue;
      const { body: model, u } = bodies[b];
      model.pushVelocities(model.contacts, u, body.v, body.inRows);
      if (body.touched[0] === 1)
        model.pushVelocities(corners[b], u, body.live.v, body.cornersInRows);
    }
    for (let l = first[island]; l < first[island + 1]; l++) {
      const r = list[l];
      const va = touch[key[3 * r]].v;
      const i = 3 * ends[2 * r];
      const j = 3 * ends[2 * r + 1];
      const other = key[3 * r + 1];
      for (let c = 0; c < 3; c++) {
        let w = va[i + c] + share[r] * (va[j + c] - va[i + c]);
        w += thirdShare[r] * (va[3 * third[r] + c] - w);
        if (other < 0) w -= surface[3 * r + c];
        else {
          const vb = touch[other].live.v;
          for (let s = 0; s < 4; s++) w -= weight[4 * r + s] * vb[3 * touched[5 * r + s] + c];
        }
        relative[3 * r + c] = w;
      }
    }
  };

  /** Gives slots to the points of the rows in play. */
  const takeSlots = (islands: Islands, island: number): void => {
    const { members, start } = islands;
    for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
      const { slots, slot } = touch[members[m]];
      slots[0] = 0;
      slot.fill(-1);
    }
    for (let l = first[island]; l < first[island] + playing; l++) {
      const r = list[l];
      takeSlot(touch[key[3 * r]], ends[2 * r]);
      if (share[r] > 0) takeSlot(touch[key[3 * r]], ends[2 * r + 1]);
      if (thirdShare[r] > 0) takeSlot(touch[key[3 * r]], third[r]);
      if (key[3 * r + 1] < 0) continue;
      if (answersAnywhere(touch[key[3 * r + 1]])) continue;
      takeSlot(touch[key[3 * r + 1]], touched[5 * r + 4]);
      if (theirShare[r] > 0) takeSlot(touch[key[3 * r + 1]], theirEnd[r]);
    }
    for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
      const { slots } = touch[members[m]];
      slots[1] = slots[0];
    }
    for (let l = first[island]; l < first[island] + playing; l++) {
      const r = list[l];
      const b = key[3 * r + 1];
      side[4 * r] = key[3 * r];
      side[4 * r + 1] = slotBetween(touch[key[3 * r]], ends[2 * r], ends[2 * r + 1], share[r]);
      if (thirdShare[r] > 0) {
        const mine = touch[key[3 * r]];
        side[4 * r + 1] = slotTowards(mine, side[4 * r + 1], third[r], thirdShare[r]);
      }
      side[4 * r + 2] = b < 0 ? -1 : b;
      if (b < 0) side[4 * r + 3] = 0;
      else if (answersAnywhere(touch[b]))
        side[4 * r + 3] = slotAt(touch[b], touched, 5 * r, weight, 4 * r, touched[5 * r + 4]);
      else side[4 * r + 3] = slotBetween(touch[b], touched[5 * r + 4], theirEnd[r], theirShare[r]);
    }
    for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
      table[3 * members[m] + 2] = touch[members[m]].slots[0];
    }
  };

  /** total = impulses on the slots, and `velocity` how they move. */
  const sumAtSlots = (islands: Islands, island: number): void => {
    const { members, start } = islands;
    for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
      const b = members[m];
      const { slots, active, blend, blendPart, v } = touch[b];
      const at = 3 * table[3 * b];
      total.fill(0, at, at + 3 * slots[0]);
      for (let s = 0; s < slots[1]; s++) {
        for (let c = 0; c < 3; c++) velocity[at + 3 * s + c] = v[3 * active[s] + c];
      }
      for (let s = slots[1]; s < slots[0]; s++) {
        if (isPlace(touch[b], s)) {
          moveOfPlace(touch[b], s, velocity, at + 3 * s);
          continue;
        }
        const from = at + 3 * blend[2 * s];
        const to = at + 3 * blend[2 * s + 1];
        for (let c = 0; c < 3; c++) {
          const way = velocity[to + c] - velocity[from + c];
          velocity[at + 3 * s + c] = velocity[from + c] + blendPart[s] * way;
        }
      }
    }
    for (let l = first[island]; l < first[island] + playing; l++) {
      const r = list[l];
      const a = 3 * (table[3 * side[4 * r]] + side[4 * r + 1]);
      for (let c = 0; c < 3; c++) total[a + c] += impulse[3 * r + c];
      if (side[4 * r + 2] < 0) continue;
      const b = 3 * (table[3 * side[4 * r + 2]] + side[4 * r + 3]);
      for (let c = 0; c < 3; c++) total[b + c] -= impulse[3 * r + c];
    }
  };

  /** Asks every body of an island for its response, or lets the estimate learn what the last change of impulses really did. */
  const estimate = (islands: Islands, island: number): void => {
    const { members, start } = islands;
    const learn = ready && readyFor === island;
    for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
      const b = members[m];
      const n = touch[b].slots[0];
      if (n === 0) continue;
      const { response, lastP, lastV } = touch[b];
      const at = 3 * table[3 * b];
      if (learn) {
        for (let k = 0; k < 3 * n; k++) {
          lastP[k] = total[at + k] - lastP[k];
          lastV[k] = velocity[at + k] - lastV[k];
        }
        kernels.learnSecant(response, lastP, lastV, work, 3 * n, LEAST_SEEN);
      } else {
        const { body } = bodies[b];
        if (answersAnywhere(touch[b])) {
          fillSpots(touch[b]);
          body.responseAt!(corners[b], touch[b].spots, n, response);
        } else {
          body.response(touch[b].active, touch[b].slots[1], response);
          blendResponse(touch[b]);
        }
      }
      for (let k = 0; k < 3 * n; k++) {
        lastP[k] = total[at + k];
        lastV[k] = velocity[at + k];
      }
    }
    if (!learn) findOwn(island);
    ready = true;
    readyFor = island;
  };

  const findOwn = (island: number): void => {
    for (let l = first[island]; l < first[island] + playing; l++) {
      const r = list[l];
      own[r] = 0;
      const a = touch[side[4 * r]];
      const slotA = side[4 * r + 1];
      const lent = a.active[slotA] !== ends[2 * r];
      const between = share[r] > 0 && !answersAnywhere(a);
      if (lent || between) own[r] += (lent ? OWN_SHARED : OWN) * answer(side[4 * r], slotA);
      if (side[4 * r + 2] < 0) continue;
      const slotB = side[4 * r + 3];
      if (isOwnPlace(r)) continue;
      const shared = touch[side[4 * r + 2]].active[slotB] !== touched[5 * r + 4];
      own[r] += (shared ? OWN_SHARED : OWN) * answer(side[4 * r + 2], slotB);
    }
  };

  /** Whether what row r touches has a slot of its own, and not that of another row. */
  const isOwnPlace = (r: number): boolean => {
    const body = touch[side[4 * r + 2]];
    const s = side[4 * r + 3];
    if (!isPlace(body, s)) return false;
    for (let k = 0; k < 4; k++) {
      if (body.spots.points[4 * s + k] !== touched[5 * r + k]) return false;
      if (body.spots.weights[4 * s + k] !== weight[4 * r + k]) return false;
    }
    return true;
  };

  /** The estimate was too stiff somewhere, and rounds drift apart: every row gets more room of its own. */
  const soften = (island: number): void => {
    for (let l = first[island]; l < first[island] + playing; l++) {
      const r = list[l];
      let more = answer(side[4 * r], side[4 * r + 1]);
      if (side[4 * r + 2] >= 0) more += answer(side[4 * r + 2], side[4 * r + 3]);
      own[r] += SOFTER * more;
    }
  };

  /** Mean response of a slot to itself [1/kg]. */
  const answer = (b: number, s: number): number => {
    const stride = 3 * table[3 * b + 2];
    const at = table[3 * b + 1] + 3 * s * (stride + 1);
    return (W[at] + W[at + stride + 1] + W[at + 2 * (stride + 1)]) / 3;
  };

  /** True if a round changes impulses list[from..from + n) the other way round than the last one did. */
  const turnsBack = (from: number, n: number): boolean => {
    let both = 0;
    let now = 0;
    let last = 0;
    for (let l = from; l < from + n; l++) {
      for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) {
        const d = impulse[c] - begin[c];
        both += d * change[c];
        now += d * d;
        last += change[c] * change[c];
      }
    }
    return both < BACK * Math.sqrt(now * last);
  };

  /** Sets the impulses of rows list[from..to) to zero; false if all were. */
  const forget = (from: number, to: number): boolean => {
    let any = false;
    for (let l = from; l < to; l++) {
      for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) {
        any = any || impulse[c] !== 0;
        impulse[c] = 0;
      }
    }
    return any;
  };

  const between = (island: number): boolean => {
    for (let l = first[island]; l < first[island + 1]; l++)
      if (key[3 * list[l] + 1] >= 0) return true;
    return false;
  };

  return {
    memory,
    rows,
    corners,
    any: (island) => first[island + 1] > first[island],
    between,

    prepare(islands, h) {
      step = h;
      ready = false;
      for (let i = 0; i <= islands.count; i++) first[i] = 0;
      for (let r = 0; r < count[0]; r++) {
        const a = key[3 * r];
        const b = key[3 * r + 1];
        let size = bodies[a].body.model.size;
        if (b >= 0) size = Math.min(size, bodies[b].body.model.size);
        bias[r] = wantedVelocity(gap[r], size, h);
        inPlay[r] = 0;
        first[islands.of[a] + 1]++;
      }
      listPlaces(touch, rows);
      // Rows, island by island, by counting.
      for (let i = 0; i < islands.count; i++) first[i + 1] += first[i];
      for (let r = count[0] - 1; r >= 0; r--) list[--first[islands.of[key[3 * r]] + 1]] = r;
      for (let i = 0; i < islands.count; i++) first[i] = first[i + 1];
      first[islands.count] = count[0];
    },

    gather(islands, island) {
      const { members, start } = islands;
      for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
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
          const rest = (1 - thirdShare[r]) * impulse[3 * r + c];
          fa[i + c] += (1 - share[r]) * rest;
          fa[j + c] += share[r] * rest;
          fa[3 * third[r] + c] += thirdShare[r] * impulse[3 * r + c];
        }
        if (applied.length > 0) for (let c = 0; c < 3; c++) applied[3 * r + c] = impulse[3 * r + c];
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
      const { body } = bodies[b];
      const { f, live, inRows, cornersInRows } = touch[b];
      if (touch[b].touching[0] === 1) body.pullForces(body.contacts, f, out, inRows);
      if (touch[b].touched[0] === 1) body.pullForces(corners[b], live.f, out, cornersInRows);
    },

    update(islands, island, enough, wild) {
      readVelocities(islands, island);
      let size = Number.POSITIVE_INFINITY;
      const { members, start } = islands;
      for (let m = start[islands.first[island]]; m < start[islands.first[island + 1]]; m++) {
        size = Math.min(size, bodies[members[m]].body.model.size);
      }
      const tolerance = (MET * size) / step;
      const from = first[island];
      const to = first[island + 1];
      // Met well already: the impulses stay as they are, to the bit, and a body at rest stays at rest.
      const begins = !(ready && readyFor === island);
      const wrong = begins ? violation(memory, from, to) : missedOutside(memory, from, to);
      const unknown = wrong > Math.max(tolerance, enough);
      if (begins && !unknown) return 0;
      if (begins && !(wrong <= wild) && forget(from, to)) return Number.POSITIVE_INFINITY;
      if (unknown) {
        // The second time all: each time the estimates begin anew.
        const within = between(island) ? WITHIN : WITHIN_OBSTACLES;
        playing = choosePlay(memory, from, to, begins ? within * wrong : Number.POSITIVE_INFINITY);
        takeSlots(islands, island);
        ready = false;
      }
      const n = playing;
      sumAtSlots(islands, island);
      estimate(islands, island);
      if (!unknown && lastMissed > WORSE * priorMissed) soften(island);
      for (let l = from; l < from + n; l++) {
        const r = list[l];
        const a = 3 * (table[3 * side[4 * r]] + side[4 * r + 1]);
        const b = side[4 * r + 2] < 0 ? -1 : 3 * (table[3 * side[4 * r + 2]] + side[4 * r + 3]);
        for (let c = 0; c < 3; c++) {
          const slots = velocity[a + c] - (b < 0 ? 0 : velocity[b + c]);
          offset[3 * r + c] = relative[3 * r + c] - slots;
        }
      }
      for (let l = from; l < from + n; l++) {
        for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) begin[c] = impulse[c];
      }
      const sweeps = Math.max(LEAST_SWEEPS, Math.min(MOST_SWEEPS, Math.ceil(SWEPT_ROWS / n)));
      kernels.relaxContacts(
        impulse,
        offset,
        velocity,
        W,
        normal,
        bias,
        friction,
        own,
        side,
        table,
        list,
        from,
        n,
        tolerance,
        sweeps,
      );
      // How far the velocities will move from where the equation has them.
      let worst = 0;
      for (let l = from; l < from + n; l++) {
        const r = list[l];
        const a = 3 * (table[3 * side[4 * r]] + side[4 * r + 1]);
        const b = side[4 * r + 2] < 0 ? -1 : 3 * (table[3 * side[4 * r + 2]] + side[4 * r + 3]);
        for (let c = 0; c < 3; c++) {
          const slots = velocity[a + c] - (b < 0 ? 0 : velocity[b + c]);
          const moved = Math.abs(slots + offset[3 * r + c] - relative[3 * r + c]);
          if (moved > worst) worst = moved;
        }
      }
      // The impulses that this round started from are the best so far if least is left to do.
      if (unknown || worst < leastMissed) {
        leastMissed = worst;
        for (let l = from; l < from + n; l++) {
          for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) best[c] = begin[c];
        }
      }
      if (!unknown && worst > STUCK * priorMissed && turnsBack(from, n)) {
        // To and fro between two states: halfway lies between them, and in every friction cone.
        for (let l = from; l < from + n; l++) {
          for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++)
            impulse[c] = (impulse[c] + begin[c]) / 2;
        }
      }
      for (let l = from; l < from + n; l++) {
        for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) change[c] = impulse[c] - begin[c];
      }
      priorMissed = unknown ? worst : lastMissed;
      lastMissed = worst;
      return worst;
    },

    giveUp(island) {
      for (let l = first[island]; l < first[island] + playing; l++) {
        for (let c = 3 * list[l]; c < 3 * list[l] + 3; c++) impulse[c] = best[c];
      }
      return leastMissed;
    },
  };
}

/** out[o..] = velocity of the place that slot s is. */
function moveOfPlace({ spots, live }: TouchBody, s: number, out: Float64Array, o: number): void {
  for (let c = 0; c < 3; c++) {
    let sum = 0;
    for (let k = 4 * s; k < 4 * s + 4; k++)
      sum += spots.weights[k] * live.v[3 * spots.points[k] + c];
    out[o + c] = sum;
  }
}
