import { createStVK } from '../../../materials/stvk.ts';
import { cholesky, choleskySolve } from '../../../math/dense.ts';
import { OFF_LINE, OFF_SMALL } from '../numbers.ts';
import { CHILDREN, EDGES, placeOf, type TetTree } from './tree.ts';

/** Amounts of strain that are tried; Green strain allows nothing below −½. */
const SAMPLES = [0.01, -0.01, 0.03, -0.03, 0.08, -0.08, 0.2, -0.2, 0.4, -0.4];
const NEWTON_STEPS = 12;

/**
 * The paper's own estimate (Imai et al., section 4): for each of six strains the parent's corners are put there, the
 * midpoints move until the children are in balance (Saint Venant–Kirchhoff), and a line through the mean stresses gives
 * a column of C. range[12p..]: strains between which the line holds. C keeps what it has if the outcome is no
 * elasticity.
 *
 * Kept for comparison: the parent's faces are free here where neighbours would hold them, so even uniform material
 * comes out three times too soft. Imai et al., eq. 2.
 */
export function sampleElasticity(
  C: Float64Array,
  range: Float64Array,
  p: number,
  children: Float64Array,
  tree: TetTree,
  t: number,
  gradients: Float64Array,
  volumes: Float64Array,
): void {
  const sampler = createSampler(children, tree, t, gradients, volumes);
  const stress = SAMPLES.map(() => new Float64Array(6));
  const fit = new Float64Array(36);
  for (let m = 0; m < 6; m++) {
    SAMPLES.forEach((alpha, s) => {
      sampler(stress[s], m, alpha);
    });
    // The two smallest samples give the first line; larger ones join as long as they lie on it.
    const slope = new Float64Array(6);
    for (let j = 0; j < 6; j++) slope[j] = (stress[0][j] - stress[1][j]) / (2 * SAMPLES[0]);
    const largest = slope.reduce((top, c) => Math.max(top, Math.abs(c)), 0);
    const onLine = (s: number): boolean =>
      slope.every((c, j) => {
        const off = Math.abs(SAMPLES[s] * c - stress[s][j]);
        return off < OFF_LINE * Math.abs(SAMPLES[s] * c) || off < OFF_SMALL * largest;
      });
    const used: number[] = [];
    for (const sign of [0, 1]) {
      let reach = 0;
      for (let s = sign; s < SAMPLES.length; s += 2) {
        if (!onLine(s)) break;
        used.push(s);
        reach = SAMPLES[s];
      }
      // Where nothing larger was tried the line may go on.
      range[12 * p + (sign === 0 ? 6 + m : m)] =
        reach === SAMPLES[SAMPLES.length - 2 + sign] ? reach * 1e9 : reach;
    }
    let square = 0;
    for (const s of used) square += SAMPLES[s] * SAMPLES[s];
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (const s of used) sum += SAMPLES[s] * stress[s][j];
      fit[6 * j + m] = square > 0 ? sum / square : slope[j];
    }
  }
  for (let r = 0; r < 6; r++) {
    for (let c = 0; c < r; c++) {
      fit[6 * r + c] = 0.5 * (fit[6 * r + c] + fit[6 * c + r]);
      fit[6 * c + r] = fit[6 * r + c];
    }
  }
  if (!cholesky(fit.slice(), 6)) return;
  for (let i = 0; i < 36; i++) C[36 * p + i] = fit[i];
}

/** Mean second Piola–Kirchhoff stress of the parent at Green strain alpha along base m, midpoints in balance. */
function createSampler(
  children: Float64Array,
  tree: TetTree,
  t: number,
  gradients: Float64Array,
  volumes: Float64Array,
): (out: Float64Array, m: number, alpha: number) => void {
  const law = createStVK('full');
  const table = CHILDREN[tree.diagonal[t]];
  const X = new Float64Array(30);
  for (let n = 0; n < 10; n++) {
    const v = placeOf(tree, t, n);
    for (let d = 0; d < 3; d++) X[3 * n + d] = tree.positions[3 * v + d];
  }
  const x = new Float64Array(30);
  const F = new Float64Array(9);
  const P = new Float64Array(9);
  const T = new Float64Array(81);
  const f = new Float64Array(18);
  const K = new Float64Array(324);
  const stretch = new Float64Array(9);

  const deformation = (c: number): number => {
    const child = 8 * t + tree.roots + c;
    F.fill(0);
    for (let a = 0; a < 4; a++) {
      const n = table[c][a];
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++)
          F[3 * i + j] += x[3 * n + i] * gradients[12 * child + 3 * a + j];
    }
    return child;
  };
  const balance = (): boolean => {
    for (let step = 0; step < NEWTON_STEPS; step++) {
      f.fill(0);
      K.fill(0);
      for (let c = 0; c < 8; c++) {
        const child = deformation(c);
        law.stress(P, 0, F, 0, children, 36 * c);
        law.tangentSemidefinite(T, 0, F, 0, children, 36 * c);
        for (let a = 0; a < 4; a++) {
          const n = table[c][a] - 4;
          if (n < 0) continue;
          const ga = 12 * child + 3 * a;
          for (let i = 0; i < 3; i++) {
            for (let j = 0; j < 3; j++)
              f[3 * n + i] -= volumes[child] * P[3 * i + j] * gradients[ga + j];
          }
          for (let b = 0; b < 4; b++) {
            const q = table[c][b] - 4;
            if (q < 0) continue;
            const gb = 12 * child + 3 * b;
            for (let ij = 0; ij < 9; ij++) {
              for (let kl = 0; kl < 9; kl++) {
                const i = Math.floor(ij / 3);
                const k = Math.floor(kl / 3);
                K[18 * (3 * n + i) + 3 * q + k] +=
                  volumes[child] *
                  T[9 * ij + kl] *
                  gradients[ga + (ij % 3)] *
                  gradients[gb + (kl % 3)];
              }
            }
          }
        }
      }
      if (!cholesky(K, 18)) return false;
      choleskySolve(f, K, 18);
      let moved = 0;
      for (let i = 0; i < 18; i++) {
        x[12 + i] += f[i];
        moved = Math.max(moved, Math.abs(f[i]));
      }
      if (moved < 1e-13) return true;
    }
    return true;
  };

  return (out, m, alpha) => {
    stretchOf(stretch, m, alpha);
    for (let n = 0; n < 4; n++) {
      for (let i = 0; i < 3; i++) {
        x[3 * n + i] =
          stretch[3 * i] * X[3 * n] +
          stretch[3 * i + 1] * X[3 * n + 1] +
          stretch[3 * i + 2] * X[3 * n + 2];
      }
    }
    EDGES.forEach(([a, b], k) => {
      for (let i = 0; i < 3; i++) x[12 + 3 * k + i] = 0.5 * (x[3 * a + i] + x[3 * b + i]);
    });
    out.fill(0);
    if (!balance()) return;
    for (let c = 0; c < 8; c++) {
      const child = deformation(c);
      const share = volumes[child] / volumes[t];
      const e = greenStrain(F);
      for (let r = 0; r < 6; r++) {
        let s = 0;
        for (let k = 0; k < 6; k++) s += children[36 * c + 6 * r + k] * e[k];
        out[r] += share * s;
      }
    }
  };
}

/** The symmetric stretch whose Green strain is alpha in component m (engineering shear), all else zero. */
function stretchOf(U: Float64Array, m: number, alpha: number): void {
  U.fill(0);
  for (let i = 0; i < 9; i += 4) U[i] = 1;
  if (m < 3) {
    U[4 * m] = Math.sqrt(1 + 2 * alpha);
    return;
  }
  const [i, j] = [
    [1, 2],
    [0, 2],
    [0, 1],
  ][m - 3];
  const [plus, minus] = [Math.sqrt(1 + alpha), Math.sqrt(1 - alpha)];
  U[4 * i] = 0.5 * (plus + minus);
  U[4 * j] = U[4 * i];
  U[3 * i + j] = 0.5 * (plus - minus);
  U[3 * j + i] = U[3 * i + j];
}

function greenStrain(F: Float64Array): number[] {
  const c = (i: number, j: number): number =>
    F[i] * F[j] + F[3 + i] * F[3 + j] + F[6 + i] * F[6 + j];
  return [0.5 * (c(0, 0) - 1), 0.5 * (c(1, 1) - 1), 0.5 * (c(2, 2) - 1), c(1, 2), c(0, 2), c(0, 1)];
}
