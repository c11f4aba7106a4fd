import type { Bar } from '../bar.ts';
import { type Banded, createBanded, factorBanded, solveBanded } from './banded.ts';
import { meshOf, problemOf } from './bars.ts';
import { eachElement, pointOf } from './bricks.ts';
import { CUBE } from './gauss.ts';
import { bandwidth, elastic, heldValues, type Problem } from './hex27.ts';

/** Lowest frequency [Hz] of a bar that bends along y, by 27-node hexahedra: inverse iteration with the stiffness at rest. */
export function barFrequency(bar: Bar, across: number): number {
  const mesh = meshOf(bar, across);
  const problem = problemOf(bar, mesh);
  const n = 3 * mesh.nodes;
  const K = createBanded(n, bandwidth(mesh));
  elastic(problem, new Float64Array(n), new Float64Array(n), K);
  const held = heldValues(problem);
  pin(K, held);
  factorBanded(K);
  let x = new Float64Array(n).map((_, i) => (i % 3 === 1 && Number.isNaN(held[i]) ? 1 : 0));
  let omega2 = 0;
  for (let iteration = 0; iteration < 60; iteration++) {
    const y = massTimes(problem, bar.density, x);
    for (let i = 0; i < n; i++) if (!Number.isNaN(held[i])) y[i] = 0;
    const z = Float64Array.from(y);
    solveBanded(K, z);
    let [xy, zy, zz] = [0, 0, 0];
    for (let i = 0; i < n; i++) {
      xy += x[i] * y[i];
      zy += z[i] * y[i];
      zz += z[i] * z[i];
    }
    const next = xy / zy;
    x = z.map((v) => v / Math.sqrt(zz));
    if (Math.abs(next - omega2) < 1e-10 * next) break;
    omega2 = next;
  }
  return Math.sqrt(omega2) / (2 * Math.PI);
}

function pin(K: Banded, held: Float64Array): void {
  const span = K.width + 1;
  for (let i = 0; i < K.size; i++) {
    if (Number.isNaN(held[i])) continue;
    for (let j = Math.max(0, i - K.width); j < i; j++) K.rows[i * span + K.width - i + j] = 0;
    for (let j = i + 1; j <= Math.min(K.size - 1, i + K.width); j++) {
      K.rows[j * span + K.width - j + i] = 0;
    }
    K.rows[i * span + K.width] = 1;
  }
}

/** y = M x with the consistent mass of the elements. */
function massTimes({ mesh }: Problem, density: number, x: Float64Array): Float64Array {
  const y = new Float64Array(x.length);
  const [g, place] = [new Float64Array(81), new Float64Array(3)];
  eachElement(mesh, (nodes) => {
    for (let q = 0; q < 27; q++) {
      const weight = density * pointOf(g, place, mesh, nodes, CUBE, q);
      for (let axis = 0; axis < 3; axis++) {
        let at = 0;
        for (let n = 0; n < 27; n++) at += CUBE.value[27 * q + n] * x[3 * nodes[n] + axis];
        for (let n = 0; n < 27; n++) {
          y[3 * nodes[n] + axis] += weight * CUBE.value[27 * q + n] * at;
        }
      }
    }
  });
  return y;
}
