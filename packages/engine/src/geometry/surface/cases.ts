/**
 * What the surface does in one cube of the grid, for each of the 256 ways its corners can be inside.
 *
 * Corner c has x = c & 1, y = (c >> 1) & 1, z = c >> 2. Edge e = 4·a + u + 2·v runs along axis a where the next axes
 * (cyclically) have the bits u and v. Face f = 2·a + s is square to axis a on side s.
 *
 * The surface crosses each face in segments between cut edges; segments close into loops, one patch of surface each. A
 * face with two opposite corners inside is ambiguous: always cutting the inside corners apart makes both neighbours
 * agree.
 */
export interface Cases {
  /** Loops of a case, shape [256]. */
  loops: Uint8Array;
  /** Loop that an edge belongs to, NO_LOOP if it is not cut, shape [256, 12]. */
  loopOf: Uint8Array;
  /** 1 if a face is ambiguous and one loop owns both of its segments, shape [256, 6]. */
  doubled: Uint8Array;
}

export const NO_LOOP = 255;

/** Index of the edge along `axis` at the corner given by the bits of the next two axes. */
export const edgeIndex = (axis: number, u: number, v: number): number => 4 * axis + u + 2 * v;

/** The corner at the start of an edge; its end has the bit of the edge's axis set too. */
export function edgeStart(edge: number): number {
  const axis = edge >> 2;
  return ((edge & 1) << ((axis + 1) % 3)) | (((edge >> 1) & 1) << ((axis + 2) % 3));
}

/** The four edges of a face, in order around it. Edge i joins corner i to corner i+1 of `faceCorners`. */
function faceEdges(face: number): number[] {
  const axis = face >> 1;
  const side = face & 1;
  const b = (axis + 1) % 3;
  const c = (axis + 2) % 3;
  // For edges along b the next axes are (c, axis); along c they are (axis, b).
  return [
    edgeIndex(b, 0, side),
    edgeIndex(c, side, 1),
    edgeIndex(b, 1, side),
    edgeIndex(c, side, 0),
  ];
}

function faceCorners(face: number): number[] {
  const axis = face >> 1;
  const at = (face & 1) << axis;
  const b = 1 << ((axis + 1) % 3);
  const c = 1 << ((axis + 2) % 3);
  return [at, at | b, at | b | c, at | c];
}

/** partner[6 · 12]: the edge that a cut edge is joined to within a face, or −1. */
function partners(inside: number, partner: Int8Array): void {
  partner.fill(-1);
  for (let face = 0; face < 6; face++) {
    const edges = faceEdges(face);
    const corners = faceCorners(face).map((corner) => (inside >> corner) & 1);
    const cut = edges.filter((_, i) => corners[i] !== corners[(i + 1) % 4]);
    if (cut.length === 2) link(partner, face, cut[0], cut[1]);
    if (cut.length === 4) {
      for (let i = 0; i < 4; i++) {
        if (corners[i] === 1) link(partner, face, edges[i], edges[(i + 3) % 4]);
      }
    }
  }
}

function link(partner: Int8Array, face: number, a: number, b: number): void {
  partner[12 * face + a] = b;
  partner[12 * face + b] = a;
}

/** Table of all cases: built once, 4 kB. */
export function buildCases(): Cases {
  const loops = new Uint8Array(256);
  const loopOf = new Uint8Array(256 * 12).fill(NO_LOOP);
  const doubled = new Uint8Array(256 * 6);
  const partner = new Int8Array(6 * 12);
  const facesOf = Array.from({ length: 12 }, (_, edge) =>
    [0, 1, 2, 3, 4, 5].filter((face) => faceEdges(face).includes(edge)),
  );
  for (let inside = 0; inside < 256; inside++) {
    partners(inside, partner);
    for (let start = 0; start < 12; start++) {
      const uncut = partner[12 * facesOf[start][0] + start] < 0;
      if (uncut || loopOf[12 * inside + start] !== NO_LOOP) continue;
      const loop = loops[inside]++;
      let edge = start;
      let face = facesOf[start][0];
      do {
        loopOf[12 * inside + edge] = loop;
        edge = partner[12 * face + edge];
        face = facesOf[edge][0] === face ? facesOf[edge][1] : facesOf[edge][0];
      } while (edge !== start);
    }
    for (let face = 0; face < 6; face++) {
      const owners = faceEdges(face).map((edge) => loopOf[12 * inside + edge]);
      const one = owners.every((loop) => loop === owners[0] && loop !== NO_LOOP);
      doubled[6 * inside + face] = one ? 1 : 0;
    }
  }
  return { loops, loopOf, doubled };
}
