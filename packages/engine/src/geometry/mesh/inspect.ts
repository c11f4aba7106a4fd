import type { TriangleMesh } from '../types.ts';
import { checkSurface } from './check-surface.ts';
import { createFaultList, type FaultList, type MeshFault } from './faults.ts';
import { findDoubled, isFlat } from './triangles.ts';

export interface CheckOptions {
  /** Vertices closer than this part of the mesh's diagonal are the same point. */
  tolerance?: number;
  /** Faults listed of each kind; the last one says how many more there are. */
  most?: number;
}

export const CHECK_DEFAULTS: Readonly<Required<CheckOptions>> = { tolerance: 1e-7, most: 16 };

/** Everything that keeps a surface from being the boundary of a solid; empty for a good mesh. */
export function checkMesh(mesh: TriangleMesh, options: CheckOptions = {}): MeshFault[] {
  const { tolerance, most } = { ...CHECK_DEFAULTS, ...options };
  const list = createFaultList(mesh, most);
  checkNumbers(mesh, list);
  if (list.faults.length > 0) return list.finish();
  const sound = checkTriangles(mesh, list);
  if (sound.length > 0) checkSurface({ ...mesh, triangles: sound }, tolerance, list);
  return list.finish();
}

function checkNumbers(mesh: TriangleMesh, list: FaultList): void {
  const { positions, triangles, attributes } = mesh;
  const vertices = Math.floor(positions.length / 3);
  if (positions.length % 3 !== 0 || triangles.length % 3 !== 0 || triangles.length === 0) {
    const got = `${positions.length} and ${triangles.length}`;
    list.add(
      'shape',
      -1,
      `positions, triangles: must have three numbers per item and at least one triangle, got ${got} numbers.`,
      false,
    );
    return;
  }
  for (const name of Object.keys(attributes ?? {})) {
    const got = attributes![name].length;
    if (got === vertices) continue;
    list.add(
      'shape',
      -1,
      `attributes.${name}: must have one number per vertex (${vertices}), got ${got}.`,
      false,
    );
  }
  for (let i = 0; i < positions.length; i++) {
    if (Number.isFinite(positions[i])) continue;
    const v = Math.floor(i / 3);
    list.add(
      'non-finite',
      v,
      `positions: vertex ${v}@ has the coordinate ${positions[i]}; coordinates are finite numbers of metres.`,
      false,
    );
  }
  for (let c = 0; c < triangles.length; c++) {
    if (triangles[c] >= 0 && triangles[c] < vertices) continue;
    const t = Math.floor(c / 3);
    list.add(
      'index',
      -1,
      `triangles: triangle ${t} asks for vertex ${triangles[c]}, but there are ${vertices} (0 to ${vertices - 1}).`,
      false,
    );
  }
}

/** Lists degenerate and doubled triangles; returns those that have three corners and appear once. */
function checkTriangles(mesh: TriangleMesh, list: FaultList): Int32Array {
  const { triangles } = mesh;
  const sound: number[] = [];
  const doubled = findDoubled(triangles);
  for (let t = 0; t < triangles.length / 3; t++) {
    const [a, b, c] = [triangles[3 * t], triangles[3 * t + 1], triangles[3 * t + 2]];
    if (a === b || b === c || c === a) {
      list.add(
        'degenerate',
        a,
        `triangles: triangle ${t}@ uses a vertex twice (${a}, ${b}, ${c}).`,
        true,
      );
      continue;
    }
    if (doubled[t] === 1) {
      list.add('doubled', a, `triangles: triangle ${t}@ (${a}, ${b}, ${c}) is there twice.`, true);
      continue;
    }
    if (isFlat(mesh.positions, a, b, c)) {
      list.add('degenerate', a, `triangles: triangle ${t}@ (${a}, ${b}, ${c}) has no area.`, true);
    }
    sound.push(a, b, c);
  }
  return Int32Array.from(sound);
}
