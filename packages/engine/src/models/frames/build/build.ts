import { check } from '../../../core/errors.ts';
import { tick } from '../../../core/watch.ts';
import { pickContactPoints } from '../../../geometry/surface/contact-points.ts';
import { extractSurface, fittingSurface } from '../../../geometry/surface/surface.ts';
import type { Sdf } from '../../../geometry/types.ts';
import { thinVolume } from '../../../geometry/voxels/solid-volume.ts';
import { voxelize } from '../../../geometry/voxels/voxelize.ts';
import type { FieldFill } from '../../../materials/fields.ts';
import { cbrt } from '../../../math/elementary.ts';
import type { FramesData, WeightGrid } from '../model.ts';
import {
  BYTES,
  CONTACT_SPACING,
  DETAIL,
  FIRST_LOOK,
  MOST_CONTACT_POINTS,
  MOST_SHARES,
  SECONDS,
} from '../numbers.ts';
import { buildBlocks } from './blocks.ts';
import { embedFramePoints } from './embed.ts';
import { fillCells } from './fill.ts';
import {
  checkFramesInput,
  checkVoxels,
  FRAMES_DEFAULTS,
  type FramesInput,
  VOXELS,
} from './input.ts';
import { centreOf, createLattice, type Lattice } from './lattice.ts';
import { findLock } from './lock.ts';
import { buildMass } from './mass.ts';
import { placeNodes } from './nodes.ts';
import { choosePlanes, inCells } from './planes.ts';
import { buildPoints } from './points.ts';
import { cutRegions } from './regions.ts';
import { createShape, type Shape } from './shape.ts';
import { findSolids, solidSize } from './solids.ts';

/**
 * Shape to voxels, nodes, shape functions, mass, integration points, surface and contact points. Same input, same bits.
 */
export function buildFramesData(input: FramesInput): FramesData {
  checkFramesInput(input);
  const { sdf } = input;
  const b = sdf.bounds;
  const whole = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  const lattice = bodyLattice(input, whole);
  tick('shape functions', {
    seconds: SECONDS * lattice.cells.length,
    megabytes: (BYTES * lattice.cells.length) / 2 ** 20,
    place: input.voxel === undefined ? 'model.frames' : 'model.voxel',
    remedy: 'Take larger voxels or fewer frames',
  });
  const solids = findSolids(lattice.grid);
  const size = solids.count === 1 ? whole : solidSize(lattice.grid, solids);
  const held = input.regions.length;
  const factor = sampleCells(lattice, input.stiffness);
  const parts = [...input.regions, ...(input.rigid ?? [])];
  const nodes = placeNodes(lattice, parts, input.frames, held, factor);
  const shape = createShape(lattice, nodes, input.influences ?? FRAMES_DEFAULTS.influences);
  const regions = cutRegions(
    lattice,
    shape,
    nodes,
    factor,
    Math.round((input.pointsPerFrame ?? FRAMES_DEFAULTS.pointsPerFrame) * nodes.count),
    input.linearity ?? FRAMES_DEFAULTS.linearity,
  );
  const grid = weightGrid(lattice, shape);
  const surface =
    input.surface ??
    (input.detail ? extractSurface(sdf, input.detail) : fittingSurface(sdf, DETAIL * size));
  const most = MOST_CONTACT_POINTS * Math.min(solids.count, MOST_SHARES);
  const contactPoints = pickContactPoints(surface, CONTACT_SPACING * size, most);
  return {
    nodes: nodes.count,
    levels: nodes.level[nodes.count - 1] + 1,
    level: nodes.level,
    positions: nodes.positions,
    regionNodes: Int32Array.from(input.regions.keys()),
    rigidNodes: Int32Array.from(input.rigid ?? [], (_, i) => held + i),
    root: nodes.root,
    solid: nodes.solid,
    size,
    parentPtr: shape.parentPtr,
    parent: shape.parent,
    parentWeight: shape.parentWeight,
    ...buildMass(lattice, shape, nodes.count, input.density),
    totalMass: input.density * lattice.volume.reduce((sum, v) => sum + v, 0),
    lock: findLock(lattice, shape),
    points: buildPoints(lattice, shape, nodes.count, regions, factor),
    surface: { positions: surface.positions, triangles: surface.triangles },
    skin: embedFramePoints(grid, surface.positions),
    contactPoints,
    contacts: embedFramePoints(grid, contactPoints),
    grid,
    blocks: buildBlocks(lattice, regions, grid),
  };
}

/** The voxels of a body without crumbs; finer where several solids each ask for their frames. */
function bodyLattice(input: FramesInput, size: number): Lattice {
  const { sdf, voxel, frames } = input;
  if (voxel !== undefined) {
    checkVoxels(sdf, voxel);
    return latticeOf(input, voxel);
  }
  const most = typeof frames === 'number' ? frames : frames[frames.length - 1];
  const cell = voxelSize(sdf, size, most);
  const lattice = latticeOf(input, cell);
  const solids = findSolids(lattice.grid).count;
  if (solids === 1 || typeof frames === 'number') return lattice;
  const finer = voxelSize(sdf, size, most * solids);
  return finer === cell ? lattice : latticeOf(input, finer);
}

/** Voxels about `cell` metres wide that end where the body and its regions end. */
function latticeOf({ sdf, regions, rigid = [] }: FramesInput, cell: number): Lattice {
  const planes = choosePlanes(sdf.bounds, [...regions, ...rigid], cell);
  const voxels = voxelize(inCells(sdf, planes), 1, { keep: 'solids' });
  const origin = [planes[0][0], planes[1][0], planes[2][0]] as const;
  const grid = { ...voxels, origin, cell };
  return createLattice(grid, planes, fillCells(sdf, grid, planes));
}

/** Edge of a voxel [m] so that each node has its share of them. */
function voxelSize(sdf: Sdf, size: number, frames: number): number {
  const b = sdf.bounds;
  const cell = size / FIRST_LOOK;
  const dims = [0, 1, 2].map((d) => Math.max(1, Math.ceil((b[d + 3] - b[d]) / cell)));
  const volume = thinVolume(sdf, { origin: [b[0], b[1], b[2]], cell, dims });
  check(volume > 0, () => 'has no volume. Give it a thickness.', 'shape');
  const wanted = FRAMES_DEFAULTS.voxelsPerFrame * frames;
  const count = Math.min(VOXELS.most, Math.max(VOXELS.least, wanted));
  return cbrt(volume / count);
}

/** Stiffness factors at the centres of the solid cells. */
function sampleCells({ grid, planes, cells }: Lattice, field: FieldFill): Float64Array {
  const centres = new Float64Array(3 * cells.length);
  for (let i = 0; i < cells.length; i++) centreOf(centres, 3 * i, planes, grid.dims, cells[i]);
  const factor = new Float64Array(cells.length);
  field(centres, cells.length, factor);
  return factor;
}

function weightGrid({ grid, planes, cellOf, corners }: Lattice, shape: Shape): WeightGrid {
  const { ptr, node, phi } = shape;
  return { planes, dims: grid.dims, cellOf, corners, ptr, node, phi };
}
