import { check } from '../../core/errors.ts';
import type { Body, Part, PieceOff } from '../body.ts';
import { numberCorners, type PartSeed, pick } from './build/part.ts';
import type { OctreeLive } from './live.ts';
import type { OctreeData } from './model.ts';
import { copyPoints } from './point-sets.ts';
import { type OctreeRun, placeContacts, placeSkin } from './runtime.ts';
import { type KnownRegions, knownRegions } from './topology/sample.ts';

/** A body of the octree model, with a function to take over the state of another. */
export interface OctreeBody extends Body {
  readonly run: OctreeLive;
  /** Takes over the state of piece `piece` of a body; `voxels` are its voxels there. */
  adopt(from: OctreeBody, piece: number, voxels: Int32Array): void;
}

/** Makes the model of a piece, and tells the held regions it has by index. */
export type PartOf = (root: OctreeData, seed: PartSeed, regions: KnownRegions | null) => Part;

/** Returns the pieces of a body as models, the largest first; empty if it is connected. */
export function splitOff(body: OctreeBody, partOf: PartOf): PieceOff[] {
  const { run } = body;
  const { tree } = run.sampler.now;
  if (tree.pieces < 2) return [];
  const root = run.data.part?.root ?? run.data;
  const voxels = Array.from({ length: tree.pieces }, () => [] as number[]);
  for (let v = 0; v < tree.leafOf.length; v++) voxels[tree.piece[tree.leafOf[v]]].push(v);
  const order = voxels
    .map((_, piece) => piece)
    .sort((a, b) => voxels[b].length - voxels[a].length || a - b);
  return order.map((piece) => {
    const own = Int32Array.from(voxels[piece]);
    const seed = seedOf(run, piece, own);
    return {
      ...partOf(root, seed, regionsOf(run, piece, own)),
      seed: { ...seed },
      give: (to) => (to as OctreeBody).adopt(body, piece, own),
    };
  });
}

/** The regions of a piece, which are those it has in the body: to find them again would take longer. */
function regionsOf({ sampler }: OctreeRun, piece: number, own: Int32Array): KnownRegions {
  const now = new Int32Array(sampler.now.tree.leafOf.length);
  for (let v = 0; v < own.length; v++) now[own[v]] = v;
  return knownRegions(sampler.now, piece, now);
}

function seedOf(run: OctreeRun, piece: number, own: Int32Array): PartSeed {
  const { memory, data } = run;
  const { tree, regions } = run.sampler.now;
  const used = numberCorners(data.corners, own, new Int32Array(8 * own.length));
  const corners = new Float64Array(3 * used.length);
  used.forEach((corner, i) => {
    for (let c = 0; c < 3; c++) corners[3 * i + c] = run.corners[3 * corner + c];
  });
  const counts = new Int32Array(2);
  for (let i = 0; i < tree.leaves; i++) {
    if (tree.piece[i] !== piece) continue;
    counts[0]++;
    counts[1] += regions.ptr[i + 1] - regions.ptr[i];
  }
  return {
    voxels: data.part === null ? own : pick(data.part.seed.voxels, own),
    links: pick(memory.links, own),
    levels: pick(memory.levels, own),
    corners,
    cornerCut: pick(run.cornerCut, used),
    counts,
  };
}

/**
 * Leaves and vertices of a piece come in the order they had in the body, so its state is copied one after the other.
 * The surface stays where it was seen.
 */
export function adoptState(to: OctreeRun, from: OctreeRun, piece: number): void {
  const old = from.sampler.now.tree;
  const renamed = new Int32Array(old.leaves);
  let n = 0;
  for (let i = 0; i < old.leaves; i++) {
    if (old.piece[i] !== piece) continue;
    for (let c = 0; c < 3; c++) {
      to.memory.x[3 * n + c] = from.memory.x[3 * i + c];
      to.memory.v[3 * n + c] = from.memory.v[3 * i + c];
    }
    for (let c = 0; c < 4; c++) to.memory.q[4 * n + c] = from.memory.q[4 * i + c];
    if (to.data.plastic !== null) {
      for (let c = 0; c < 9; c++) to.memory.stretch[9 * n + c] = from.memory.stretch[9 * i + c];
    }
    renamed[i] = n++;
  }
  check(
    n === to.sampler.now.tree.leaves,
    () => 'a piece has other cells than it had in its body. Report this, with the scene.',
  );
  const seen = new Float64Array(from.skin.positions.length);
  const now = new Float64Array(to.skin.positions.length);
  placeSkin(from, seen);
  const origin = new Int32Array(to.skin.home.length);
  let vertices = 0;
  for (let i = 0; i < from.skin.home.length; i++) {
    if (old.piece[from.skinPoints.leaf[i]] === piece) origin[vertices++] = i;
  }
  copyPoints(to.skinPoints, from.skinPoints, origin, renamed, to.version);
  placeSkin(to, now);
  adoptContacts(to, from, now);
  let k = 0;
  for (const i of origin) {
    for (let c = 0; c < 3; c++) {
      to.skinDrift[k] = seen[3 * i + c] - now[k];
      k++;
    }
  }
  to.skinDrifts = true;
}

/**
 * Contact points of a piece stand where the body's own stood: at a vertex, `vertices` being where those are without
 * drift, and off it by the drift of the body's nearest contact point. What the drawn surface drifts is no part of the
 * state, so it has no say here.
 */
function adoptContacts(to: OctreeRun, from: OctreeRun, vertices: Float64Array): void {
  const places = new Float64Array(to.contactDrift.length);
  placeContacts(to, places);
  const { contactVertex } = to.data;
  for (let p = 0; p < contactVertex.length; p++) {
    const near = from.contactsDrift ? 3 * nearestContact(from, to.contacts.rest, 3 * p) : -1;
    for (let c = 0; c < 3; c++) {
      const drift = near < 0 ? 0 : from.contactDrift[near + c];
      to.contactDrift[3 * p + c] = vertices[3 * contactVertex[p] + c] + drift - places[3 * p + c];
    }
  }
  to.contactsDrift = true;
}

/** The contact point nearest to a place of the body at rest, at `at` in `rest`. */
function nearestContact({ contacts }: OctreeRun, rest: Float64Array, at: number): number {
  let best = Number.POSITIVE_INFINITY;
  let nearest = -1;
  for (let i = 0; i < contacts.count; i++) {
    const x = contacts.rest[3 * i] - rest[at];
    const y = contacts.rest[3 * i + 1] - rest[at + 1];
    const z = contacts.rest[3 * i + 2] - rest[at + 2];
    const d = x * x + y * y + z * z;
    if (d >= best) continue;
    best = d;
    nearest = i;
  }
  return nearest;
}
