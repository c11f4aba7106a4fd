import { createEmbedder } from '../../../geometry/tets/embed.ts';
import { shapeGradients } from '../../../geometry/tets/mesh.ts';
import type { Sdf, TetMesh } from '../../../geometry/types.ts';
import { type LayerData, ROLE, type Rows } from '../model.ts';

/** Finite elements on tetrahedra. The layer does not move points more than `reach` [m] outside the mesh. */
export function tetLayer(
  name: string,
  mesh: TetMesh,
  pinned: Uint8Array,
  region: Sdf | null,
  strict: boolean,
  reach: number,
): LayerData {
  const functions = mesh.positions.length / 3;
  const basis = { kind: 'tet', mesh, reach } as const;
  return {
    name,
    kind: 'tet',
    form: 'scalar',
    functions,
    unknowns: 3 * functions,
    scripted: false,
    tracks: 0,
    basis,
    rows: tetRows(basis),
    pinned,
    places: mesh.positions,
    role: new Uint8Array(functions).fill(ROLE.place),
    centre: new Float64Array(3),
    region,
    strict,
  };
}

/** Tetrahedra, and how far from them [m] points still move along. */
export interface TetBasis {
  readonly kind: 'tet';
  readonly mesh: TetMesh;
  readonly reach: number;
}

export function tetRows({ mesh, reach }: TetBasis): (points: Float64Array) => Rows {
  const gradients = shapeGradients(mesh);
  const embed = createEmbedder(mesh);
  return (points) => {
    const tied = embed(points);
    const n = points.length / 3;
    const ptr = new Int32Array(n + 1);
    const fn: number[] = [];
    const value: number[] = [];
    const slope: number[] = [];
    for (let i = 0; i < n; i++) {
      if (overhang(tied.weights, i, gradients, tied.tets[i]) <= reach) {
        for (let k = 0; k < 4; k++) {
          fn.push(tied.indices[4 * i + k]);
          value.push(tied.weights[4 * i + k]);
          const g = 12 * tied.tets[i] + 3 * k;
          slope.push(gradients[g], gradients[g + 1], gradients[g + 2]);
        }
      }
      ptr[i + 1] = fn.length;
    }
    return {
      ptr,
      fn: Int32Array.from(fn),
      value: Float64Array.from(value),
      slope: Float64Array.from(slope),
    };
  };
}

/** How far outside its tet a point is [m]: the largest height it lies behind a face. */
function overhang(weights: Float64Array, i: number, gradients: Float64Array, tet: number): number {
  let far = 0;
  for (let k = 0; k < 4; k++) {
    const g = 12 * tet + 3 * k;
    const length = Math.sqrt(gradients[g] ** 2 + gradients[g + 1] ** 2 + gradients[g + 2] ** 2);
    far = Math.max(far, -weights[4 * i + k] / length);
  }
  return far;
}
