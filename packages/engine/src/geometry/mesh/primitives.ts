import { check } from '../../core/errors.ts';
import { cos, sin } from '../../math/elementary.ts';
import { createTripleMap, edgeId, tripleId } from '../triple-map.ts';
import type { TriangleMesh } from '../types.ts';

/** A closed ball surface [m]: an icosahedron split `splits` times (20·4^splits triangles), vertices on the sphere. */
export function icosphere(radius = 1, splits = 3): TriangleMesh {
  check(radius > 0, () => `must be a positive length in metres, got ${radius}. Take 1.`, 'radius');
  const whole = Number.isInteger(splits) && splits >= 0 && splits <= 8;
  check(
    whole,
    () => `must be a whole number from 0 to 8, got ${splits}. Take 3 for 1280 triangles.`,
    'splits',
  );
  const g = (1 + Math.sqrt(5)) / 2;
  const points: number[] = [];
  for (const s of [-1, 1]) {
    for (const t of [-g, g]) points.push(0, s, t, s, t, 0, t, 0, s);
  }
  let triangles = hullOfIcosahedron(points);
  const unit = 1 / Math.sqrt(1 + g * g);
  for (let i = 0; i < points.length; i++) points[i] *= unit;
  for (let level = 0; level < splits; level++) triangles = splitInFour(points, triangles);
  const positions = Float64Array.from(points, (p) => p * radius);
  return { positions, triangles: Int32Array.from(triangles) };
}

/** The twenty faces: all triples of vertices at the edge length 2 from each other, turned outwards. */
function hullOfIcosahedron(p: readonly number[]): number[] {
  const near = (a: number, b: number): boolean => {
    const x = p[3 * a] - p[3 * b];
    const y = p[3 * a + 1] - p[3 * b + 1];
    const z = p[3 * a + 2] - p[3 * b + 2];
    return x * x + y * y + z * z < 4.1;
  };
  const out: number[] = [];
  for (let a = 0; a < 12; a++) {
    for (let b = a + 1; b < 12; b++) {
      for (let c = b + 1; c < 12; c++) {
        if (!near(a, b) || !near(b, c) || !near(a, c)) continue;
        if (tripleProduct(p, a, b, c) > 0) out.push(a, b, c);
        else out.push(a, c, b);
      }
    }
  }
  return out;
}

function tripleProduct(p: readonly number[], a: number, b: number, c: number): number {
  const [i, j, k] = [3 * a, 3 * b, 3 * c];
  return (
    p[i] * (p[j + 1] * p[k + 2] - p[j + 2] * p[k + 1]) +
    p[i + 1] * (p[j + 2] * p[k] - p[j] * p[k + 2]) +
    p[i + 2] * (p[j] * p[k + 1] - p[j + 1] * p[k])
  );
}

/** Adds the edges' midpoints to `points`, pushed out to the unit sphere. */
function splitInFour(points: number[], triangles: readonly number[]): number[] {
  const base = points.length / 3;
  const edges = createTripleMap(triangles.length / 2);
  const middle = (a: number, b: number): number => {
    const id = base + edgeId(edges, a, b);
    if (3 * id === points.length) {
      const m = [0, 1, 2].map((d) => points[3 * a + d] + points[3 * b + d]);
      const s = Math.sqrt(m[0] * m[0] + m[1] * m[1] + m[2] * m[2]);
      points.push(m[0] / s, m[1] / s, m[2] / s);
    }
    return id;
  };
  const out: number[] = [];
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [triangles[t], triangles[t + 1], triangles[t + 2]];
    const ab = middle(a, b);
    const bc = middle(b, c);
    const ca = middle(c, a);
    out.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  return out;
}

/** A closed box surface of side lengths `size` [m] around the origin, each face with cells × cells squares. */
export function boxMesh(
  size: readonly [number, number, number] = [1, 1, 1],
  cells: readonly [number, number, number] = [1, 1, 1],
): TriangleMesh {
  for (let d = 0; d < 3; d++) {
    check(
      size[d] > 0,
      () => `must be a positive length in metres, got ${size[d]}. Take 1.`,
      `size[${d}]`,
    );
    const whole = Number.isInteger(cells[d]) && cells[d] > 0;
    check(
      whole,
      () => `must be a whole number of at least 1, got ${cells[d]}. Take 1 or more.`,
      `cells[${d}]`,
    );
  }
  const points: number[] = [];
  const vertices = createTripleMap();
  const vertex = (at: readonly number[]): number => {
    const id = tripleId(vertices, at[0], at[1], at[2]);
    if (3 * id === points.length) {
      for (let d = 0; d < 3; d++) points.push((at[d] / cells[d] - 0.5) * size[d]);
    }
    return id;
  };
  const triangles: number[] = [];
  for (let d = 0; d < 3; d++) {
    const u = (d + 1) % 3;
    const v = (d + 2) % 3;
    for (let side = 0; side < 2; side++) {
      for (let j = 0; j < cells[v]; j++) {
        for (let i = 0; i < cells[u]; i++) {
          const corner = (p: number, q: number): number => {
            const at = [0, 0, 0];
            at[d] = side * cells[d];
            at[u] = i + p;
            at[v] = j + q;
            return vertex(at);
          };
          const quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
          if (side === 0) quad.reverse();
          triangles.push(quad[0], quad[1], quad[2], quad[0], quad[2], quad[3]);
        }
      }
    }
  }
  return { positions: Float64Array.from(points), triangles: Int32Array.from(triangles) };
}

/** A closed ring around the z axis [m]: `major` to the middle of the tube, `minor` the tube's radius. */
export function torusMesh(major = 1, minor = 0.35, around = 48, along = 24): TriangleMesh {
  check(
    major > minor && minor > 0,
    () => `must be between 0 and "major", got ${minor}. Make it smaller.`,
    'minor',
  );
  const enough = Number.isInteger(around) && Number.isInteger(along) && around >= 3 && along >= 3;
  check(
    enough,
    () => `around, along: must be whole numbers of at least 3, got ${around}, ${along}. Take more.`,
  );
  const positions = new Float64Array(3 * around * along);
  const triangles: number[] = [];
  for (let i = 0; i < around; i++) {
    const a = (2 * Math.PI * i) / around;
    for (let j = 0; j < along; j++) {
      const b = (2 * Math.PI * j) / along;
      const r = major + minor * cos(b);
      positions.set([r * cos(a), r * sin(a), minor * sin(b)], 3 * (i * along + j));
      const i2 = ((i + 1) % around) * along;
      const j2 = (j + 1) % along;
      const [p, q] = [i * along + j, i2 + j];
      const [s, t] = [i2 + j2, i * along + j2];
      triangles.push(p, q, s, p, s, t);
    }
  }
  return { positions, triangles: Int32Array.from(triangles) };
}

/** A closed cylinder along the z axis around the origin [m], its ends closed by fans. */
export function cylinderMesh(radius = 0.5, height = 1, around = 32, rows = 1): TriangleMesh {
  check(
    radius > 0 && height > 0,
    () => `radius, height: must be positive, got ${radius}, ${height}. Take 1.`,
  );
  const enough = Number.isInteger(around) && Number.isInteger(rows) && around >= 3 && rows >= 1;
  check(
    enough,
    () => `around, rows: must be whole, at least 3 and 1, got ${around}, ${rows}. Take more.`,
  );
  const points: number[] = [0, 0, -height / 2, 0, 0, height / 2];
  const triangles: number[] = [];
  for (let k = 0; k <= rows; k++) {
    for (let i = 0; i < around; i++) {
      const a = (2 * Math.PI * i) / around;
      points.push(radius * cos(a), radius * sin(a), height * (k / rows - 0.5));
    }
  }
  for (let i = 0; i < around; i++) {
    const j = (i + 1) % around;
    const top = 2 + rows * around;
    triangles.push(0, 2 + j, 2 + i, 1, top + i, top + j);
    for (let k = 0; k < rows; k++) {
      const r = 2 + k * around;
      triangles.push(r + i, r + j, r + around + j, r + i, r + around + j, r + around + i);
    }
  }
  return { positions: Float64Array.from(points), triangles: Int32Array.from(triangles) };
}
