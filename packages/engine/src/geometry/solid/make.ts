import { check, InputError } from '../../core/errors.ts';
import { boundsOf } from '../bounds.ts';
import { signedVolume } from '../mass.ts';
import { checkMesh, type MeshFault, repairMesh } from '../mesh/check.ts';
import { borderVertices } from '../mesh/check-surface.ts';
import { meshEdges } from '../mesh/edges.ts';
import { findDoubled, isFlat } from '../mesh/triangles.ts';
import { vertexAreas } from '../mesh/vertex-areas.ts';
import { remapVertices, weldMap } from '../mesh/weld.ts';
import { CRACK, LARGEST_LID, PRESSED, SAME_VERTEX, THICKNESS } from '../numbers.ts';
import type { TriangleMesh } from '../types.ts';
import { surfaceAround } from './around.ts';
import { passesThrough } from './overlap.ts';
import { type Parts, type SolidKind, sortParts } from './parts.ts';

export interface SolidOptions {
  /**
   * A closed mesh is taken as it stands. `auto` mends what is safe to mend, and otherwise fills what is nearly closed
   * and wraps the rest. `fill` closes every hole with a lid. `wrap` gives all that is open a thickness.
   */
  solid?: SolidKind;
  /** Thickness of what is wrapped, in units of the mesh; a sixteenth of the longest side if not given. */
  thickness?: number;
  /** Triangles along a side of a solid that is made. */
  resolution?: number;
}

/** A solid made of a mesh, and the mesh that is seen and rides on it. */
export interface Solid {
  /** The closed surface of the solid; `surface` itself where that is closed. */
  readonly boundary: TriangleMesh;
  /** What is seen: the given mesh at its places, vertices at the same place made one. */
  readonly surface: TriangleMesh;
  /**
   * For each given vertex the vertex of `surface` that stands for it, −1 for one that no triangle uses; shape [given].
   */
  readonly source: Int32Array;
  /** What was done, in words; empty if nothing was. */
  readonly done: readonly string[];
}

export const SOLID_DEFAULTS: Readonly<Required<Omit<SolidOptions, 'thickness'>>> = {
  solid: 'auto',
  resolution: 48,
};

/**
 * Faults that leave nothing to work with, and those that distances do not mind: faces that touch still bound a solid.
 */
const UNREADABLE = ['shape', 'non-finite', 'index'];
export const isUnreadable = ({ kind }: MeshFault): boolean => UNREADABLE.includes(kind);
export const isHarmless = ({ kind }: MeshFault): boolean => kind === 'touch' || kind === 'vertex';

/**
 * Makes a solid of whatever comes: holes, flipped and doubled faces, edges of many triangles, pieces that pass through
 * each other, sheets and open shells. Refused with an InputError only if it is no mesh or has no extent.
 */
export function makeSolid(mesh: TriangleMesh, options: SolidOptions = {}): Solid {
  const { solid, resolution } = { ...SOLID_DEFAULTS, ...options };
  const faults = checkMesh(mesh).filter((f) => f.severity === 'error');
  const unreadable = faults.find(isUnreadable);
  check(unreadable === undefined, () => unreadable?.message ?? '', 'mesh');
  const b = boundsOf(mesh.positions);
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    size > 0,
    () => 'must have an extent, got all vertices at one place. Is it the right file?',
    'mesh',
  );
  const faulty = faults.some((f) => !isHarmless(f));
  const sound = mend(mesh, faulty, solid, size);
  if (sound !== null) return sound;
  const { surface, source } = clean(mesh, size);
  check(
    surface.triangles.length > 0,
    () => 'must have an extent, got no triangle with an area. Is it the right file?',
    'mesh',
  );
  // Worked out about the middle and at length one: tolerances and rounding are then the same at every size and place.
  const middle = [0, 1, 2].map((d) => (b[d] + b[d + 3]) / 2);
  const unit = surface.positions.map((x, i) => (x - middle[i % 3]) / size);
  const { parts: sorted, turned } = partsOf(
    { positions: unit, triangles: surface.triangles },
    solid,
  );
  const thickness = (options.thickness ?? THICKNESS * size) / size;
  let parts = sorted;
  let made = surfaceAround(unit, parts, thickness / 2, resolution);
  if (made === null) {
    parts = wrapped(sorted);
    made = surfaceAround(unit, parts, thickness / 2, resolution);
  }
  check(
    made !== null,
    () => `is too small to wrap a mesh of ${size} m, got ${thickness * size} m. Take a larger one.`,
    'thickness',
  );
  const boundary = {
    positions: made.positions.map((x, i) => x * size + middle[i % 3]),
    triangles: made.triangles,
  };
  const done = sayParts(parts, thickness * size);
  return { boundary, surface: { ...surface, triangles: turned }, source, done };
}

/** What seemed closed has nothing inside, as a bag pressed flat has not: it is a sheet. */
function wrapped({ fill, wrap, filled, wrapped: open, riding }: Parts): Parts {
  const all = new Int32Array(wrap.length + fill.length);
  all.set(wrap);
  all.set(fill, wrap.length);
  return {
    fill: new Int32Array(0),
    wrap: all,
    filled: 0,
    wrapped: open + filled,
    riding,
  };
}

/** The mesh as it stands or mended, or null if that leaves no solid that counts everything once. */
function mend(mesh: TriangleMesh, faulty: boolean, kind: SolidKind, size: number): Solid | null {
  let found: { mesh: TriangleMesh; source: Int32Array; done: readonly string[] };
  try {
    found = faulty
      ? repairMesh(mesh)
      : {
          mesh,
          source: Int32Array.from({ length: mesh.positions.length / 3 }, (_, v) => v),
          done: [],
        };
  } catch (error) {
    if (error instanceof InputError) return null;
    throw error;
  }
  if (kind === 'wrap' && found.done.some((text) => text.startsWith('filled'))) return null;
  // A lid as large as the mesh itself closes a sheet with its own back: that is no solid.
  if (faulty && areaOf(found.mesh) > LARGEST_LID * areaOf(mesh)) return null;
  if (Math.abs(signedVolume(found.mesh)) < PRESSED * size * areaOf(found.mesh)) return null;
  if (passesThrough(found.mesh)) return null;
  return { boundary: found.mesh, surface: found.mesh, source: found.source, done: found.done };
}

function areaOf(mesh: TriangleMesh): number {
  return vertexAreas(mesh).reduce((sum, area) => sum + area, 0);
}

/** Without triangles that are doubled or have no area, vertices at the same place made one. */
function clean(mesh: TriangleMesh, size: number): { surface: TriangleMesh; source: Int32Array } {
  const map = weldMap(mesh.positions, SAME_VERTEX * size);
  const triangles = sound(
    mesh.positions,
    mesh.triangles.map((v) => map[v]),
  );
  const used = new Int32Array(map.length).fill(-1);
  for (const v of triangles) used[v] = 0;
  let n = 0;
  for (let v = 0; v < used.length; v++) if (used[v] === 0) used[v] = n++;
  return {
    surface: remapVertices({ ...mesh, triangles }),
    source: map.map((v) => used[v]),
  };
}

function sound(x: Float64Array, triangles: Int32Array): Int32Array {
  const doubled = findDoubled(triangles);
  return triangles.filter((_, c) => {
    const t = Math.floor(c / 3);
    return (
      doubled[t] === 0 && !isFlat(x, triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2])
    );
  });
}

/** What to fill and what to wrap, with cracks closed; `turned` are the given triangles turned as they were there. */
function partsOf({ positions, triangles }: TriangleMesh, kind: SolidKind) {
  const work = joinCracks(positions, triangles);
  // Of two that lie on each other back to back one is enough: a sheet with two sides.
  const first = new Map<string, number>();
  const kept: number[] = [];
  for (let t = 0; t < work.length / 3; t++) {
    const [a, b, c] = [work[3 * t], work[3 * t + 1], work[3 * t + 2]];
    if (a === b || b === c || c === a) continue;
    const key = [a, b, c].sort((p, q) => p - q).join();
    if (first.has(key)) continue;
    first.set(key, t);
    kept.push(t);
  }
  const own = Int32Array.from(kept.flatMap((t) => [work[3 * t], work[3 * t + 1], work[3 * t + 2]]));
  const before = own.slice();
  const parts: Parts = sortParts({ positions, triangles: own }, kind);
  const turned = triangles.slice();
  kept.forEach((t, i) => {
    if (own[3 * i + 1] === before[3 * i + 1]) return;
    [turned[3 * t + 1], turned[3 * t + 2]] = [turned[3 * t + 2], turned[3 * t + 1]];
  });
  return { parts, turned };
}

/** Triangles with the vertices of cracks made one: borders much nearer to each other than edges are long. */
function joinCracks(positions: Float64Array, triangles: Int32Array): Int32Array {
  const border = borderVertices({ positions, triangles }, meshEdges(triangles));
  if (border === null) return triangles;
  let length = 0;
  for (let c = 0; c < triangles.length; c++) {
    const [p, q] = [3 * triangles[c], 3 * triangles[c % 3 === 2 ? c - 2 : c + 1]];
    const [x, y, z] = [0, 1, 2].map((d) => positions[p + d] - positions[q + d]);
    length += Math.sqrt(x * x + y * y + z * z);
  }
  const map = weldMap(positions, (CRACK * length) / triangles.length, border);
  return triangles.map((v) => map[v]);
}

function sayParts({ filled, wrapped, riding }: Parts, thickness: number): string[] {
  const of = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
  return [
    filled > 0 ? `filled ${of(filled, 'part')} where the surface goes round by more than half` : '',
    wrapped > 0
      ? `gave ${of(wrapped, 'open part')} a thickness of ${thickness.toPrecision(2)} m`
      : '',
    riding > 0 ? `left ${of(riding, 'small open part')} to ride on the solid` : '',
  ].filter((text) => text !== '');
}
