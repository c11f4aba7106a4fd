import { NodeGrid } from './node-grid.ts';
import type { ContactPeer, ContactRun } from './peer.ts';
import { MATTER, type PeerScene, startPositions } from './scenes.ts';

/**
 * Plain XPBD with small steps: springs on edges, volumes of tets, nodes of different bodies kept apart as balls of half a cell, one pass over all
 * constraints a substep. What a page of JavaScript does, as a measure for everyone.
 */
export function xpbdPeer(substeps: number): ContactPeer {
  return {
    name: `XPBD in TypeScript, ${substeps} substeps`,
    note: 'edges and volumes, nodes as balls, f64',
    load: async () => {},
    create: (scene) => createXpbd(scene, substeps),
  };
}

function createXpbd(scene: PeerScene, substeps: number): ContactRun {
  const { mesh, centres, planes, cell } = scene;
  const bodies = centres.length / 3;
  const nodes = mesh.masses.length;
  const x = startPositions(scene);
  const before = x.slice();
  const v = new Float64Array(x.length);
  const mobility = Float64Array.from(
    { length: bodies * nodes },
    (_, i) => 1 / mesh.masses[i % nodes],
  );
  const { edges, lengths, edgeCompliance, volumes, volumeCompliance } = constraints(scene);
  const grid = new NodeGrid(bodies * nodes, cell, nodes);
  const h = MATTER.dt / substeps;

  const solveEdges = (o: number): void => {
    for (let e = 0; e < edges.length / 2; e++) {
      const a = o + edges[2 * e];
      const b = o + edges[2 * e + 1];
      const dx = x[3 * a] - x[3 * b];
      const dy = x[3 * a + 1] - x[3 * b + 1];
      const dz = x[3 * a + 2] - x[3 * b + 2];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const w = mobility[a] + mobility[b] + edgeCompliance[e] / (h * h);
      const s = (lengths[e] - length) / (w * length);
      move(a, s * dx, s * dy, s * dz);
      move(b, -s * dx, -s * dy, -s * dz);
    }
  };
  const move = (i: number, fx: number, fy: number, fz: number): void => {
    x[3 * i] += mobility[i] * fx;
    x[3 * i + 1] += mobility[i] * fy;
    x[3 * i + 2] += mobility[i] * fz;
  };
  const gradient = new Float64Array(12);
  const solveVolumes = (o: number): void => {
    const { tets } = mesh;
    for (let t = 0; t < tets.length / 4; t++) {
      let w = volumeCompliance[t] / (h * h);
      for (let c = 0; c < 4; c++) {
        const p = 3 * (o + tets[4 * t + FACES[c][0]]);
        const q = 3 * (o + tets[4 * t + FACES[c][1]]);
        const r = 3 * (o + tets[4 * t + FACES[c][2]]);
        const [ux, uy, uz] = [x[q] - x[p], x[q + 1] - x[p + 1], x[q + 2] - x[p + 2]];
        const [sx, sy, sz] = [x[r] - x[p], x[r + 1] - x[p + 1], x[r + 2] - x[p + 2]];
        gradient[3 * c] = (uy * sz - uz * sy) / 6;
        gradient[3 * c + 1] = (uz * sx - ux * sz) / 6;
        gradient[3 * c + 2] = (ux * sy - uy * sx) / 6;
        let square = 0;
        for (let k = 3 * c; k < 3 * c + 3; k++) square += gradient[k] * gradient[k];
        w += mobility[o + tets[4 * t + c]] * square;
      }
      const a = 3 * (o + tets[4 * t]);
      const d = 3 * (o + tets[4 * t + 3]);
      let volume = 0;
      for (let k = 0; k < 3; k++) volume += gradient[9 + k] * (x[d + k] - x[a + k]);
      const s = (volumes[t] - volume) / w;
      for (let c = 0; c < 4; c++)
        move(
          o + tets[4 * t + c],
          s * gradient[3 * c],
          s * gradient[3 * c + 1],
          s * gradient[3 * c + 2],
        );
    }
  };
  /** Two nodes of different bodies are no nearer than a cell; friction takes what it may of the way along the touch. */
  const keepApart = (a: number, b: number): void => {
    const [i, j] = [3 * a, 3 * b];
    const [dx, dy, dz] = [x[i] - x[j], x[i + 1] - x[j + 1], x[i + 2] - x[j + 2]];
    const square = dx * dx + dy * dy + dz * dz;
    if (square >= cell * cell || square === 0) return;
    const length = Math.sqrt(square);
    const w = mobility[a] + mobility[b];
    const s = (cell - length) / (w * length);
    move(a, s * dx, s * dy, s * dz);
    move(b, -s * dx, -s * dy, -s * dz);
    rub(a, b, dx / length, dy / length, dz / length, cell - length, w);
  };
  const rub = (
    a: number,
    b: number,
    nx: number,
    ny: number,
    nz: number,
    depth: number,
    w: number,
  ): void => {
    const [i, j] = [3 * a, 3 * b];
    let tx = x[i] - before[i];
    let ty = x[i + 1] - before[i + 1];
    let tz = x[i + 2] - before[i + 2];
    if (b >= 0) {
      tx -= x[j] - before[j];
      ty -= x[j + 1] - before[j + 1];
      tz -= x[j + 2] - before[j + 2];
    }
    const along = tx * nx + ty * ny + tz * nz;
    tx -= along * nx;
    ty -= along * ny;
    tz -= along * nz;
    const slip = Math.sqrt(tx * tx + ty * ty + tz * tz);
    if (slip === 0) return;
    const s = -Math.min(1, (MATTER.friction * depth) / slip) / w;
    move(a, s * tx, s * ty, s * tz);
    if (b >= 0) move(b, -s * tx, -s * ty, -s * tz);
  };
  const substep = (): void => {
    const kept = Math.max(0, 1 - MATTER.damping * h);
    for (let i = 0; i < x.length; i++) {
      before[i] = x[i];
      v[i] *= kept;
      if (i % 3 === 1) v[i] += MATTER.gravity * h;
      x[i] += h * v[i];
    }
    for (let b = 0; b < bodies; b++) {
      solveEdges(b * nodes);
      solveVolumes(b * nodes);
    }
    grid.forPairs(keepApart);
    for (const { normal, offset } of planes) {
      const [nx, ny, nz] = normal;
      for (let i = 0; i < bodies * nodes; i++) {
        const depth = offset - (nx * x[3 * i] + ny * x[3 * i + 1] + nz * x[3 * i + 2]);
        if (depth <= 0) continue;
        for (let c = 0; c < 3; c++) x[3 * i + c] += depth * normal[c];
        rub(i, -1, nx, ny, nz, depth, mobility[i]);
      }
    }
    for (let i = 0; i < x.length; i++) v[i] = (x[i] - before[i]) / h;
  };
  return {
    step() {
      // Neighbours are looked for once a step, with room for the way in it.
      grid.fill(x);
      for (let s = 0; s < substeps; s++) substep();
    },
    read: (out) => out.set(x),
    free: () => {},
  };
}

/** Corners of the face opposite to each corner, so that its cross product points to it. */
const FACES = [
  [1, 3, 2],
  [0, 2, 3],
  [0, 3, 1],
  [0, 1, 2],
];

/** Springs and volumes as stiff as the material: see `compliances` of the Jolt peer. */
function constraints({ mesh, young }: PeerScene) {
  const { poisson } = MATTER;
  const shear = young / (2 * (1 + poisson));
  const bulk = young / (3 * (1 - 2 * poisson)) - (5 / 3) * shear;
  const { positions: x, tets, edges } = mesh;
  const stiffness = new Map<string, number>();
  const volumes = new Float64Array(tets.length / 4);
  const distance = (p: number, q: number): number =>
    Math.hypot(x[3 * p] - x[3 * q], x[3 * p + 1] - x[3 * q + 1], x[3 * p + 2] - x[3 * q + 2]);
  for (let t = 0; t < volumes.length; t++) {
    volumes[t] = mesh.volume(t);
    for (let a = 0; a < 4; a++) {
      for (let b = a + 1; b < 4; b++) {
        const p = Math.min(tets[4 * t + a], tets[4 * t + b]);
        const q = Math.max(tets[4 * t + a], tets[4 * t + b]);
        const k = (2.5 * shear * volumes[t]) / distance(p, q) ** 2;
        stiffness.set(`${p} ${q}`, (stiffness.get(`${p} ${q}`) ?? 0) + k);
      }
    }
  }
  const many = edges.length / 2;
  return {
    edges,
    lengths: Float64Array.from({ length: many }, (_, e) =>
      distance(edges[2 * e], edges[2 * e + 1]),
    ),
    edgeCompliance: Float64Array.from(
      { length: many },
      (_, e) => 1 / stiffness.get(`${edges[2 * e]} ${edges[2 * e + 1]}`)!,
    ),
    volumes,
    volumeCompliance: volumes.map((volume) => volume / bulk),
  };
}
