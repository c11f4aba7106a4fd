import {
  compileShape,
  createRandom,
  extractSurface,
  LIBRARY,
  type Random,
  type TriangleMesh,
} from 'pliant';
import type { RegisterOptions } from 'pliant/register';

/** A template, a target made of it by a known field, and where each vertex of the template ought to go. */
export interface RegistrationCase {
  readonly name: string;
  readonly template: TriangleMesh;
  readonly target: TriangleMesh;
  readonly truth: Float64Array;
  /** The same for turns that take the shape exactly to itself: no scan tells them apart. */
  readonly others: readonly Float64Array[];
  /** Diagonal of the template's box in the target's units: errors are parts of it. */
  readonly size: number;
  readonly options: RegisterOptions;
}

/** The template's box: middle, diagonal, axes from longest to shortest, extent along the first. */
interface Box {
  readonly middle: readonly number[];
  readonly L: number;
  readonly axes: readonly number[];
  readonly length: number;
}

/** Moves a point about the middle of the box, in place. */
export type Field = (box: Box) => (p: number[]) => void;

/** What a distance field is made from. */
export type Shape = Parameters<typeof compileShape>[0];

const degrees = Math.PI / 180;

/** a ← (1/k − b) sin ka, b ← 1/k − (1/k − b) cos ka, k the angle over the length. */
export const bend =
  (angle: number): Field =>
  ({ axes: [a, b], length }) => {
    const k = (angle * degrees) / length;
    return (p) => {
      const [u, v] = [p[a], p[b]];
      p[a] = (1 / k - v) * Math.sin(k * u);
      p[b] = 1 / k - (1 / k - v) * Math.cos(k * u);
    };
  };

export const twist =
  (angle: number): Field =>
  ({ axes: [a, b, c], length }) => {
    const k = (angle * degrees) / length;
    return (p) => {
      const [s, t] = [Math.sin(k * p[a]), Math.cos(k * p[a])];
      const [u, v] = [p[b], p[c]];
      p[b] = t * u - s * v;
      p[c] = s * u + t * v;
    };
  };

export const wave =
  (height: number): Field =>
  ({ L }) =>
  (p) => {
    const [x, y, z] = p;
    const at = [y, z, x];
    for (let i = 0; i < 3; i++)
      p[i] += height * L * Math.sin((2 * Math.PI * at[i]) / (0.8 * L) + i);
  };

export const taperedWave =
  (height: number): Field =>
  (box) => {
    const {
      axes: [a, b, c],
      length,
    } = box;
    const then = wave(height)(box);
    return (p) => {
      const s = 0.75 + 0.55 * (p[a] / length + 0.5);
      p[b] *= s;
      p[c] *= s;
      then(p);
    };
  };

/** Template and target of a library shape or a shape of its own, the target moved by a field. */
export function makeCase(
  name: string,
  shape: string | Shape,
  field: Field,
  damage: Damage = (c) => c,
): RegistrationCase {
  const sdf = compileShape(typeof shape === 'string' ? LIBRARY[shape].shape() : shape);
  const b = sdf.bounds;
  const longest = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  const template = extractSurface(sdf, longest / 48);
  const target = extractSurface(sdf, longest / 64);
  const box = boxOf(template.positions);
  const moved = (x: Float64Array): Float64Array => moveBy(field, template.positions, x);
  const whole: RegistrationCase = {
    name,
    template,
    target: { positions: moved(target.positions), triangles: target.triangles },
    truth: moved(template.positions),
    others: exactTurns(typeof shape === 'string' ? shape : '', template.positions).map(moved),
    size: box.L,
    options: {},
  };
  return damage(whole, createRandom(17), box);
}

/** Shapes that are the same after a turn about the vertical axis by this part of a circle. */
const FOLD: Readonly<Record<string, number>> = { fir: 9 };

function exactTurns(shape: string, x: Float64Array): Float64Array[] {
  const fold = FOLD[shape] ?? 1;
  return Array.from({ length: fold - 1 }, (_, k) => {
    const angle = (2 * Math.PI * (k + 1)) / fold;
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const out = x.slice();
    for (let i = 0; i < x.length; i += 3) {
      out[i] = c * x[i] + s * x[i + 2];
      out[i + 2] = c * x[i + 2] - s * x[i];
    }
    return out;
  });
}

/** Points as a field moves them, about the box of a template. */
export function moveBy(field: Field, template: Float64Array, x: Float64Array): Float64Array {
  const box = boxOf(template);
  const move = field(box);
  const out = new Float64Array(x.length);
  for (let i = 0; i < x.length; i += 3) {
    const p = [0, 1, 2].map((d) => x[i + d] - box.middle[d]);
    move(p);
    for (let d = 0; d < 3; d++) out[i + d] = p[d] + box.middle[d];
  }
  return out;
}

function boxOf(x: Float64Array): Box {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < x.length; i++) {
    low[i % 3] = Math.min(low[i % 3], x[i]);
    high[i % 3] = Math.max(high[i % 3], x[i]);
  }
  const side = [0, 1, 2].map((d) => high[d] - low[d]);
  const axes = [0, 1, 2].sort((p, q) => side[q] - side[p]);
  return {
    middle: [0, 1, 2].map((d) => (low[d] + high[d]) / 2),
    L: Math.sqrt(side[0] ** 2 + side[1] ** 2 + side[2] ** 2),
    axes,
    length: side[axes[0]],
  };
}

/** Something done to a target. */
export type Damage = (whole: RegistrationCase, random: Random, box: Box) => RegistrationCase;

/** A normal number (the sum of twelve uniform ones). */
export const gauss = (random: Random): number => {
  let sum = -6;
  for (let i = 0; i < 12; i++) sum += random.next();
  return sum;
};

/** Noise along the normals, of a standard deviation in parts of L. */
export const noise =
  (part: number): Damage =>
  (whole, random) => {
    const { positions, triangles } = whole.target;
    const normals = vertexNormals(whole.target);
    const out = positions.slice();
    for (let v = 0; v < out.length; v += 3) {
      const step = part * whole.size * gauss(random);
      for (let d = 0; d < 3; d++) out[v + d] += step * normals[v + d];
    }
    return { ...whole, target: { positions: out, triangles } };
  };

/** Takes a part of the area off at the upper end of the longest axis, and holes of a radius in parts of L. */
export const partial =
  (share: number, holes = 0, radius = 0): Damage =>
  (whole, random, { axes }) => {
    const { positions: x, triangles } = whole.target;
    const n = triangles.length / 3;
    const middle = (t: number, d: number): number =>
      (x[3 * triangles[3 * t] + d] +
        x[3 * triangles[3 * t + 1] + d] +
        x[3 * triangles[3 * t + 2] + d]) /
      3;
    const order = Array.from({ length: n }, (_, t) => t).sort(
      (s, t) => middle(s, axes[0]) - middle(t, axes[0]),
    );
    let total = 0;
    for (let t = 0; t < n; t++) total += areaOf(whole.target, t);
    const kept: number[] = [];
    let below = 0;
    for (const t of order) {
      below += areaOf(whole.target, t);
      if (below <= (1 - share) * total) kept.push(t);
    }
    const centres = Array.from({ length: holes }, () => kept[random.below(kept.length)]);
    const left = kept.filter((t) =>
      centres.every((c) => {
        let square = 0;
        for (let d = 0; d < 3; d++) square += (middle(t, d) - middle(c, d)) ** 2;
        return square > (radius * whole.size) ** 2;
      }),
    );
    left.sort((s, t) => s - t);
    const faces = Int32Array.from(left.flatMap((t) => [...triangles.subarray(3 * t, 3 * t + 3)]));
    return { ...whole, target: compact({ positions: x, triangles: faces }) };
  };

/** A floor under the target, seen from above, and six small solids around it. */
export const clutter: Damage = (whole, random) => {
  const parts: TriangleMesh[] = [whole.target];
  const { middle, L } = boxOf(whole.target.positions);
  let low = Infinity;
  for (let i = 1; i < whole.target.positions.length; i += 3)
    low = Math.min(low, whole.target.positions[i]);
  parts.push(shifted(sheet(1.1 * L, 0.7 * L, 40), [middle[0], low - 0.01 * L, middle[2]]));
  for (let i = 0; i < 6; i++) {
    const solid = compileShape({ type: 'sphere', radius: 0.06 * L });
    const angle = i + random.next();
    const at = [
      middle[0] + 0.6 * L * Math.cos(angle),
      low + 0.1 * L * random.next(),
      middle[2] + 0.5 * L * Math.sin(angle),
    ];
    parts.push(shifted(extractSurface(solid, L / 60), at));
  }
  return { ...whole, target: joined(parts) };
};

/** Points instead of faces, with noise in parts of L. */
export const cloud =
  (points: number, part: number): Damage =>
  (whole, random, box) => {
    const { target } = noise(part)(whole, random, box);
    const n = target.triangles.length / 3;
    const sums = new Float64Array(n);
    let total = 0;
    for (let t = 0; t < n; t++) {
      total += areaOf(target, t);
      sums[t] = total;
    }
    const positions = new Float64Array(3 * points);
    let t = 0;
    for (let i = 0; i < points; i++) {
      while (sums[t] < ((i + 0.5) / points) * total) t++;
      const [r, s] = [Math.sqrt(random.next()), random.next()];
      const w = [1 - r, r * (1 - s), r * s];
      for (let d = 0; d < 3; d++) {
        for (let k = 0; k < 3; k++)
          positions[3 * i + d] += w[k] * target.positions[3 * target.triangles[3 * t + k] + d];
      }
    }
    return { ...whole, target: { positions, triangles: new Int32Array(0) } };
  };

/** Target and truth turned at random, of another size and elsewhere. */
export const anywhere =
  (scale: number): Damage =>
  (whole, random) => {
    const q = [0, 0, 0, 0].map(() => gauss(random));
    const size = Math.sqrt(q.reduce((sum, x) => sum + x * x, 0));
    const [x, y, z, w] = q.map((c) => c / size);
    const R = [
      [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
      [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
      [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ];
    const turned = (p: Float64Array): Float64Array => {
      const out = new Float64Array(p.length);
      for (let i = 0; i < p.length; i += 3) {
        for (let d = 0; d < 3; d++)
          out[i + d] =
            scale * (R[d][0] * p[i] + R[d][1] * p[i + 1] + R[d][2] * p[i + 2] + 3 * (d + 1));
      }
      return out;
    };
    return {
      ...whole,
      target: { ...whole.target, positions: turned(whole.target.positions) },
      truth: turned(whole.truth),
      others: whole.others.map(turned),
      size: scale * whole.size,
      options: { ...whole.options, prealign: 'full' },
    };
  };

/** Several damages, one after the other. */
export const both =
  (...damages: Damage[]): Damage =>
  (whole, random, box) =>
    damages.reduce((c, damage) => damage(c, random, box), whole);

/** Root mean square and largest distance from the truth, the nearest of several, in per cent of the diagonal. */
export function correspondence(
  { truth, others, size }: RegistrationCase,
  positions: Float64Array,
): { rms: number; max: number } {
  return [truth, ...others]
    .map((goal) => errorOf(goal, size, positions))
    .reduce((best, one) => (one.rms < best.rms ? one : best));
}

function errorOf(
  goal: Float64Array,
  size: number,
  positions: Float64Array,
): { rms: number; max: number } {
  let [sum, most] = [0, 0];
  for (let i = 0; i < goal.length; i += 3) {
    let square = 0;
    for (let d = 0; d < 3; d++) square += (positions[i + d] - goal[i + d]) ** 2;
    sum += square;
    most = Math.max(most, square);
  }
  return {
    rms: (100 * Math.sqrt((3 * sum) / goal.length)) / size,
    max: (100 * Math.sqrt(most)) / size,
  };
}

export function areaOf({ positions: x, triangles }: TriangleMesh, t: number): number {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
  const u = [0, 1, 2].map((d) => x[b + d] - x[a + d]);
  const v = [0, 1, 2].map((d) => x[c + d] - x[a + d]);
  return (
    Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]) / 2
  );
}

export function vertexNormals({ positions: x, triangles }: TriangleMesh): Float64Array {
  const out = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const u = [0, 1, 2].map((d) => x[b + d] - x[a + d]);
    const v = [0, 1, 2].map((d) => x[c + d] - x[a + d]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const p of [a, b, c]) for (let d = 0; d < 3; d++) out[p + d] += n[d];
  }
  for (let v = 0; v < out.length; v += 3) {
    const size = Math.hypot(out[v], out[v + 1], out[v + 2]) || 1;
    for (let d = 0; d < 3; d++) out[v + d] /= size;
  }
  return out;
}

function shifted(mesh: TriangleMesh, by: readonly number[]): TriangleMesh {
  return { ...mesh, positions: mesh.positions.map((x, i) => x + by[i % 3]) };
}

/** A flat sheet about the origin, facing up. */
function sheet(width: number, depth: number, cells: number): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (let j = 0; j <= cells; j++) {
    for (let i = 0; i <= cells; i++) {
      positions.push(width * (i / cells - 0.5), 0, depth * (j / cells - 0.5));
      if (i === cells || j === cells) continue;
      const v = i + (cells + 1) * j;
      triangles.push(v, v + cells + 1, v + 1, v + 1, v + cells + 1, v + cells + 2);
    }
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

export function joined(parts: readonly TriangleMesh[]): TriangleMesh {
  const positions: number[] = [];
  const triangles: number[] = [];
  for (const part of parts) {
    const first = positions.length / 3;
    for (const v of part.triangles) triangles.push(first + v);
    for (const x of part.positions) positions.push(x);
  }
  return { positions: Float64Array.from(positions), triangles: Int32Array.from(triangles) };
}

/** Without vertices that no face uses. */
export function compact({ positions, triangles }: TriangleMesh): TriangleMesh {
  const to = new Map<number, number>();
  const kept: number[] = [];
  const faces = triangles.map((v) => {
    let at = to.get(v);
    if (at === undefined) {
      at = to.size;
      to.set(v, at);
      for (let d = 0; d < 3; d++) kept.push(positions[3 * v + d]);
    }
    return at;
  });
  return { positions: Float64Array.from(kept), triangles: faces };
}
