import type { LayersRuntime } from './runtime.ts';
import { createColumns, velocityColumns } from './step/columns.ts';
import type { LayerPoints } from './step/compose.ts';
import { solveDetailAwake } from './step/detail.ts';

/**
 * W ≈ J H⁻¹ Jᵀ for contact points: the dense layers exactly, J_c H_c⁻¹ J_cᵀ through the step's factor; the sparse ones by blocks of the
 * undeformed body, found once per touched point and turned with the parents' frames.
 */
export function createResponse(run: LayersRuntime, contacts: LayerPoints) {
  const { solver, hierarchy, kernels, memory } = run;
  const { dense, detail, fixed } = solver;
  const { columns } = memory;
  const one = createColumns(hierarchy.unknowns, 3);
  /** Number of each contact point among those that know a sparse layer. */
  const number = new Int32Array(contacts.count).fill(-1);
  let m = 0;
  const sparse: number[] = [];
  if (detail !== null) {
    hierarchy.layers.forEach((_, k) => {
      if (detail.of[k] === 1) sparse.push(k);
    });
    for (let i = 0; i < contacts.count; i++) {
      if (sparse.some((k) => contacts.rows[k].ptr[i + 1] > contacts.rows[k].ptr[i]))
        number[i] = m++;
    }
  }
  const blocks = new Float32Array(9 * m * m);
  const known = new Uint8Array(m);
  const place = new Int32Array(hierarchy.unknowns).fill(-1);
  detail?.unknown.forEach((u, j) => {
    place[u] = j;
  });
  const turned = new Float64Array(9);

  /** Velocities of all contact points, in their layers' own frames, for unit impulses on point j of the undeformed body. */
  const findColumn = (j: number): void => {
    if (detail === null) return;
    for (let axis = 0; axis < 3; axis++) {
      detail.x.fill(0);
      for (const k of sparse) {
        const { ptr, fn, value } = contacts.rows[k];
        for (let e = ptr[j]; e < ptr[j + 1]; e++) {
          const u = hierarchy.offset[k] + 3 * fn[e] + axis;
          if (fixed[u] === 0) detail.x[place[u]] += value[e] * run.shown[k][fn[e]];
        }
      }
      solveDetailAwake(detail, dense, kernels);
      for (let i = 0; i < contacts.count; i++) {
        if (number[i] < 0) continue;
        const block = 9 * (number[j] * m + number[i]);
        for (let row = 0; row < 3; row++) {
          let sum = 0;
          for (const k of sparse) {
            const { ptr, fn, value } = contacts.rows[k];
            for (let e = ptr[i]; e < ptr[i + 1]; e++) {
              const u = hierarchy.offset[k] + 3 * fn[e] + row;
              if (fixed[u] === 0) sum += value[e] * run.shown[k][fn[e]] * detail.x[place[u]];
            }
          }
          blocks[block + 3 * row + axis] = sum;
        }
      }
    }
    known[number[j]] = 1;
  };
  /** Φ of the first sparse layer stands for all. */
  const frameAt = (): Float64Array => contacts.frame[sparse[0]];

  const addDetail = (points: Int32Array, count: number, W: Float64Array): void => {
    const stride = 3 * count;
    const P = frameAt();
    for (let c = 0; c < count; c++) {
      const nc = number[points[c]];
      if (nc < 0) continue;
      if (known[nc] === 0) findColumn(points[c]);
    }
    for (let c = 0; c < count; c++) {
      const nc = number[points[c]];
      if (nc < 0) continue;
      const pc = 9 * points[c];
      for (let r = 0; r <= c; r++) {
        const nr = number[points[r]];
        if (nr < 0) continue;
        const pr = 9 * points[r];
        const B = 9 * (nc * m + nr);
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            turned[3 * i + j] =
              P[pr + 3 * i] * blocks[B + j] +
              P[pr + 3 * i + 1] * blocks[B + 3 + j] +
              P[pr + 3 * i + 2] * blocks[B + 6 + j];
          }
        }
        for (let i = 0; i < 3; i++) {
          for (let j = 0; j < 3; j++) {
            const value =
              turned[3 * i] * P[pc + 3 * j] +
              turned[3 * i + 1] * P[pc + 3 * j + 1] +
              turned[3 * i + 2] * P[pc + 3 * j + 2];
            W[(3 * r + i) * stride + 3 * c + j] += value;
            if (r !== c) W[(3 * c + j) * stride + 3 * r + i] += value;
          }
        }
      }
    }
  };

  return {
    invalidate(): void {
      known.fill(0);
    },
    fill(points: Int32Array, count: number, W: Float64Array): void {
      const n = dense.size;
      columns.fill(0, 0, 3 * count * n);
      for (let i = 0; i < count; i++) {
        one.count = 0;
        velocityColumns(one, contacts, hierarchy, points[i], dense.of);
        for (let j = 0; j < one.count; j++) {
          if (fixed[one.index[j]] === 1) continue;
          const row = dense.row[one.index[j]];
          for (let r = 0; r < 3; r++) columns[(3 * i + r) * n + row] = one.values[3 * j + r];
        }
      }
      kernels.choleskyForward(columns, dense.factor, n, 3 * count);
      kernels.rowProducts(W, columns, 3 * count, n);
      if (m > 0) addDetail(points, count, W);
    },
  };
}
