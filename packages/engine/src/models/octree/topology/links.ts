import { FACE_MOVE, type Voxels } from '../build/voxels.ts';

/**
 * Which voxels hang together. Bit f of links[v] is set while the material behind face f (+x −x +y −y +z −z) is joined
 * to v; a cut clears it on both sides. A move over an edge or a corner is open if a chain of open links takes the same
 * turn, so nothing leaks around the end of a cut. Bit m of moves[v] is set for open moves (27 of them, the 13th is
 * none).
 */
export function openLinks(links: Uint8Array, voxels: Voxels): void {
  for (let v = 0; v < voxels.count; v++) {
    let bits = 0;
    for (let f = 0; f < 6; f++) if (voxels.near[27 * v + FACE_MOVE[f]] >= 0) bits |= 1 << f;
    links[v] = bits;
  }
}

/** Cuts the link behind face f of voxel v. Returns false if there was none. */
export function severLink(links: Uint8Array, voxels: Voxels, v: number, f: number): boolean {
  if ((links[v] & (1 << f)) === 0) return false;
  links[v] &= ~(1 << f);
  links[voxels.near[27 * v + FACE_MOVE[f]]] &= ~(1 << (f ^ 1));
  return true;
}

/** Undoes `severLink`. */
export function joinLink(links: Uint8Array, voxels: Voxels, v: number, f: number): void {
  links[v] |= 1 << f;
  links[voxels.near[27 * v + FACE_MOVE[f]]] |= 1 << (f ^ 1);
}

/** Open moves of every voxel. */
export function findMoves(moves: Int32Array, links: Uint8Array, voxels: Voxels): void {
  for (let v = 0; v < voxels.count; v++) moves[v] = movesOf(links, voxels.near, v);
}

/** One voxel's open moves. */
export function movesOf(links: Uint8Array, near: Int32Array, v: number): number {
  const open = links[v];
  let mask = 0;
  for (let f = 0; f < 6; f++) if ((open & (1 << f)) !== 0) mask |= 1 << FACE_MOVE[f];
  for (let f = 0; f < 4; f++) {
    for (let g = f < 2 ? 2 : 4; g < 6; g++) {
      const move = FACE_MOVE[f] + FACE_MOVE[g] - 13;
      if (edgeOpen(links, near, v, f, g)) mask |= 1 << move;
    }
  }
  for (let x = 0; x < 2; x++) {
    for (let y = 2; y < 4; y++) {
      for (let z = 4; z < 6; z++) {
        const move = FACE_MOVE[x] + FACE_MOVE[y] + FACE_MOVE[z] - 26;
        const isOpen =
          stepThenEdge(links, near, v, x, y, z) ||
          stepThenEdge(links, near, v, y, x, z) ||
          stepThenEdge(links, near, v, z, x, y);
        if (isOpen) mask |= 1 << move;
      }
    }
  }
  return mask;
}

function edgeOpen(links: Uint8Array, near: Int32Array, v: number, f: number, g: number): boolean {
  const open = links[v];
  if ((open & (1 << f)) !== 0 && (links[near[27 * v + FACE_MOVE[f]]] & (1 << g)) !== 0) return true;
  return (open & (1 << g)) !== 0 && (links[near[27 * v + FACE_MOVE[g]]] & (1 << f)) !== 0;
}

function stepThenEdge(
  links: Uint8Array,
  near: Int32Array,
  v: number,
  f: number,
  g: number,
  h: number,
): boolean {
  return (links[v] & (1 << f)) !== 0 && edgeOpen(links, near, near[27 * v + FACE_MOVE[f]], g, h);
}
