import { check } from '../../core/errors.ts';
import { tick } from '../../core/watch.ts';
import { boxGrid, planeGrid } from '../../geometry/tets/box-grid.ts';
import { typicalEdge } from '../../geometry/tets/mesh.ts';
import { stuffTets } from '../../geometry/tets/stuff.ts';
import { tenNodeMesh } from '../../geometry/tets/ten-node.ts';
import type { Bounds, TetMesh } from '../../geometry/types.ts';
import { sizeUp } from '../../geometry/voxels/thickness.ts';
import { cbrt } from '../../math/elementary.ts';
import { type Box, boxAround, fieldPlanes, regionPlanes, spacedPlanes } from '../shared/planes.ts';
import type { SolidInput } from './model.ts';
import {
  ALONG_STUFFED,
  CELLS_ALONG,
  COARSER,
  COARSEST_THROUGH,
  FEW_CELLS,
  GROW,
  LONGER,
  MANY_NODES,
  MOST_CELLS,
  MOST_FACTORED,
  MOST_STUFFED,
  MOST_TETS,
  SECONDS,
  SMALLER,
  THROUGH,
  THROUGH_STUFFED,
} from './numbers.ts';

const BYTES = { factored: 15_000, loose: 6000 };
const NODES = { linear: 0.2, quadratic: 1.6 };
const TETS_IN_CELL = 12;

/** The tetrahedra of a solid. */
export interface SolidMesh {
  readonly mesh: TetMesh;
  /** Distance of nodes [m], about; and size of an element, which is larger where it is quadratic. */
  readonly cell: number;
  readonly element: number;
  readonly quadratic: boolean;
  /** True where the mesh is exactly the shape. */
  readonly exact: boolean;
  /** How thick the body is where it is thin [m]. */
  readonly thickness: number;
  /** True where elements are larger than the shape asks for, since it would take too many. */
  readonly isSheet: boolean;
}

/** Chooses the elements, and cuts the shape into them. */
export function meshSolid(input: SolidInput): SolidMesh {
  const { options, sdf } = input;
  const given = input.given ?? null;
  const grid = (options.mesh ?? (input.box === null ? 'stuffed' : 'grid')) === 'grid';
  check(
    !grid || input.box !== null,
    () => 'must be "stuffed" for this shape, got "grid". A grid cuts boxes only.',
    'model.mesh',
  );
  const quadratic =
    (options.elements ?? (options.mesh === 'grid' ? 'linear' : 'quadratic')) === 'quadratic';
  const size = longestSide(sdf.bounds);
  const { thickness, volume } = input.box === null ? sizeUp(sdf) : boxSize(input.box.size);
  const common = { quadratic, thickness, exact: grid || given !== null, isSheet: false };
  if (given !== null) {
    refuse(given, quadratic);
    const edge = typicalEdge(given);
    return { ...common, mesh: given, cell: quadratic ? 0.5 * edge : edge, element: edge };
  }
  if (grid && quadratic) {
    const made = quadraticGrid(input);
    refuse(made.mesh, quadratic);
    return { ...common, ...made };
  }
  const cell =
    options.cell ?? (quadratic ? 0.5 * stuffedCell(volume, size, thickness) : size / CELLS_ALONG);
  const element = quadratic ? quadraticSize(cell, thickness) : cell;
  refuseTooMany(sdf.bounds, element);
  announce((TETS_IN_CELL * volume) / element ** 3, quadratic);
  if (grid) {
    const mesh = linearGrid(input, cell);
    refuse(mesh, quadratic);
    return { ...common, mesh, cell, element };
  }
  const made = stuffed(input, cell, element);
  if (!quadratic || options.cell !== undefined) return { ...common, ...made, cell };
  return { ...common, ...fewerNodes(input, made, cell, thickness) };
}

function stuffed(
  { sdf, regions, options }: SolidInput,
  cell: number,
  element: number,
): Pick<SolidMesh, 'mesh' | 'element'> {
  const mesh = stuffTets(sdf, element, {
    grow: GROW * element,
    asked: cell,
    planes: regionPlanes(boxAround(sdf), regions),
  });
  refuse(mesh, options.elements !== 'linear');
  return { mesh, element };
}

/**
 * Elements that nobody has asked for grow until there are no more than `MANY_NODES`, or a sheet is about half an
 * element thick: it still bends as it should, since elements count by what fills them.
 */
function fewerNodes(
  input: SolidInput,
  made: Pick<SolidMesh, 'mesh' | 'element'>,
  cell: number,
  thickness: number,
): Pick<SolidMesh, 'mesh' | 'cell' | 'element' | 'isSheet'> {
  let best = made;
  for (;;) {
    const element = COARSER * best.element;
    if (nodesOf(best.mesh) <= MANY_NODES || thickness < COARSEST_THROUGH * element) break;
    best = stuffed(input, cell, element);
  }
  const grown = best.element / made.element;
  return { ...best, cell: grown * cell, isSheet: grown > 1 };
}

/** Corners and middles of edges. */
const nodesOf = (mesh: TetMesh): number => tenNodeMesh(mesh).fine.positions.length / 3;

export function longestSide(b: Bounds): number {
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  check(
    Number.isFinite(size) && size > 0,
    () => 'must be a bounded solid, got one without end. Intersect it with a box.',
    'shape',
  );
  return size;
}

const boxSize = (size: readonly number[]) => ({
  thickness: Math.min(...size),
  volume: size[0] * size[1] * size[2],
});

function stuffedCell(volume: number, size: number, thickness: number): number {
  const fine = Math.min(size / ALONG_STUFFED, thickness / THROUGH_STUFFED);
  return Math.max(fine, cbrt(volume / MOST_STUFFED));
}

/**
 * Twice the distance of nodes, but no larger than thin parts want, as far as `SMALLER` allows: a stuffed mesh loses
 * parts thinner than its elements.
 */
function quadraticSize(cell: number, thickness: number): number {
  return Math.min(2 * cell, Math.max(SMALLER * cell, thickness / THROUGH_STUFFED));
}

function linearGrid(input: SolidInput, cell: number): TetMesh {
  const { size, position } = input.box!;
  const count = size.map((s) => Math.max(1, Math.round(s / cell)));
  return boxGrid([size[0], size[1], size[2]], [count[0], count[1], count[2]], {
    centre: position ? [position[0], position[1], position[2]] : [0, 0, 0],
  });
}

/**
 * A box in cells whose planes lie where a held region ends and where the stiffness jumps. By default three cells lie
 * through the thinnest side, and cells are as long as that, in longer boxes up to twice as long.
 */
function quadraticGrid(input: SolidInput): Pick<SolidMesh, 'mesh' | 'cell' | 'element'> {
  const { size, position } = input.box!;
  const box: Box = {
    low: size.map((s, d) => (position?.[d] ?? 0) - 0.5 * s),
    high: size.map((s, d) => (position?.[d] ?? 0) + 0.5 * s),
  };
  const held = regionPlanes(box, input.regions);
  const jumps = fieldPlanes(box, input.stiffness);
  const cut = (most: number, through: number) =>
    size.map((side, d) => {
      const marks = [...held[d], ...jumps[d]];
      return spacedPlanes(box.low[d], box.high[d], marks, Math.min(most, side / through));
    });
  const { cell } = input.options;
  const thickness = Math.min(...size);
  if (cell !== undefined) refuseTooMany(input.sdf.bounds, cell);
  let along = cell === undefined ? thickness / THROUGH : quadraticSize(cell, thickness);
  let planes = cut(along, cell === undefined ? THROUGH : 1);
  if (cell === undefined && countCells(planes) > FEW_CELLS) {
    along *= LONGER;
    planes = cut(along, THROUGH);
  }
  while (cell === undefined && along < Math.max(...size) && countCells(planes) > MOST_CELLS) {
    along *= 1.1;
    planes = cut(along, THROUGH);
  }
  return {
    mesh: planeGrid([planes[0], planes[1], planes[2]]),
    cell: cell ?? 0.5 * along,
    element: cell === undefined ? thickness / THROUGH : along,
  };
}

const countCells = (planes: readonly Float64Array[]): number =>
  planes.reduce((product, p) => product * (p.length - 1), 1);

function refuseTooMany(b: Bounds, cell: number): void {
  const cells =
    ((b[3] - b[0]) / cell + 1) * ((b[4] - b[1]) / cell + 1) * ((b[5] - b[2]) / cell + 1);
  // A twelfth of a bounding box may be solid and still be fine; twelve tets a cell is what stuffing gives.
  check(
    cells <= MOST_TETS,
    () =>
      `must be larger for at most ${MOST_TETS} cells in the body's box, got ${cell} m, which makes ${Math.round(cells)}. Make it larger.`,
    'model.cell',
  );
}

function refuse(mesh: TetMesh, quadratic: boolean): void {
  const tets = mesh.tets.length / 4;
  check(
    tets > 0 && tets <= MOST_TETS,
    () => `must be larger for at most ${MOST_TETS} elements, got ${tets}. Make it larger.`,
    'model.cell',
  );
  announce(tets, quadratic);
}

/** Tells what a solid of so many elements will take. */
function announce(tets: number, quadratic: boolean): void {
  const nodes = tets * (quadratic ? NODES.quadratic : NODES.linear);
  tick('elements', {
    seconds: SECONDS * nodes,
    megabytes: ((nodes > MOST_FACTORED ? BYTES.loose : BYTES.factored) * nodes) / 2 ** 20,
    place: 'model.cell',
    remedy: 'Take a larger one',
  });
}
