import { EDGES } from '../build/tree.ts';
import type { Group } from '../front/front.ts';
import type { TetsRuntime } from '../runtime.ts';

/** What is missing at midpoints that follow, for all vertices. */
export interface Surplus {
  /** Force that would move a midpoint if it were free [N], shape [vertices, 3]. */
  readonly force: Float64Array;
  /** Tets in the front around the edge, shape [vertices]. */
  readonly seen: Int32Array;
  /** Acceleration of all vertices [m/s²]. */
  readonly acceleration: Float64Array;
}

export function createSurplus(vertices: number): Surplus {
  return {
    force: new Float64Array(3 * vertices),
    seen: new Int32Array(vertices),
    acceleration: new Float64Array(3 * vertices),
  };
}

const strain = new Float64Array(6);
const stress = new Float64Array(9);
const stresses = new Float64Array(36);

/**
 * The force on each midpoint that is not free: from the elements that are not split, R(−D ε); from split neighbours what they
 * really do to it (`memory.f` of a slave); weight, inertia and the world's impulses. In a converged solution it would vanish.
 */
export function findSurplus(
  run: TetsRuntime,
  surplus: Surplus,
  h: number,
  gravity: Float64Array,
): void {
  const { data, memory, front } = run;
  const { tree } = data;
  const { force, seen } = surplus;
  force.fill(0);
  seen.fill(0);
  for (let n = 0; n < front.groups.length; n++) {
    const g = front.groups[n];
    if (g.kind === 'ten') addChildrenOfTen(run, g, surplus);
    else if (g.level < tree.levels) {
      for (let i = 0; i < g.count; i++) {
        strainOf(g.R, 9 * i, g.F, 9 * i);
        addMidpoints(run, surplus, g.ids[i], g.R, 9 * i);
      }
    }
  }
  const end = front.free + front.slaves;
  for (let i = front.free; i < end; i++) addLoads(run, surplus, memory.vertexOf[i], h, gravity);
  for (let i = 0; i < front.nextCount; i++) addLoads(run, surplus, front.next[i], h, gravity);
}

/** Weight, inertia, impulses, and what split neighbours do. */
function addLoads(
  { data, memory }: TetsRuntime,
  { force, seen, acceleration }: Surplus,
  v: number,
  h: number,
  gravity: Float64Array,
): void {
  if (seen[v] === 0) return;
  const mass = data.midpointMass[v];
  const p = memory.place[v];
  for (let c = 0; c < 3; c++) {
    force[3 * v + c] +=
      mass * (gravity[c] - acceleration[3 * v + c]) +
      (p >= 0 ? memory.f[3 * p + c] : 0) +
      memory.hiddenImpulse[3 * v + c] / h;
  }
}

function strainOf(R: Float64Array, r: number, F: Float64Array, f: number): void {
  const c = (i: number, j: number): number =>
    R[r + i] * F[f + j] + R[r + 3 + i] * F[f + 3 + j] + R[r + 6 + i] * F[f + 6 + j];
  strain[0] = c(0, 0) - 1;
  strain[1] = c(1, 1) - 1;
  strain[2] = c(2, 2) - 1;
  strain[3] = c(1, 2) + c(2, 1);
  strain[4] = c(0, 2) + c(2, 0);
  strain[5] = c(0, 1) + c(1, 0);
}

/** force −= R D ε at the midpoints of tet t. */
function addMidpoints(
  run: TetsRuntime,
  { force, seen }: Surplus,
  t: number,
  R: Float64Array,
  r: number,
): void {
  const { tree, midpointForce: D } = run.data;
  for (let k = 0; k < 6; k++) {
    const v = tree.edges[6 * t + k] + tree.baseVertices;
    seen[v]++;
    for (let j = 0; j < 3; j++) {
      const o = 108 * t + 6 * (3 * k + j);
      const s =
        D[o] * strain[0] +
        D[o + 1] * strain[1] +
        D[o + 2] * strain[2] +
        D[o + 3] * strain[3] +
        D[o + 4] * strain[4] +
        D[o + 5] * strain[5];
      for (let c = 0; c < 3; c++) force[3 * v + c] -= R[r + 3 * c + j] * s;
    }
  }
}

/** The children of a ten-node element may be split further: what its stress does to their midpoints. */
function addChildrenOfTen(run: TetsRuntime, g: Group, { force, seen }: Surplus): void {
  const { data, memory, front } = run;
  const { tree, tenPlace, tenForce } = data;
  for (let n = 0; n < front.ten; n++) {
    const t = memory.tenOf[n];
    if (tenPlace[t] < 0) continue;
    for (let p = 0; p < 4; p++) {
      run.elastic.stress(stress, g, 4 * n + p);
      for (let k = 0; k < 9; k++) stresses[9 * p + k] = stress[k];
    }
    const first = 6 * (8 * t + tree.roots);
    for (let k = 0; k < 48; k++) {
      const v = tree.edges[first + k] + tree.baseVertices;
      seen[v]++;
      const o = 576 * tenPlace[t] + 12 * k;
      for (let i = 0; i < 3; i++) {
        let sum = 0;
        for (let p = 0; p < 4; p++)
          sum +=
            stresses[9 * p + 3 * i] * tenForce[o + 3 * p] +
            stresses[9 * p + 3 * i + 1] * tenForce[o + 3 * p + 1] +
            stresses[9 * p + 3 * i + 2] * tenForce[o + 3 * p + 2];
        force[3 * v + i] -= sum;
      }
    }
  }
}

/** Is the force on v known from all sides? Where a coarser element hides some tets of its edge, that element's own edges speak. */
export function isWhole({ data, front }: TetsRuntime, surplus: Surplus, v: number): boolean {
  const e = v - data.tree.baseVertices;
  return surplus.seen[v] + front.splitAround[e] === data.tree.around[e];
}

/** Square of the force that the midpoint of edge k of tet t misses [N²]; what was there when it froze does not count. */
function missingSquare(run: TetsRuntime, surplus: Surplus, t: number, k: number): number {
  const { data, memory } = run;
  const { tree } = data;
  const v = tree.edges[6 * t + k] + tree.baseVertices;
  // A held vertex misses nothing: what it feels the hand feels.
  if (memory.held[v] === 1) return 0;
  if (!isWhole(run, surplus, v)) return 0;
  const o = 9 * memory.owner[v];
  let square = 0;
  for (let c = 0; c < 3; c++) {
    const kept =
      memory.R[o + 3 * c] * memory.kept[3 * v] +
      memory.R[o + 3 * c + 1] * memory.kept[3 * v + 1] +
      memory.R[o + 3 * c + 2] * memory.kept[3 * v + 2];
    const d = surplus.force[3 * v + c] - kept;
    square += d * d;
  }
  return square;
}

/** Largest length by which a midpoint of tet t would move if it were free [m]. */
export function surplusLength(run: TetsRuntime, surplus: Surplus, t: number): number {
  const { tree, midpointStiffness } = run.data;
  let most = 0;
  for (let k = 0; k < 6; k++) {
    const v = tree.edges[6 * t + k] + tree.baseVertices;
    const length = Math.sqrt(missingSquare(run, surplus, t, k)) / midpointStiffness[v];
    most = Math.max(most, length);
  }
  return most;
}

/** Time within which motion counts, when energies decide [s]. */
const WITHIN = 0.2;
/**
 * The kinetic energy of the motion that the midpoints of tet t would make within `WITHIN` if they were free and all others held,
 * x = f/(K + M/T²) at the speed x/T, over what may be overlooked, ½ m (speed · size)². The root of it: 1 is the limit. Energy that
 * only shakes a stiff midpoint on the spot does not count.
 */
export function surplusEnergy(run: TetsRuntime, surplus: Surplus, t: number): number {
  const { tree, midpointMass, midpointStiffness } = run.data;
  let energy = 0;
  for (let k = 0; k < 6; k++) {
    const v = tree.edges[6 * t + k] + tree.baseVertices;
    const firm = WITHIN * midpointStiffness[v] + midpointMass[v] / WITHIN;
    const share = midpointMass[v] / tree.around[v - tree.baseVertices];
    energy += (0.5 * share * missingSquare(run, surplus, t, k)) / (firm * firm);
  }
  return Math.sqrt(energy / overlooked(run, t));
}

/** Energy of tet t at the velocity that may be overlooked [J]. */
function overlooked({ data, memory }: TetsRuntime, t: number): number {
  const speed = memory.settings[3] * data.size;
  return 0.5 * data.density * data.volumes[t] * speed * speed;
}

/** The paper's test: is the strain of element i outside the range for which its elasticity was fitted? */
export function outOfRange(run: TetsRuntime, g: Group, i: number): boolean {
  const { estimate, parents } = run.data;
  const t = g.ids[i];
  if (t >= parents || estimate.range.length === 0) return false;
  strainOf(g.R, 9 * i, g.F, 9 * i);
  const o = 12 * estimate.place[t];
  for (let m = 0; m < 6; m++) {
    if (strain[m] < estimate.range[o + m] || strain[m] > estimate.range[o + 6 + m]) return true;
  }
  return false;
}

/**
 * Largest of |w_v| T + ½|w_a| T² [m], w what the six midpoints of split tet t move beyond what they would if they followed it;
 * `weights` of its corners say how (`Lean.places`).
 */
export function ownMotion(
  run: TetsRuntime,
  surplus: Surplus,
  t: number,
  u: Float64Array,
  weights: Float64Array,
  time: number,
): number {
  let most = 0;
  for (let k = 0; k < EDGES.length; k++) {
    const speed = ownSize(run, t, k, u, weights);
    const push = ownSize(run, t, k, surplus.acceleration, weights);
    most = Math.max(most, speed * time + 0.5 * push * time * time);
  }
  return most;
}

/** Kinetic energy of that motion, at the speed it has or comes to within `WITHIN`, over what may be overlooked. The root of it. */
export function ownEnergy(
  run: TetsRuntime,
  surplus: Surplus,
  t: number,
  u: Float64Array,
  weights: Float64Array,
): number {
  const { tree, midpointMass } = run.data;
  let energy = 0;
  for (let k = 0; k < EDGES.length; k++) {
    const v = tree.edges[6 * t + k] + tree.baseVertices;
    const speed =
      ownSize(run, t, k, u, weights) + WITHIN * ownSize(run, t, k, surplus.acceleration, weights);
    // Midpoints belong to all tets around their edge.
    const share = midpointMass[v] / tree.around[v - tree.baseVertices];
    energy += 0.5 * share * speed * speed;
  }
  return Math.sqrt(energy / overlooked(run, t));
}

/** Size of what midpoint k of t has of its own in numbers a known for all vertices; nothing if it is not free. */
function ownSize(
  run: TetsRuntime,
  t: number,
  k: number,
  a: Float64Array,
  weights: Float64Array,
): number {
  const { data, memory, front } = run;
  const { tree } = data;
  const v = tree.edges[6 * t + k] + tree.baseVertices;
  if (memory.place[v] >= front.free) return 0;
  let square = 0;
  for (let c = 0; c < 3; c++) {
    let w = a[3 * v + c];
    for (let n = 0; n < 4; n++) w -= weights[16 + 4 * k + n] * a[3 * tree.tets[4 * t + n] + c];
    square += w * w;
  }
  return Math.sqrt(square);
}
