import { check } from '../../../core/errors.ts';
import { tick } from '../../../core/watch.ts';
import { thinVolume } from '../../../geometry/voxels/solid-volume.ts';
import { type OctreeData, type OctreeInput, regionPoisson, UNCALIBRATED } from '../model.ts';
import { CELLS_ALONG, FEWEST_LEAVES, LEAST_ALONG, LEAST_WIDTH } from '../numbers.ts';
import { buildSkin } from '../surface/skin.ts';
import { findMoves, openLinks } from '../topology/links.ts';
import { createSampler, resample } from '../topology/sample.ts';
import { createTree, createTreeScratch, findLeaves } from '../topology/tree.ts';
import { calibrate } from './calibrate.ts';
import { contactsOn } from './contacts.ts';
import { buildCorners } from './corners.ts';
import { chooseLevels } from './sampling.ts';
import { findThickness } from './thickness.ts';
import { buildVoxels, type Voxels, voxelCentre } from './voxels.ts';

/** Shape to voxels, levels, surface and contact points. Same input, same bits. */
export function buildOctreeData(input: OctreeInput): OctreeData {
  const { sdf, options } = input;
  const b = sdf.bounds;
  const size = Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]);
  const cell = options.cell ?? size / CELLS_ALONG;
  check(
    cell <= size / LEAST_ALONG,
    () =>
      `must be at most half of the body's longest side, ${size} m, got ${cell}. Take ${size / CELLS_ALONG} or leave it out.`,
    'model.cell',
  );
  check(
    options.width === undefined || options.width <= size,
    () =>
      `must be at most the body's longest side, ${size} m, got ${options.width}. Make it smaller.`,
    'model.width',
  );
  check(
    !(options.width > 0) || options.width >= LEAST_WIDTH * cell,
    () =>
      `must be at least a thousandth of a cell, ${LEAST_WIDTH * cell} m, got ${options.width}. Make it larger.`,
    'model.width',
  );
  const voxels = buildVoxels(sdf, cell);
  check(
    voxels.count >= LEAST_ALONG,
    () =>
      `must be small enough for two cells inside the body, got ${cell} m with ${voxels.count} of them. Take a quarter of the thickness, ${Math.min(b[3] - b[0], b[4] - b[1], b[5] - b[2]) / 4} m.`,
    'model.cell',
  );
  tick('levels');
  const links = new Uint8Array(voxels.count);
  openLinks(links, voxels);
  const factor = sampleFactor(voxels, input);
  const coarsest = options.lattice ? 0 : Math.min(options.levels, voxels.levels);
  const thickness = findThickness(voxels);
  // Who sets the room wants no more cells than that.
  const fewest = options.room === undefined && input.regions.length === 0 ? FEWEST_LEAVES : 0;
  const { coarseness } = options;
  const levels = chooseLevels(voxels, links, { factor, thickness, coarseness, coarsest, fewest });
  const wanted = factor.map((f) => (2 * options.width * Math.sqrt(f)) / cell);
  tick('regions');
  const { leaves, summands } = countLeaves(
    voxels,
    links,
    levels,
    wanted,
    coarsest,
    options.lattice,
  );
  const capacity = options.lattice
    ? voxels.count
    : Math.min(voxels.count, options.room ?? defaultRoom(leaves));
  check(
    capacity >= leaves,
    () =>
      `must be at least the ${leaves} cells the body starts with, got ${capacity}. Leave it out.`,
    'model.room',
  );
  tick('volume');
  const volume = thinVolume(sdf, { origin: voxels.origin, cell, dims: [...voxels.dims] });
  check(volume > 0, () => 'has no volume that cells can see. Give it a thickness.', 'shape');
  const corners = buildCorners(voxels, sdf);
  tick('surface');
  const skin = buildSkin(voxels, corners, corners.positions, links);
  const data: OctreeData = {
    voxels,
    size,
    part: null,
    voxelMass: (input.density * volume) / voxels.count,
    factor,
    wanted,
    levels,
    coarsest,
    capacity,
    summands: options.lattice ? 0 : Math.max(20 * capacity, 2 * summands),
    leaves,
    thin: thickness.filter((d) => d === 1).length / voxels.count,
    young: input.young,
    // Contraction would take back a quarter of a dent.
    poisson: options.plastic === undefined ? regionPoisson(input.poisson) : 0,
    density: input.density,
    friction: input.friction,
    damping: input.damping,
    plastic: options.plastic ?? null,
    detail: options.detail,
    lattice: options.lattice ? Math.max(1, Math.round(options.width / cell)) : 0,
    regions: input.regions.map((region) => insideVoxels(voxels, region)),
    corners,
    surface: skin,
    ...contactsOn(skin, size, leaves),
    calibration: UNCALIBRATED,
  };
  return { ...data, calibration: calibrate(data) };
}

/** Leaves there is room for if nobody says: enough for a few cuts and refined places. */
export function defaultRoom(leaves: number): number {
  return 3 * leaves + 2000;
}

function countLeaves(
  voxels: Voxels,
  links: Uint8Array,
  levels: Uint8Array,
  wanted: Float64Array,
  coarsest: number,
  lattice: boolean,
): { leaves: number; summands: number } {
  if (lattice) return { leaves: voxels.count, summands: 0 };
  const tree = createTree(voxels, voxels.count);
  findLeaves(tree, createTreeScratch(voxels, voxels.count), voxels, links, levels);
  const sampler = createSampler(voxels, wanted, tree.leaves, coarsest);
  const moves = new Int32Array(voxels.count);
  findMoves(moves, links, voxels);
  check(
    resample(sampler, links, moves, levels, null),
    () => 'makes regions of too many parts. Use larger cells or another width.',
    'model.width',
  );
  return { leaves: tree.leaves, summands: sampler.now.regions.ptr[tree.leaves] };
}

function sampleFactor(voxels: Voxels, input: OctreeInput): Float64Array {
  const centres = new Float64Array(3 * voxels.count);
  for (let v = 0; v < voxels.count; v++) voxelCentre(centres, 3 * v, voxels, v);
  const factor = new Float64Array(voxels.count);
  input.stiffness(centres, voxels.count, factor);
  return factor;
}

/** 1 for voxels that a region reaches into. */
function insideVoxels(voxels: Voxels, region: OctreeInput['sdf']): Uint8Array {
  const centres = new Float64Array(3 * voxels.count);
  for (let v = 0; v < voxels.count; v++) voxelCentre(centres, 3 * v, voxels, v);
  const distance = new Float64Array(voxels.count);
  region.evaluate(centres, voxels.count, distance);
  return Uint8Array.from(distance, (d) => (d <= voxels.cell / 2 ? 1 : 0));
}
