import { createRandom } from 'pliant';

/**
 * Shape matching as position-based libraries do it, in plain TypeScript: overlapping clusters, each summing all its points and
 * turning by the iterative method of Müller et al. 2016. No sums are shared. For comparison only.
 */
export function createClusters(n: number, size: number, h: number): { step(): void } {
  const random = createRandom(2);
  const rest = Float64Array.from({ length: 3 * n }, () => random.range(-1, 1));
  const x = rest.slice();
  const v = Float64Array.from({ length: 3 * n }, () => random.range(-0.1, 0.1));
  const goal = new Float64Array(3 * n);
  const count = new Float64Array(n);
  // Neighbours in a list of random points are as scattered in memory as those of a solid.
  const members = Int32Array.from({ length: n * size }, (_, k) => {
    const c = Math.floor(k / size);
    return k % size === 0 ? c : (c + 1 + random.below(4 * size)) % n;
  });
  const centre = new Float64Array(3 * n);
  for (let c = 0; c < n; c++) {
    for (let k = 0; k < size; k++) {
      const i = members[c * size + k];
      count[i]++;
      for (let d = 0; d < 3; d++) centre[3 * c + d] += rest[3 * i + d] / size;
    }
  }
  const q = new Float64Array(4 * n);
  for (let c = 0; c < n; c++) q[4 * c + 3] = 1;
  const A = new Float64Array(9);
  const R = new Float64Array(9);
  const now = new Float64Array(3);
  return {
    step() {
      goal.fill(0);
      for (let c = 0; c < n; c++) {
        now.fill(0);
        A.fill(0);
        for (let k = 0; k < size; k++) {
          const i = 3 * members[c * size + k];
          for (let d = 0; d < 3; d++) now[d] += x[i + d] / size;
        }
        for (let k = 0; k < size; k++) {
          const i = 3 * members[c * size + k];
          for (let a = 0; a < 3; a++) {
            for (let b = 0; b < 3; b++) {
              A[3 * a + b] += (x[i + a] - now[a]) * (rest[i + b] - centre[3 * c + b]);
            }
          }
        }
        turn(q, 4 * c, R, A);
        for (let k = 0; k < size; k++) {
          const i = 3 * members[c * size + k];
          for (let a = 0; a < 3; a++) {
            let g = now[a];
            for (let b = 0; b < 3; b++) g += R[3 * a + b] * (rest[i + b] - centre[3 * c + b]);
            goal[i + a] += g;
          }
        }
      }
      for (let i = 0; i < 3 * n; i++) {
        v[i] += (goal[i] / count[Math.floor(i / 3)] - x[i]) / h;
        x[i] += h * v[i];
      }
    },
  };
}

/** Five rounds of ω = Σ r × a / |Σ r·a|. */
function turn(q: Float64Array, k: number, R: Float64Array, A: Float64Array): void {
  for (let round = 0; round < 5; round++) {
    matrix(R, q, k);
    let dot = 1e-9;
    const w = [0, 0, 0];
    for (let c = 0; c < 3; c++) {
      const [rx, ry, rz] = [R[c], R[3 + c], R[6 + c]];
      const [ax, ay, az] = [A[c], A[3 + c], A[6 + c]];
      w[0] += ry * az - rz * ay;
      w[1] += rz * ax - rx * az;
      w[2] += rx * ay - ry * ax;
      dot += rx * ax + ry * ay + rz * az;
    }
    const s = 0.5 / Math.abs(dot);
    const [x, y, z, o] = [q[k], q[k + 1], q[k + 2], q[k + 3]];
    const [a, b, c] = [w[0] * s, w[1] * s, w[2] * s];
    q[k] = x + o * a + b * z - c * y;
    q[k + 1] = y + o * b + c * x - a * z;
    q[k + 2] = z + o * c + a * y - b * x;
    q[k + 3] = o - a * x - b * y - c * z;
    const norm = Math.sqrt(q[k] ** 2 + q[k + 1] ** 2 + q[k + 2] ** 2 + q[k + 3] ** 2);
    for (let d = 0; d < 4; d++) q[k + d] /= norm;
  }
  matrix(R, q, k);
}

function matrix(R: Float64Array, q: Float64Array, k: number): void {
  const [x, y, z, w] = [q[k], q[k + 1], q[k + 2], q[k + 3]];
  R[0] = 1 - 2 * (y * y + z * z);
  R[1] = 2 * (x * y - w * z);
  R[2] = 2 * (x * z + w * y);
  R[3] = 2 * (x * y + w * z);
  R[4] = 1 - 2 * (x * x + z * z);
  R[5] = 2 * (y * z - w * x);
  R[6] = 2 * (x * z - w * y);
  R[7] = 2 * (y * z + w * x);
  R[8] = 1 - 2 * (x * x + y * y);
}
