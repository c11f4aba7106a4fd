import { formatPoint } from '../bounds.ts';
import type { TriangleMesh } from '../types.ts';

/** What can be wrong with a surface. */
export type MeshFaultKind =
  | 'shape'
  | 'non-finite'
  | 'index'
  | 'degenerate'
  | 'doubled'
  | 'duplicate'
  | 'hole'
  | 'edge'
  | 'touch'
  | 'vertex'
  | 'flipped'
  | 'one-sided'
  | 'inside-out'
  | 'components';

/** One fault, with its place and what to do about it. */
export interface MeshFault {
  kind: MeshFaultKind;
  /** Names the place (index and coordinates) and the remedy. */
  message: string;
  /** Where it is [m]; not finite if the fault has no place. */
  place: readonly [number, number, number];
  /** True if `repairMesh` mends it, or leaves it because it is only a note. */
  repairable: boolean;
  /** A 'note' does not keep the mesh from being a solid. */
  severity: 'error' | 'note';
}

const MEND = 'Call repairMesh, or mend it in a modelling program.';
const BY_HAND = 'Mend it in a modelling program.';

/** Collects faults, a few of each kind. */
export interface FaultList {
  faults: MeshFault[];
  /** Adds a fault at vertex v (−1: no place). An @ in `what` becomes its coordinates. */
  add(kind: MeshFaultKind, v: number, what: string, repairable: boolean): void;
  /** The faults, with the number of those left out. */
  finish(): MeshFault[];
}

/** An empty list for a mesh, keeping at most `most` of each kind. */
export function createFaultList(mesh: TriangleMesh, most: number): FaultList {
  const faults: MeshFault[] = [];
  const counts = new Map<MeshFaultKind, number>();
  const lastOf = new Map<MeshFaultKind, MeshFault>();
  return {
    faults,
    add(kind, v, what, repairable) {
      const n = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, n);
      if (n > most) return;
      const x = mesh.positions;
      const place =
        v < 0 ? ([NaN, NaN, NaN] as const) : ([x[3 * v], x[3 * v + 1], x[3 * v + 2]] as const);
      const where = v < 0 ? '' : ` at ${formatPoint(...place)}`;
      const note = kind === 'components';
      const remedy = note ? '' : ` ${repairable ? MEND : BY_HAND}`;
      const message = `${what.replace('@', where)}${remedy}`;
      const fault: MeshFault = {
        kind,
        message,
        place,
        repairable,
        severity: note ? 'note' : 'error',
      };
      faults.push(fault);
      lastOf.set(kind, fault);
    },
    finish() {
      for (const [kind, n] of counts) {
        const last = lastOf.get(kind);
        if (last !== undefined && n > most) last.message += ` (And ${n - most} more like this.)`;
      }
      return faults;
    },
  };
}
