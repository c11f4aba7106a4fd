/** The axis of a file that points up. */
export type Up = 'x' | 'y' | 'z';

/** A unit that files are in. */
export interface Unit {
  readonly name: string;
  readonly metres: number;
}

export const UNITS: readonly Unit[] = [
  { name: 'm', metres: 1 },
  { name: 'cm', metres: 0.01 },
  { name: 'mm', metres: 0.001 },
  { name: 'in', metres: 0.0254 },
];

/** Longest sides [m] that things have which people model: from a mouse to somebody who reaches up. */
const USUAL = [0.05, 2.5] as const;
/** What is built for printers is in millimetres, with z up; what is modelled is in metres more often than not. */
const PRINTED = ['stl'];
/** Faces that look down this steeply stand on the floor: cosine of 8 degrees. */
const FLAT = 0.99;
/** How near to the lowest point a foot is, as a part of the height. */
const NEAR = 0.02;
/** Part of the area of the surface that makes a foot. */
const FOOT = 0.015;

/** The unit a file is in, by how large the thing would be. Nothing in a file says so: whoever asks shows the answer. */
export function guessUnit(longest: number, format: string): Unit {
  const [m, cm, mm] = UNITS;
  const order = PRINTED.includes(format) ? [mm, cm, m] : [m, cm, mm];
  const fits = (unit: Unit): boolean =>
    longest * unit.metres >= USUAL[0] && longest * unit.metres <= USUAL[1];
  const found = order.find(fits);
  if (found !== undefined) return found;
  // A power of ten that makes it about half a metre.
  const metres = 10 ** Math.round(Math.log10(0.5 / longest));
  return { name: `${metres} m`, metres };
}

/** The axis that is up: the one it has a flat foot along, else the one that its format is used to. */
export function guessUp(
  positions: ArrayLike<number>,
  triangles: ArrayLike<number>,
  format: string,
): Up {
  const usual: Up = PRINTED.includes(format) || format === 'msh' ? 'z' : 'y';
  const other: Up = usual === 'y' ? 'z' : 'y';
  const [own, its] = [footOf(positions, triangles, usual), footOf(positions, triangles, other)];
  return its > FOOT && own < 0.25 * its ? other : usual;
}

/** The part of the surface that looks straight down and is lowest along an axis. */
function footOf(positions: ArrayLike<number>, triangles: ArrayLike<number>, up: Up): number {
  const axis = 'xyz'.indexOf(up);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = axis; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]);
    high = Math.max(high, positions[i]);
  }
  const limit = low + NEAR * (high - low);
  let [foot, all] = [0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const normal = crossOf(positions, corners);
    const area = Math.hypot(...normal);
    all += area;
    const isLow = corners.every((o) => positions[o + axis] <= limit);
    if (isLow && -normal[axis] > FLAT * area) foot += area;
  }
  return all > 0 ? foot / all : 0;
}

function crossOf(p: ArrayLike<number>, [a, b, c]: readonly number[]): [number, number, number] {
  const u = [0, 1, 2].map((k) => p[b + k] - p[a + k]);
  const v = [0, 1, 2].map((k) => p[c + k] - p[a + k]);
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}

/** A closed surface bounds a thin thing if the middle one of its sides has so many thicknesses: a cube has 3, a plate 8 : 8 : 1 has 10. */
const THIN = 6;

/** Whether what a surface bounds is thin: finite elements of such things are many, and all of them touch the floor. */
export function isThin(positions: ArrayLike<number>, triangles: ArrayLike<number>): boolean {
  const low = [0, 1, 2].map(() => Number.POSITIVE_INFINITY);
  const high = [0, 1, 2].map(() => Number.NEGATIVE_INFINITY);
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  const [, middle] = high.map((x, d) => x - low[d]).sort((a, b) => a - b);
  let [area, volume] = [0, 0];
  for (let t = 0; t < triangles.length; t += 3) {
    const corners = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const normal = crossOf(positions, corners);
    area += Math.hypot(...normal) / 2;
    // From the lowest corner, so that what lies far from the origin loses no digits.
    volume += normal.reduce((sum, n, d) => sum + n * (positions[corners[0] + d] - low[d]), 0) / 6;
  }
  const thickness = (2 * Math.abs(volume)) / area;
  return middle > THIN * thickness;
}

/** A name that scenes take. */
export function safeName(file: string): string {
  const stem = file.replace(/^.*[/\\]/, '').replace(/\.\w+$/, '');
  return stem.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 40) || 'mesh';
}
