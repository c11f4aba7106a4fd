import { denseOfSparse } from '../../contact/solve/sparse.ts';
import { rowOf4 } from '../../kernels/single.ts';
import type { PointGroup, Sites } from '../body.ts';
import {
  disturb,
  dot,
  jacobian,
  largest,
  type ModelPromise,
  STEP,
  type Subject,
  WEIGHTLESS,
} from './subject.ts';

/** Sums of a few thousand products in double precision. */
const ROUNDING = 1e-9;
/** Kept factors are in single precision: applied forwards and backwards they are symmetric to this part. */
const SINGLE = 2e-5;

export const symmetryPromise: ModelPromise = {
  name: 'symmetry',
  says: 'A and its approximate inverse are symmetric and positive',
  broken(make) {
    const s = make();
    disturb(s);
    const { equation } = s.body;
    equation.assemble(STEP, WEIGHTLESS, null);
    const n = equation.unknowns();
    const { random, u, b, p, q } = s;
    for (const [name, apply, tolerance] of [
      ['multiply', equation.multiply, ROUNDING],
      ['precondition', equation.precondition, SINGLE],
    ] as const) {
      for (let i = 0; i < n; i++) {
        u[i] = random.range(-1, 1);
        b[i] = random.range(-1, 1);
      }
      equation.constrain(u);
      equation.constrain(b);
      apply(p, u);
      apply(q, b);
      const [up, bq, bp, uq] = [dot(u, p, n), dot(b, q, n), dot(b, p, n), dot(u, q, n)];
      if (!(up > 0 && bq > 0)) return `${name}: x·Ax is ${Math.min(up, bq)}, not positive`;
      const error = Math.abs(bp - uq) / Math.sqrt(up * bq);
      if (!(error < tolerance)) return `${name}: x·Ay and y·Ax differ by ${error} of their size`;
    }
    return null;
  },
};

/** Sites between points: some at a point, some among three. */
function chooseSites({ body, random }: Subject): Sites & { n: number } {
  const n = 6;
  const points = new Int32Array(4 * n);
  const weights = new Float64Array(4 * n);
  for (let s = 0; s < n; s++) {
    for (let k = 0; k < (s % 2 === 0 ? 1 : 3); k++) {
      points[4 * s + k] = random.below(body.points.contacts.count);
      weights[4 * s + k] = s % 2 === 0 ? 1 : [0.5, 0.3, 0.2][k];
    }
  }
  return { n, group: new Int32Array(n), points, weights };
}

/** W = J Ã⁻¹ Jᵀ of sites, from J as velocities say and the inverse as it is applied. */
function complianceOf(s: Subject, sites: Sites & { n: number }): Float64Array {
  const { body, r, z } = s;
  const { n, points, weights } = sites;
  const unknowns = body.equation.unknowns();
  const J = jacobian(s, body.points.contacts);
  const rows = new Float64Array(3 * n * unknowns);
  for (let i = 0; i < n; i++) {
    for (let k = 4 * i; k < 4 * i + 4; k++) {
      for (let c = 0; c < 3 && weights[k] !== 0; c++) {
        const from = (3 * points[k] + c) * unknowns;
        const to = (3 * i + c) * unknowns;
        for (let j = 0; j < unknowns; j++) rows[to + j] += weights[k] * J[from + j];
      }
    }
  }
  const W = new Float64Array(9 * n * n);
  for (let j = 0; j < 3 * n; j++) {
    r.set(rows.subarray(j * unknowns, (j + 1) * unknowns));
    body.equation.constrain(r);
    body.equation.precondition(z, r);
    for (let i = 0; i < 3 * n; i++)
      W[i * 3 * n + j] = dot(rows.subarray(i * unknowns, (i + 1) * unknowns), z, unknowns);
  }
  return W;
}

export const compliancePromise: ModelPromise = {
  name: 'compliance',
  says: 'the compliance of sites goes through the inverse that precondition applies',
  broken(make) {
    const s = make();
    disturb(s);
    const { equation, points } = s.body;
    const { compliance, contacts } = points;
    if (compliance === undefined) return null;
    equation.assemble(STEP, WEIGHTLESS, null);
    const sites = chooseSites(s);
    const { n } = sites;
    const exact = complianceOf(s, sites);
    const scale = largest(exact);
    const none = new Float64Array(3 * contacts.count);
    const groups: PointGroup[] = [{ points: contacts, v: none, f: none }];
    const W = new Float64Array(9 * n * n);
    const compare = (form: string): string | null => {
      let error = 0;
      for (let i = 0; i < W.length; i++) error = Math.max(error, Math.abs(W[i] - exact[i]));
      if (error < SINGLE * scale) return null;
      return `${form}: differs from J Ã⁻¹ Jᵀ by ${error / scale} of it`;
    };
    if (compliance.dense?.(groups, sites, n, W) === true) {
      const found = compare('dense');
      if (found !== null) return found;
    }
    const single = new Float32Array(3 * n * rowOf4(3 * n));
    if (compliance.single?.(groups, sites, n, single) === true) {
      for (let i = 0; i < 3 * n; i++)
        for (let j = 0; j < 3 * n; j++) W[3 * i * n + j] = single[i * rowOf4(3 * n) + j];
      const found = compare('single');
      if (found !== null) return found;
    }
    if (compliance.sparse !== undefined) {
      const records = new Float64Array(n * compliance.sparse.stride);
      compliance.sparse.fill(groups, sites, n, records);
      denseOfSparse(W, records, compliance.sparse.stride, n);
      const found = compare('sparse');
      if (found !== null) return found;
    }
    if (compliance.factor === undefined || compliance.rank === undefined) return null;
    const rank = compliance.rank();
    const X = new Float64Array(3 * n * rank);
    compliance.factor(groups, sites, n, X);
    for (let i = 0; i < 3 * n; i++) {
      for (let j = 0; j < 3 * n; j++) {
        const row = X.subarray(i * rank, (i + 1) * rank);
        W[i * 3 * n + j] = dot(row, X.subarray(j * rank, (j + 1) * rank), rank);
      }
    }
    return compare('factor');
  },
};
