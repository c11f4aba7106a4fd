import type { OctreeData } from '../model.ts';
import { findMoves, openLinks } from '../topology/links.ts';
import type { KnownRegions, Sample } from '../topology/sample.ts';

/** What every body of a model begins with. */
export interface Start {
  readonly links: Uint8Array;
  /** Open moves of the voxels. */
  readonly moves: Int32Array;
  /** Those of a piece, as its body had them. */
  readonly regions: KnownRegions | null;
  /** The sample that every body begins with, with its regions; null until one has found it. */
  sample: Sample | null;
}

/**
 * Models have many bodies, and a world rebuilds all of them when one falls apart: what is the same for all is found
 * once. By the voxels, since every body has a copy of the rest.
 */
const starts = new WeakMap<OctreeData['voxels'], Start>();

export function startOf(data: OctreeData): Start {
  const { voxels, part } = data;
  const known = starts.get(voxels);
  if (known !== undefined) return known;
  const links = part?.seed.links ?? new Uint8Array(voxels.count);
  if (part === null) openLinks(links, voxels);
  const moves = new Int32Array(voxels.count);
  findMoves(moves, links, voxels);
  const start: Start = { links, moves, regions: part?.regions ?? null, sample: null };
  starts.set(voxels, start);
  return start;
}
