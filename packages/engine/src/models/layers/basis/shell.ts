import { meshEdges } from '../../../geometry/mesh/edges.ts';
import { buildBvh } from '../../../geometry/query/bvh.ts';
import { closestPoints } from '../../../geometry/query/bvh-query.ts';
import type { TriangleMesh } from '../../../geometry/types.ts';
import type { LayerMaterial } from '../build/input.ts';
import { type LayerData, ROLE, type Rows } from '../model.ts';
import { restAngle, type ShellData } from '../step/shell.ts';

/** A thin sheet, and how far from it [m] points move along. */
export interface ShellBasis {
  readonly kind: 'shell';
  readonly mesh: TriangleMesh;
  readonly reach: number;
}

export function shellRows({ mesh, reach }: ShellBasis): (points: Float64Array) => Rows {
  const bvh = buildBvh(mesh);
  return (points) => {
    const n = points.length / 3;
    const square = new Float64Array(n);
    const triangle = new Int32Array(n);
    const place = new Float64Array(3 * n);
    closestPoints(bvh, points, n, square, triangle, place);
    const ptr = new Int32Array(n + 1);
    const fn: number[] = [];
    const value: number[] = [];
    const w = new Float64Array(3);
    for (let i = 0; i < n; i++) {
      if (square[i] <= reach * reach) {
        const t = triangle[i];
        barycentric(w, mesh, t, place, 3 * i);
        for (let k = 0; k < 3; k++) {
          if (Math.abs(w[k]) < 1e-12) continue;
          fn.push(mesh.triangles[3 * t + k]);
          value.push(w[k]);
        }
      }
      ptr[i + 1] = fn.length;
    }
    return {
      ptr,
      fn: Int32Array.from(fn),
      value: Float64Array.from(value),
      slope: new Float64Array(3 * fn.length),
    };
  };
}

/** A layer of a thin sheet's vertices. Points within `reach` [m] of the sheet move along with it. */
export function shellLayer(
  name: string,
  mesh: TriangleMesh,
  strict: boolean,
  reach: number,
): LayerData {
  const functions = mesh.positions.length / 3;
  const basis = { kind: 'shell', mesh, reach } as const;
  return {
    name,
    kind: 'shell',
    form: 'scalar',
    functions,
    unknowns: 3 * functions,
    scripted: false,
    tracks: 0,
    basis,
    rows: shellRows(basis),
    pinned: new Uint8Array(functions),
    places: mesh.positions,
    role: new Uint8Array(functions).fill(ROLE.place),
    centre: new Float64Array(3),
    region: null,
    strict,
  };
}

/** Weights of the corners of triangle t at a place in its plane. */
function barycentric(
  w: Float64Array,
  mesh: TriangleMesh,
  t: number,
  at: Float64Array,
  o: number,
): void {
  const [a, b, c] = [0, 1, 2].map((k) => 3 * mesh.triangles[3 * t + k]);
  const p = mesh.positions;
  const u = [0, 1, 2].map((d) => p[b + d] - p[a + d]);
  const v = [0, 1, 2].map((d) => p[c + d] - p[a + d]);
  const r = [0, 1, 2].map((d) => at[o + d] - p[a + d]);
  const dot = (x: number[], y: number[]): number => x[0] * y[0] + x[1] * y[1] + x[2] * y[2];
  const [uu, uv, vv, ru, rv] = [dot(u, u), dot(u, v), dot(v, v), dot(r, u), dot(r, v)];
  const det = uu * vv - uv * uv;
  w[1] = (vv * ru - uv * rv) / det;
  w[2] = (uu * rv - uv * ru) / det;
  w[0] = 1 - w[1] - w[2];
}

/** Triangles and hinges of a sheet; mass points of its vertices are base, base + 1, … */
export function shellData(
  mesh: TriangleMesh,
  thickness: number,
  material: LayerMaterial,
  base: number,
): { data: ShellData; vertexArea: Float64Array } {
  const { positions: p, triangles } = mesh;
  const count = triangles.length / 3;
  const inverse = new Float64Array(4 * count);
  const volume = new Float64Array(count);
  const vertexArea = new Float64Array(p.length / 3);
  const area = new Float64Array(count);
  for (let t = 0; t < count; t++) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
    const u = [0, 1, 2].map((d) => p[b + d] - p[a + d]);
    const v = [0, 1, 2].map((d) => p[c + d] - p[a + d]);
    const length = Math.sqrt(u[0] ** 2 + u[1] ** 2 + u[2] ** 2);
    const along = (u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / length;
    const up = Math.sqrt(Math.max(0, v[0] ** 2 + v[1] ** 2 + v[2] ** 2 - along * along));
    // Edges in the triangle's plane [length along; 0 up], inverted.
    inverse.set([1 / length, -along / (length * up), 0, 1 / up], 4 * t);
    area[t] = 0.5 * length * up;
    volume[t] = thickness * area[t];
    for (let k = 0; k < 3; k++) vertexArea[triangles[3 * t + k]] += area[t] / 3;
  }
  const edges = meshEdges(triangles);
  const hinges: number[] = [];
  const angle: number[] = [];
  const stiffness: number[] = [];
  const flexural = (material.young * thickness ** 3) / (12 * (1 - material.poisson ** 2));
  for (let e = 0; e < edges.count; e++) {
    if (edges.start[e + 1] - edges.start[e] !== 2) continue;
    const s = edges.sides[edges.start[e]];
    const o = edges.sides[edges.start[e] + 1];
    const [from, to] = [triangles[s], triangles[3 * Math.floor(s / 3) + (((s % 3) + 1) % 3)]];
    const far = (side: number): number =>
      triangles[3 * Math.floor(side / 3) + (((side % 3) + 2) % 3)];
    hinges.push(from, to, far(s), far(o));
    angle.push(restAngle(p, 3 * from, 3 * to, 3 * far(s), 3 * far(o)));
    const square = [0, 1, 2].reduce((sum, d) => sum + (p[3 * to + d] - p[3 * from + d]) ** 2, 0);
    stiffness.push((3 * flexural * square) / (area[Math.floor(s / 3)] + area[Math.floor(o / 3)]));
  }
  return {
    data: {
      triangles: triangles.map((v) => base + v),
      inverse,
      volume,
      hinges: Int32Array.from(hinges, (v) => base + v),
      angle: Float64Array.from(angle),
      stiffness: Float64Array.from(stiffness),
      young: material.young / (1 - material.poisson ** 2),
      poisson: material.poisson,
      beta: material.damping.stiffness,
    },
    vertexArea,
  };
}
