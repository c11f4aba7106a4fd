import { rowOf4 } from '../../kernels/single.ts';
import type { ContactMemory, TouchBody } from '../memory.ts';
import { DENSE, DOUBLE, FACTORED, SPARSE } from './forms.ts';
import type { Moving } from './metric.ts';
import { pushSite, velocityOf } from './sites.ts';

/**
 * Computes the compliance of a body's sites and enters it in `problem.table` (see `contact/solve/contacts.kernel.ts`).
 * `base` are the numbers of the problem in use so far. The points' velocities are those of `live.q`.
 */
export function fillCompliance(memory: ContactMemory, live: Moving, b: number, base: number): void {
  const touch = memory.bodies[b];
  const { problem } = memory;
  const { compliance } = live.body.points;
  const { groups, sites, siteCount, W, dense } = touch;
  const n = siteCount[0];
  const { table } = problem;
  const at = (W.byteOffset - memory.W.byteOffset) / 8;
  table[5 * b + 4] = base;
  if (compliance?.rank !== undefined && compliance.factor !== undefined) {
    const rank = compliance.rank();
    // A row reads and writes its part of X, and only writes that of W.
    if (compliance.dense === undefined || 2 * rank <= 3 * n) {
      compliance.factor(groups, sites, n, W);
      enter(table, b, FACTORED, problem.states, at, rank);
      problem.states += rank;
      return;
    }
  }
  if (compliance?.sparse !== undefined) {
    enter(table, b, SPARSE, problem.states, at, compliance.sparse.stride);
    problem.states += compliance.sparse.fill(groups, sites, n, W);
    return;
  }
  if (compliance?.single?.(groups, sites, n, dense) === true) {
    enter(table, b, DENSE, problem.changes, 2 * at, 3 * n);
    problem.changes += rowOf4(3 * n);
    return;
  }
  enter(table, b, DOUBLE, problem.states, at, 3 * n);
  problem.states += 3 * n;
  if (compliance?.dense?.(groups, sites, n, W) === true) return;
  complianceByColumns(live, touch, n, W);
  // The columns have left their velocities at the points.
  readGroups(live, touch, live.q);
}

function enter(
  table: Int32Array,
  b: number,
  form: number,
  state: number,
  at: number,
  width: number,
): void {
  table[5 * b] = form;
  table[5 * b + 1] = state;
  table[5 * b + 2] = at;
  table[5 * b + 3] = width;
}

/**
 * W = J Ã⁻¹ Jᵀ column by column through the metric itself: exact for any model, three applications a site. Uses `g` and
 * `Ap`.
 */
export function complianceByColumns(
  live: Moving,
  touch: TouchBody,
  n: number,
  W: Float64Array,
): void {
  const { body, g, Ap } = live;
  const { groups, sites } = touch;
  const unknowns = body.equation.unknowns();
  for (let j = 0; j < n; j++) {
    const { points, f, subset } = groups[sites.group[j]];
    for (let axis = 0; axis < 3; axis++) {
      f.fill(0);
      unit.fill(0);
      unit[axis] = 1;
      pushSite(touch, j, unit, 0, 1);
      g.fill(0, 0, unknowns);
      body.points.forces(points, f, g, subset);
      body.equation.constrain(g);
      body.equation.precondition(Ap, g);
      readGroups(live, touch, Ap);
      for (let i = 0; i < n; i++) {
        velocityOf(touch, i, unit, 3);
        for (let c = 0; c < 3; c++) W[(3 * i + c) * 3 * n + 3 * j + axis] = unit[3 + c];
      }
    }
  }
  // Made exactly symmetric: it is used both by rows and by columns.
  for (let i = 0; i < 3 * n; i++) {
    for (let j = 0; j < i; j++) {
      const mean = 0.5 * (W[i * 3 * n + j] + W[j * 3 * n + i]);
      W[i * 3 * n + j] = mean;
      W[j * 3 * n + i] = mean;
    }
  }
}
const unit = new Float64Array(6);

/** Velocities of a body's groups of points for its unknowns x. */
export function readGroups({ body }: Moving, { groups }: TouchBody, x: Float64Array): void {
  for (let k = 0; k < groups.length; k++) {
    const { points, v, subset } = groups[k];
    if (subset === undefined || subset.count > 0) body.points.velocities(points, x, v, subset);
  }
}
