import { InputError } from '../../core/errors.ts';
import { boundsOf, diagonalOf } from '../bounds.ts';
import { checkMesh } from '../mesh/check.ts';
import { createWinding, refitWinding, type Winding, windingNumbers } from '../mesh/winding.ts';
import { type Bvh, buildBvh, refitBvh } from '../query/bvh.ts';
import { closestFrom } from '../query/bvh-query.ts';
import type { Bounds, Sdf, TriangleMesh } from '../types.ts';

/** The solid inside a closed mesh. */
export interface MeshSdf extends Sdf {
  readonly bvh: Bvh;
  readonly winding: Winding;
  /** Call after changing the mesh's positions in place. Allocates nothing but the new bounds. */
  refit(): void;
}

/**
 * Exact signed distance [m] to a closed triangle mesh. The distance comes from the closest triangle, the sign from the
 * winding number, so it is right next to edges and vertices and where parts touch. Refuses an open, inside-out or
 * broken mesh and says where; `repairMesh` mends what can be mended. Where a mesh passes through itself the distance is
 * to the nearest sheet.
 */
export function meshSdf(mesh: TriangleMesh): MeshSdf {
  for (const fault of checkMesh(mesh)) {
    // Touching along an edge or at a vertex is harmless here: the winding number stays whole.
    const harmless = ['touch', 'vertex', 'degenerate', 'doubled'].includes(fault.kind);
    if (fault.severity === 'error' && !harmless) throw new InputError(fault.message, 'mesh');
  }
  const bvh = buildBvh(mesh);
  const winding = createWinding(bvh);
  let bounds: Bounds = boundsOf(mesh.positions);
  const sign = new Float64Array(1);
  // Closer than rounding there is no side to tell.
  const onSurface = 1e-14 * diagonalOf(bounds);
  return {
    bvh,
    winding,
    get bounds() {
      return bounds;
    },
    refit() {
      refitBvh(bvh);
      refitWinding(winding);
      bounds = boundsOf(mesh.positions);
    },
    evaluate(xyz, n, out) {
      evaluateBatch(bvh, winding, sign, onSurface, xyz, n, out);
    },
  };
}

function evaluateBatch(
  bvh: Bvh,
  winding: Winding,
  scratch: Float64Array,
  onSurface: number,
  xyz: Float64Array,
  n: number,
  out: Float64Array,
): void {
  const { hit, point } = bvh;
  for (let i = 0; i < n; i++) {
    const p = 3 * i;
    let step = Infinity;
    if (i > 0) {
      const x = xyz[p] - xyz[p - 3];
      const y = xyz[p + 1] - xyz[p - 2];
      const z = xyz[p + 2] - xyz[p - 1];
      step = Math.sqrt(x * x + y * y + z * z);
    }
    // Neighbours in a batch are often close: the last distance bounds this one and spares most of the tree.
    const last = i > 0 ? Math.abs(out[i - 1]) : Infinity;
    const bound = (last + step) * (1 + 1e-9);
    hit[3] = bound * bound;
    if (closestFrom(bvh, xyz, p) < 0) {
      hit[3] = Infinity;
      closestFrom(bvh, xyz, p);
    }
    const distance = Math.sqrt(hit[3]);
    if (distance <= onSurface) {
      out[i] = 0;
      continue;
    }
    // No surface within `last` of the last point: its ball is all inside or all outside.
    if (i > 0 && step < last * (1 - 1e-9)) {
      out[i] = out[i - 1] < 0 ? -distance : distance;
      continue;
    }
    point[0] = xyz[p];
    point[1] = xyz[p + 1];
    point[2] = xyz[p + 2];
    windingNumbers(winding, point, 1, scratch);
    out[i] = scratch[0] > 0.5 ? -distance : distance;
  }
}
