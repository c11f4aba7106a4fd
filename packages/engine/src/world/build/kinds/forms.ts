import { check } from '../../../core/errors.ts';
import type { BoxShape, Shape } from '../../../geometry/sdf/shape.ts';
import { boxGrid } from '../../../geometry/tets/box-grid.ts';
import { tetSurface } from '../../../geometry/tets/mesh.ts';
import type { TetMesh, TriangleMesh } from '../../../geometry/types.ts';
import { BOX_DETAIL } from '../../numbers.ts';
import type { Ground } from '../kinds.ts';
import type { SolidShape } from '../shapes.ts';

/** The tetrahedra of the shape's file, unless the scene selects another mesh. */
export function givenTets(
  { tets }: SolidShape,
  mesh: 'stuffed' | 'grid' | 'given' | undefined,
  path: string,
): TetMesh | null {
  check(
    mesh !== 'given' || tets !== null,
    () =>
      '"given" needs a shape that is a .msh file, or .node and .ele files, without faults and not moved. Move the body instead.',
    `${path}.model.mesh`,
  );
  return mesh === undefined || mesh === 'given' ? tets : null;
}

export function plainBox(shape: Shape): BoxShape | null {
  return shape.type === 'box' && shape.rotation === undefined ? shape : null;
}

/** A box with sharp edges; a surface extracted from its distance field would have bevels. */
export function boxSurface({ size, position }: BoxShape, detail: number | undefined): TriangleMesh {
  const cell = detail ?? Math.max(...size) / BOX_DETAIL;
  const cells = size.map((side) => Math.max(1, Math.round(side / cell)));
  const grid = boxGrid(size, [cells[0], cells[1], cells[2]], { centre: position ?? [0, 0, 0] });
  return tetSurface(grid).mesh;
}

/** The surface that a body is built on: its mesh, or its sharp box; null if it has neither. */
export function surfaceOf({ body, shape }: Ground): TriangleMesh | null {
  const box = plainBox(body.shape);
  return shape.mesh ?? (box && boxSurface(box, body.detail));
}

/** The common input of all deformable models. */
export function commonOf({ body, shape, stiffness, regions }: Ground) {
  return { sdf: shape.sdf, surface: shape.mesh, stiffness, regions, detail: body.detail };
}
