import { FACE_MOVE } from '../build/voxels.ts';
import type { OctreeRun } from '../runtime.ts';
import { movesOf, severLink } from '../topology/links.ts';
import { type Crossed, dropCrossed, findCrossed } from './crossed.ts';
import { keepCrumbs } from './crumbs.ts';
import { moveCorners } from './cut-corners.ts';
import { elasticNow, keepEnergy } from './cut-energy.ts';
import { beginSwitch, endSwitch, type SwitchScratch } from './switch.ts';

/**
 * Cuts the body with a blade: the surface swept by a segment, as pairs of its ends [m], shape [positions, 2, 3]; places
 * are those of the world, now. Severs the links that cross it, and adds no energy in steps of h seconds. Returns the
 * number of links severed, or −1 if there was no room for the pieces (nothing is cut then).
 *
 * The first cut runs before its code is compiled. So its loops read no more than a flag over the whole body, and are in
 * small functions, which compile quickly.
 */
export function cutBody(
  run: OctreeRun,
  scratch: SwitchScratch,
  blade: Float64Array,
  h: number,
): number {
  const crossed = findCrossed(run, blade);
  if (crossed.count === 0) return 0;
  const elastic = elasticNow(run, h);
  beginSwitch(run, scratch);
  sever(run, crossed);
  const kept = keepCrumbs(run.memory.links, run.data.voxels, crossed.links, crossed.count);
  if (kept !== null) dropCrossed(crossed, kept);
  if (crossed.count === 0) return 0;
  const oldCorners = run.corners.slice();
  const oldFlags = run.cornerCut.slice();
  refreshAround(run, crossed);
  moveCorners(run, crossed);
  const settle = () => keepEnergy(run, elastic, h);
  if (endSwitch(run, scratch, settle)) return crossed.count;
  run.corners.set(oldCorners);
  run.cornerCut.set(oldFlags);
  return -1;
}

function sever({ memory, data }: OctreeRun, { links, count }: Crossed): void {
  for (let k = 0; k < count; k++) {
    severLink(memory.links, data.voxels, links[2 * k], links[2 * k + 1]);
  }
}

/** A severed link also closes moves over edges and corners near it: those voxels are touched too. */
function refreshAround(run: OctreeRun, { links, count }: Crossed): void {
  const { near } = run.data.voxels;
  for (let k = 0; k < count; k++) {
    const v = links[2 * k];
    touchAround(run, v);
    touchAround(run, near[27 * v + FACE_MOVE[links[2 * k + 1]]]);
  }
}

function touchAround({ touched, moves, memory, data }: OctreeRun, v: number): void {
  const { near } = data.voxels;
  for (let m = 0; m < 27; m++) {
    const u = near[27 * v + m];
    if (u < 0 || touched[u] === 1) continue;
    touched[u] = 1;
    moves[u] = movesOf(memory.links, near, u);
  }
}
