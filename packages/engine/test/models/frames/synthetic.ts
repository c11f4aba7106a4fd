import { createRandom, type Random } from '../../../src/core/random.ts';
import type { FramesData } from '../../../src/models/frames/model.ts';

/** A made-up hierarchy: 2 roots, 3 nodes under them, 6 under those; random weights, masses and integration points. */
export function synthetic(seed: number): { data: FramesData; random: Random } {
  const random = createRandom(seed);
  const level = Int32Array.of(0, 0, 1, 1, 1, 2, 2, 2, 2, 2, 2);
  const nodes = level.length;
  const parentPtr = new Int32Array(nodes + 1);
  const parent: number[] = [];
  const parentWeight: number[] = [];
  for (let k = 0; k < nodes; k++) {
    if (level[k] > 0) {
      // Level 1 hangs on both roots; level 2 on a root and two nodes of level 1.
      const above = level[k] === 1 ? [0, 1] : [k % 2, 2 + (k % 3), 2 + ((k + 1) % 3)];
      above.sort((a, b) => a - b);
      const weights = above.map(() => random.range(0.2, 1));
      const sum = weights.reduce((a, b) => a + b, 0);
      above.forEach((m, i) => {
        parent.push(m);
        parentWeight.push(weights[i] / sum);
      });
    }
    parentPtr[k + 1] = parent.length;
  }
  const { massPtr, massCols, mass, massVector, totalMass } = randomMass(nodes, random);
  return {
    random,
    data: {
      nodes,
      levels: 3,
      level,
      positions: new Float64Array(3 * nodes),
      regionNodes: new Int32Array(0),
      parentPtr,
      parent: Int32Array.from(parent),
      parentWeight: Float64Array.from(parentWeight),
      massPtr,
      massCols,
      mass,
      massVector,
      totalMass,
      points: randomPoints(nodes, random),
    } as unknown as FramesData,
  };
}

/** Σ m q qᵀ over a cloud of particles, each moved by a few nodes. */
function randomMass(nodes: number, random: Random) {
  const dense = new Float64Array(16 * nodes * nodes);
  const massVector = new Float64Array(4 * nodes);
  let totalMass = 0;
  for (let i = 0; i < 200; i++) {
    const m = random.range(0.5, 1);
    const p = [random.range(-1, 1), random.range(-1, 1), random.range(-1, 1), 1];
    const phi = Float64Array.from({ length: nodes }, () =>
      random.next() < 0.4 ? random.next() : 0,
    );
    phi[i % nodes] += 0.5;
    const sum = phi.reduce((a, b) => a + b, 0);
    totalMass += m;
    for (let k = 0; k < nodes; k++) {
      phi[k] /= sum;
      for (let a = 0; a < 4; a++) massVector[4 * k + a] += m * phi[k] * p[a];
    }
    for (let k = 0; k < nodes; k++) {
      for (let l = 0; l < nodes; l++) {
        for (let c = 0; c < 16; c++) {
          dense[16 * (k * nodes + l) + c] += m * phi[k] * phi[l] * p[c >> 2] * p[c & 3];
        }
      }
    }
  }
  return {
    massPtr: Int32Array.from({ length: nodes + 1 }, (_, k) => k * nodes),
    massCols: Int32Array.from({ length: nodes * nodes }, (_, i) => i % nodes),
    mass: dense,
    massVector,
    totalMass,
  };
}

function randomPoints(nodes: number, random: Random) {
  const count = 7;
  const ptr = new Int32Array(count + 1);
  const node: number[] = [];
  for (let e = 0; e < count; e++) {
    for (let k = e % 3; k < nodes; k += 2 + (e % 2)) node.push(k);
    ptr[e + 1] = node.length;
  }
  const H = Float64Array.from({ length: 48 * node.length }, () => random.range(-1, 1));
  return {
    count,
    ptr,
    node: Int32Array.from(node),
    H,
    volume: new Float64Array(count).fill(0.1),
    factor: new Float64Array(count).fill(1),
    centre: new Float64Array(3 * count),
    cell: Int32Array.from({ length: count }, (_, e) => e % 3),
  };
}

/** Strongly deformed frames: random near the identity. */
export function randomFrames(nodes: number, random: Random, amount: number): Float64Array {
  const D = new Float64Array(12 * nodes);
  for (let i = 0; i < D.length; i++) {
    D[i] = random.range(-amount, amount) + (i % 12 === 0 || i % 12 === 5 || i % 12 === 10 ? 1 : 0);
  }
  return D;
}
