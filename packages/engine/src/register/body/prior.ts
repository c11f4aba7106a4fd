import { extractRotations } from '../../math/rotations.kernel.ts';
import { frameShape } from '../../models/frames/build/embed.ts';
import { ELASTIC, ELASTIC_OF_POSES, ELASTIC_POINTS, LEAST_PART, SMOOTH } from '../numbers.ts';
import type { FrameBody } from './body.ts';
import { easeQuadratics, easyMaps, splitEnergy } from './easy.ts';

/**
 * What holds a template together, as quadratic forms in the frames of all nodes: E = tr(D P Dᵀ) − 2 tr(D Bᵀ) + …, D the
 * frames side by side. P has 4 rows and columns a node.
 */
export interface Prior {
  /** Shape [4·nodes, 4·nodes]; `easePrior` sets it anew. */
  readonly P: Float64Array;
  readonly elastic: ElasticPoints | null;
  /** The smooth part as it is, and the elastic part of P; null where all maps but affine ones cost in full. */
  readonly easy: {
    readonly body: FrameBody;
    readonly smooth: Float64Array;
    readonly gradients: Float64Array;
  } | null;
}

/** Places where the elastic part looks at the deformation gradient F = Σ D_k h_k. */
interface ElasticPoints {
  readonly weight: number;
  readonly count: number;
  readonly ptr: Int32Array;
  readonly node: Int32Array;
  /** h_k, 4×3 each, shape [entries, 12]. */
  readonly h: Float64Array;
  /** F and its rotation, shape [count, 9] each, and the rotation as a quaternion, from which the next is found. */
  readonly F: Float64Array;
  readonly R: Float64Array;
  readonly turn: Float64Array;
}

/**
 * The prior of a body: `smooth`, `elastic` or `mixed`; in pieces between which the work may be left. With an
 * `easy` one, the body as a whole can come to bend, twist and taper for little (`easePrior`); that would help wrong
 * poses, too, so poses are compared without.
 */
export function* priorSteps(
  body: FrameBody,
  kind: 'smooth' | 'elastic' | 'mixed',
  isEasy: boolean,
): Generator<void, Prior> {
  const n = 4 * body.nodes;
  const P = new Float64Array(n * n);
  // The elastic prior alone needs a trace of the smooth one: frames must be tied where nothing strains.
  addDisagreement(P, body, kind === 'elastic' ? 1e-3 * SMOOTH : SMOOTH);
  yield;
  const smooth = isEasy && kind !== 'elastic' ? P.slice() : null;
  const elastic =
    kind === 'smooth'
      ? null
      : elasticPoints(body, kind === 'elastic' ? 1 : isEasy ? ELASTIC : ELASTIC_OF_POSES);
  const gradients = new Float64Array(n * n);
  if (elastic !== null) addGradients(gradients, n, elastic);
  for (let i = 0; i < n * n; i++) P[i] += gradients[i];
  return { P, elastic, easy: smooth === null ? null : { body, smooth, gradients } };
}

/**
 * Sets what quadratic maps of the whole body cost, by the frames as they are: as much of each of their 18 numbers as of
 * any other number of the frames, in the mean. So what bends, twists or tapers as a whole soon does it for little, and
 * what moves by small waves pays for all of them alike. `isFirst`: nothing is known yet, and they cost as little as
 * they may, so that a twist is found before anything smaller can take its place.
 */
export function easePrior({ P, easy }: Prior, D: Float64Array, isFirst: boolean): void {
  if (easy === null) return;
  const { body, smooth, gradients } = easy;
  const maps = easyMaps(smooth, body, D);
  P.set(smooth);
  if (maps !== null) {
    splitEnergy(energies, smooth, maps, D);
    const [whole, rest] = energies;
    const others = D.length - 12 - 18;
    const isBent = whole > ROUNDING && 18 * rest < others * whole;
    const part = isBent ? Math.max(LEAST_PART, (18 * rest) / (others * whole)) : 1;
    easeQuadratics(P, smooth, maps, isFirst ? LEAST_PART : part);
  }
  for (let i = 0; i < P.length; i++) P[i] += gradients[i];
}

const energies = new Float64Array(2);

/** Energies below this are rounding. Those of bends of a degree are 1e-6. */
const ROUNDING = 1e-12;

/** P += factor × mean over the body of Σ φ_i |D_i x|² − |Σ φ_i D_i x|²: how far frames disagree about a place. */
export function addDisagreement(P: Float64Array, body: FrameBody, factor: number): void {
  const n = 4 * body.nodes;
  const { ptr, cols, phi } = frameShape(body.grid, body.inside);
  const places = ptr.length - 1;
  for (let i = 0; i < places; i++) {
    const x = body.inside[3 * i];
    const y = body.inside[3 * i + 1];
    const z = body.inside[3 * i + 2];
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let f = ptr[i]; f < ptr[i + 1]; f++) {
        const w = (factor / places) * phi[e] * ((e === f ? 1 : 0) - phi[f]);
        const at = 4 * cols[e] * n + 4 * cols[f];
        addOuter(P, at, w * x, x, y, z);
        addOuter(P, at + n, w * y, x, y, z);
        addOuter(P, at + 2 * n, w * z, x, y, z);
        addOuter(P, at + 3 * n, w, x, y, z);
      }
    }
  }
}

/** P[at .. at + 4) += w (x, y, z, 1). */
function addOuter(P: Float64Array, at: number, w: number, x: number, y: number, z: number): void {
  P[at] += w * x;
  P[at + 1] += w * y;
  P[at + 2] += w * z;
  P[at + 3] += w;
}

function elasticPoints(body: FrameBody, weight: number): ElasticPoints {
  const all = body.inside.length / 3;
  const count = Math.min(ELASTIC_POINTS, all);
  const at = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const from = 3 * Math.floor(((i + 0.5) * all) / count);
    for (let d = 0; d < 3; d++) at[3 * i + d] = body.inside[from + d];
  }
  const { ptr, cols, phi, slope } = frameShape(body.grid, at);
  const h = new Float64Array(12 * cols.length);
  for (let i = 0; i < count; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let r = 0; r < 4; r++) {
        const x = r < 3 ? at[3 * i + r] : 1;
        for (let c = 0; c < 3; c++)
          h[12 * e + 3 * r + c] = x * slope[3 * e + c] + (r === c ? phi[e] : 0);
      }
    }
  }
  return {
    weight,
    count,
    ptr,
    node: cols,
    h,
    F: new Float64Array(9 * count),
    R: new Float64Array(9 * count),
    turn: new Float64Array(4 * count),
  };
}

/** P += weight × mean of |F|². */
function addGradients(P: Float64Array, n: number, points: ElasticPoints): void {
  const { weight, count, ptr, node, h } = points;
  for (let i = 0; i < count; i++) {
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let f = ptr[i]; f < ptr[i + 1]; f++) {
        const at = 4 * node[e] * n + 4 * node[f];
        for (let r = 0; r < 4; r++) {
          for (let c = 0; c < 4; c++) {
            let sum = 0;
            for (let d = 0; d < 3; d++) sum += h[12 * e + 3 * r + d] * h[12 * f + 3 * c + d];
            P[at + r * n + c] += (weight / count) * sum;
          }
        }
      }
    }
  }
}

/** Forgets the last rotations: what comes then depends on the frames alone. */
export function forgetRotations({ turn }: ElasticPoints): void {
  turn.fill(0);
}

/**
 * B (3×4 a node) = weight × mean of R hᵀ, R the rotation of F as the frames D are now: what the elastic part pulls
 * towards.
 */
export function elasticPull(B: Float64Array, points: ElasticPoints, D: Float64Array): void {
  const { weight, count, ptr, node, h, F, R } = points;
  for (let i = 0; i < count; i++) {
    for (let r = 0; r < 3; r++) {
      let x = 0;
      let y = 0;
      let z = 0;
      for (let e = ptr[i]; e < ptr[i + 1]; e++) {
        const a = 12 * e;
        const d = 12 * node[e] + 4 * r;
        const p = D[d];
        const q = D[d + 1];
        const s = D[d + 2];
        const t = D[d + 3];
        x += p * h[a] + q * h[a + 3] + s * h[a + 6] + t * h[a + 9];
        y += p * h[a + 1] + q * h[a + 4] + s * h[a + 7] + t * h[a + 10];
        z += p * h[a + 2] + q * h[a + 5] + s * h[a + 8] + t * h[a + 11];
      }
      F[9 * i + 3 * r] = x;
      F[9 * i + 3 * r + 1] = y;
      F[9 * i + 3 * r + 2] = z;
    }
  }
  extractRotations(points.turn, R, F, count);
  B.fill(0);
  const factor = weight / count;
  for (let i = 0; i < count; i++) {
    const f = 9 * i;
    for (let e = ptr[i]; e < ptr[i + 1]; e++) {
      for (let r = 0; r < 3; r++) {
        const b = 12 * node[e] + 4 * r;
        for (let k = 0; k < 4; k++) {
          const a = 12 * e + 3 * k;
          B[b + k] +=
            factor *
            (R[f + 3 * r] * h[a] + R[f + 3 * r + 1] * h[a + 1] + R[f + 3 * r + 2] * h[a + 2]);
        }
      }
    }
  }
}
