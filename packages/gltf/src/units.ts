import { InputError } from 'pliant/core';
import { compose4, type Mat4 } from './mat4.ts';
import type { PlacedMesh } from './place.ts';

export type UpAxis = 'x' | 'y' | 'z';

/** Longest sides [m] that need no remark: from a mouse to an elephant. */
const USUAL = [0.05, 5] as const;

/** Turn and scale of an import: glTF says metres and y up, files say what they like. */
export function unitMatrix(scale: number, up: UpAxis): Mat4 {
  if (!(scale >= 1e-6 && scale <= 1e6)) {
    throw new InputError(
      `must be from 1e-6 to 1e6, got ${scale}. Millimetres have 0.001.`,
      'scale',
    );
  }
  const h = Math.SQRT1_2;
  const turn = { y: [0, 0, 0, 1], z: [-h, 0, 0, h], x: [0, 0, h, h] }[up];
  if (turn === undefined)
    throw new InputError(`must be "x", "y" or "z", got "${up}". Most files have "y".`, 'up');
  return compose4([0, 0, 0], turn, [scale, scale, scale]);
}

/** Size of the triangles of all meshes together: edges of the box around them, its longest, its lowest point [m]. */
export function extentOf(meshes: readonly PlacedMesh[]): {
  sides: number[];
  size: number;
  lowest: number;
} {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const { positions, triangles } of meshes) {
    for (const v of triangles) {
      for (let d = 0; d < 3; d++) {
        low[d] = Math.min(low[d], positions[3 * v + d]);
        high[d] = Math.max(high[d], positions[3 * v + d]);
      }
    }
  }
  const sides = high.map((h, d) => Math.max(0, h - low[d]));
  return { sides, size: Math.max(...sides), lowest: low[1] };
}

/** What the reader should know about size and axes: never a guess in silence. */
export function unitNotes(sides: readonly number[], scale: number): string[] {
  const [x, y, z] = sides;
  const size = Math.max(x, y, z);
  const metres = (c: number): string => Number(c.toPrecision(3)).toString();
  const notes = [`the figure is ${metres(x)} × ${metres(y)} × ${metres(z)} m (x, y up, z).`];
  if (size < USUAL[0] || size > USUAL[1]) {
    // The power of ten that brings the longest side nearest to a metre and a half.
    const remedy = scale * 10 ** Math.round(Math.log10(1.5 / size));
    notes.push(
      `${metres(size)} m is an unusual size; did you mean --scale ${Number(remedy.toPrecision(3))}?`,
    );
  }
  if (z > 1.5 * y)
    notes.push('it is longer along z than it is tall; if it should stand, say --up z.');
  return notes;
}
