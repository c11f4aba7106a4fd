/**
 * The beam every engine of the comparison simulates: a 1.92 × 0.48 × 0.48 m bar of soft rubber held at its left end, sagging
 * under its own weight. Linear tetrahedra lock a little in bending, the same for everyone: errors are taken against the static
 * answer on this mesh, not against a finer one.
 */
export interface Cantilever {
  /** Rest positions [m], shape [nodes, 3]. */
  readonly positions: Float64Array;
  /** Node indices, shape [tets, 4], every tet positive. */
  readonly tets: Int32Array;
  /** Each undirected edge once, lower index first, shape [edges, 2]. */
  readonly edges: Int32Array;
  /** Outward triangles of the boundary, shape [triangles, 3]. */
  readonly surface: Int32Array;
  /** Lumped masses [kg], shape [nodes]: a quarter of each tet's mass on each of its corners. */
  readonly masses: Float64Array;
  /** Nodes at x = 0. */
  readonly clamped: Int32Array;
  /** The node in the middle of the free end. */
  readonly tip: number;
}

/** Numbers shared by all engines, in SI units. Gravity acts along −y. */
export const CANTILEVER = {
  cells: [24, 6, 6] as const,
  /** Edge of a cube [m]. */
  cell: 0.08,
  /** [kg/m³] */
  density: 1000,
  /** Young's modulus [Pa]. */
  young: 1e6,
  poisson: 0.45,
  /** Force −damping·m·v on each node [1/s]: the beam comes to rest within seconds, and where it rests does not change. */
  damping: 2,
  /** [m/s²] */
  gravity: -9.81,
  /** [s] */
  dt: 1 / 60,
} as const;

/** Corners of a cube are numbered x + 2y + 4z; four corner tets and the one in the middle, for both parities. */
const FIVE_TETS = [
  [
    [0, 1, 2, 4],
    [3, 2, 1, 7],
    [5, 1, 4, 7],
    [6, 4, 2, 7],
    [1, 2, 4, 7],
  ],
  [
    [1, 3, 0, 5],
    [2, 0, 3, 6],
    [4, 0, 5, 6],
    [7, 5, 3, 6],
    [0, 3, 5, 6],
  ],
];

/** A box about its centre, meshed. */
export type TetMesh = Pick<Cantilever, 'positions' | 'tets' | 'edges' | 'surface' | 'masses'> & {
  /** Volume of tet t [m³], at rest or where x says. */
  volume(t: number, x?: Float64Array): number;
};

/** A box of so many cubes about its centre, five tets each with alternating parity. */
export function boxMesh(
  cells: readonly [number, number, number],
  h: number,
  density: number,
): TetMesh {
  const [nx, ny, nz] = cells;
  const node = (i: number, j: number, k: number): number => i + (nx + 1) * (j + (ny + 1) * k);
  const positions = new Float64Array(3 * (nx + 1) * (ny + 1) * (nz + 1));
  for (let k = 0; k <= nz; k++)
    for (let j = 0; j <= ny; j++)
      for (let i = 0; i <= nx; i++)
        positions.set([(i - nx / 2) * h, (j - ny / 2) * h, (k - nz / 2) * h], 3 * node(i, j, k));
  const tets: number[] = [];
  for (let k = 0; k < nz; k++) {
    for (let j = 0; j < ny; j++) {
      for (let i = 0; i < nx; i++) {
        for (const tet of FIVE_TETS[(i + j + k) % 2]) {
          const [a, b, c, d] = tet.map((v) => node(i + (v & 1), j + ((v >> 1) & 1), k + (v >> 2)));
          if (sixVolumes(positions, [a, b, c, d]) > 0) tets.push(a, b, c, d);
          else tets.push(a, b, d, c);
        }
      }
    }
  }
  const corners = Int32Array.from(tets);
  return {
    positions,
    tets: corners,
    edges: edgesOf(corners),
    surface: boundaryOf(corners),
    masses: lumpMasses(positions, corners, density),
    volume: (t, x = positions) => sixVolumes(x, corners.subarray(4 * t, 4 * t + 4)) / 6,
  };
}

/** 24 × 6 × 6 cubes: 4320 tets, 1225 nodes, from x = 0 on. */
export function buildCantilever(): Cantilever {
  const [nx, ny, nz] = CANTILEVER.cells;
  const h = CANTILEVER.cell;
  const { positions, tets, edges, surface, masses } = boxMesh(
    CANTILEVER.cells,
    h,
    CANTILEVER.density,
  );
  const clamped: number[] = [];
  for (let i = 0; i < masses.length; i++) {
    // As whole cells, so that places are the same to the bit however the box is centred.
    positions[3 * i] = (i % (nx + 1)) * h;
    if (i % (nx + 1) === 0) clamped.push(i);
  }
  const tip = nx + (nx + 1) * (ny / 2 + ((ny + 1) * nz) / 2);
  return { positions, tets, edges, surface, masses, clamped: Int32Array.from(clamped), tip };
}

/** Six times the signed volume [m³] of the tet with the given corners. */
export function sixVolumes(x: Float64Array, corners: ArrayLike<number>): number {
  const [a, b, c, d] = [3 * corners[0], 3 * corners[1], 3 * corners[2], 3 * corners[3]];
  const [ux, uy, uz] = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
  const [vx, vy, vz] = [x[c] - x[a], x[c + 1] - x[a + 1], x[c + 2] - x[a + 2]];
  const [wx, wy, wz] = [x[d] - x[a], x[d + 1] - x[a + 1], x[d + 2] - x[a + 2]];
  return ux * (vy * wz - vz * wy) + uy * (vz * wx - vx * wz) + uz * (vx * wy - vy * wx);
}

function lumpMasses(x: Float64Array, tets: Int32Array, density: number): Float64Array {
  const masses = new Float64Array(x.length / 3);
  for (let t = 0; t < tets.length; t += 4) {
    const corners = tets.subarray(t, t + 4);
    const share = (density * sixVolumes(x, corners)) / 24;
    for (const corner of corners) masses[corner] += share;
  }
  return masses;
}

function edgesOf(tets: Int32Array): Int32Array {
  const seen = new Set<string>();
  const edges: number[] = [];
  for (let t = 0; t < tets.length; t += 4) {
    for (let a = 0; a < 4; a++) {
      for (let b = a + 1; b < 4; b++) {
        const low = Math.min(tets[t + a], tets[t + b]);
        const high = Math.max(tets[t + a], tets[t + b]);
        const key = `${low} ${high}`;
        if (!seen.has(key)) edges.push(low, high);
        seen.add(key);
      }
    }
  }
  return Int32Array.from(edges);
}

/** Faces that belong to one tet only, seen from outside counter-clockwise. */
function boundaryOf(tets: Int32Array): Int32Array {
  const faces = new Map<string, number[] | null>();
  for (let t = 0; t < tets.length; t += 4) {
    const [a, b, c, d] = tets.subarray(t, t + 4);
    for (const face of [
      [b, c, d],
      [a, d, c],
      [a, b, d],
      [a, c, b],
    ]) {
      const key = [...face].sort((p, q) => p - q).join(' ');
      faces.set(key, faces.has(key) ? null : face);
    }
  }
  return Int32Array.from([...faces.values()].flatMap((face) => face ?? []));
}
