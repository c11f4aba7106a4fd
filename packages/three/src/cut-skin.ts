import type { SurfaceModel, WorldBody } from 'pliant';
import { BufferAttribute, BufferGeometry, DynamicDrawUsage } from 'three';
import { type Creases, creaseNormals, findCreases } from './creases.ts';
import { type NearestTriangle, planeWeights } from './nearest-triangle.ts';
import { CREASE } from './surface-mesh.ts';
import type { UserGeometry } from './user-geometry.ts';

/** The geometry of a body that was cut: its own surface, dressed like the user's mesh. */
export interface CutSkin {
  readonly geometry: BufferGeometry;
  /** At rest, in the order it is drawn. */
  readonly surface: SurfaceModel;
  /** Shows the body's `positions`. */
  changed(): void;
}

/**
 * A body's surface with the user's UVs, colours and materials, each triangle taking those of the user's triangle
 * next to it at rest. Triangles that cuts laid
 * bare come last, in a group of material `bare`, with UVs in metres along the plane they face.
 */
export function createCutSkin(
  user: UserGeometry,
  nearest: NearestTriangle,
  body: WorldBody,
  bare: number,
): CutSkin {
  const { surface } = body;
  const order = triangleOrder(user, nearest, surface, bare);
  const creases: Creases = findCreases(
    surface.positions,
    surface.triangles,
    (CREASE * Math.PI) / 180,
  ) ?? {
    source: Int32Array.from({ length: surface.positions.length / 3 }, (_, i) => i),
    triangles: Uint32Array.from(surface.triangles),
  };
  const corners = Uint32Array.from(order.triangles.flatMap((t) => [0, 1, 2].map((k) => 3 * t + k)));
  const geometry = new BufferGeometry();
  const moving = (): BufferAttribute =>
    new BufferAttribute(new Float32Array(3 * corners.length), 3).setUsage(DynamicDrawUsage);
  geometry.setAttribute('position', moving());
  geometry.setAttribute('normal', moving());
  for (const [name, { size }] of user.others)
    geometry.setAttribute(name, new BufferAttribute(new Float32Array(size * corners.length), size));
  order.triangles.forEach((t, i) => {
    dress(geometry, user, surface, t, order.like[i], i);
  });
  for (const { start, count, material } of order.groups)
    geometry.addGroup(3 * start, 3 * count, material);
  const places = new Float32Array(3 * creases.source.length);
  const directions = new Float32Array(places.length);
  const { position, normal } = geometry.attributes;
  const changed = (): void => {
    for (let i = 0; i < places.length; i++)
      places[i] = body.positions[3 * creases.source[Math.floor(i / 3)] + (i % 3)];
    creaseNormals(directions, places, creases.triangles);
    for (let i = 0; i < corners.length; i++) {
      const from = 3 * creases.triangles[corners[i]];
      for (let c = 0; c < 3; c++) {
        position.array[3 * i + c] = places[from + c];
        normal.array[3 * i + c] = directions[from + c];
      }
    }
  };
  const triangles = Int32Array.from(corners, (corner) => surface.triangles[corner]);
  return { geometry, surface: { positions: surface.positions, triangles }, changed };
}

/** Triangles by material, those laid bare last, and the user's triangle that each looks like (−1 for bare ones). */
function triangleOrder(
  user: UserGeometry,
  nearest: NearestTriangle,
  { positions, triangles }: SurfaceModel,
  bare: number,
) {
  const count = triangles.length / 3;
  const like = new Int32Array(count).fill(-1);
  const material = new Int32Array(count).fill(bare);
  for (let t = 0; t < count; t++) {
    const [x, y, z] = centroid(positions, triangles, t);
    const { triangle, distance } = nearest(x, y, z);
    if (isBare(user, triangle, distance, positions, triangles, t)) continue;
    like[t] = triangle;
    material[t] = user.materials[triangle];
  }
  const order = Array.from({ length: count }, (_, t) => t).sort(
    (a, b) => material[a] - material[b] || a - b,
  );
  const groups: { start: number; count: number; material: number }[] = [];
  order.forEach((t, i) => {
    const last = groups.at(-1);
    if (last?.material === material[t]) last.count++;
    else groups.push({ start: i, count: 1, material: material[t] });
  });
  return { triangles: order, like: order.map((t) => like[t]), groups };
}

/**
 * Parts of a triangle's longest edge: within the first it lies on the user's surface, beyond the second it does not.
 */
const ON = 0.1;
const OFF = 0.5;

/** Whether a triangle of a body was inside the user's mesh: it is away from it, or begins at it and faces elsewhere. */
function isBare(
  user: UserGeometry,
  like: number,
  distance: number,
  x: ArrayLike<number>,
  triangles: ArrayLike<number>,
  t: number,
): boolean {
  const edge = longestEdge(x, triangles, t);
  if (distance < ON * edge || distance > OFF * edge) return distance > ON * edge;
  const [a, b] = [areaVector(x, triangles, t), areaVector(user.positions, user.triangles, like)];
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return dot < 0.5 * Math.hypot(...a) * Math.hypot(...b);
}

function longestEdge(x: ArrayLike<number>, triangles: ArrayLike<number>, t: number): number {
  const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
  const length = (a: number, b: number): number =>
    Math.hypot(x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]);
  return Math.max(length(p, q), length(q, r), length(r, p));
}

/** Twice its area, along its normal. */
function areaVector(x: ArrayLike<number>, triangles: ArrayLike<number>, t: number): number[] {
  const [p, q, r] = [0, 1, 2].map((k) => 3 * triangles[3 * t + k]);
  return [0, 1, 2].map((c) => {
    const [d, e] = [(c + 1) % 3, (c + 2) % 3];
    return (
      (x[q + d] - x[p + d]) * (x[r + e] - x[p + e]) - (x[q + e] - x[p + e]) * (x[r + d] - x[p + d])
    );
  });
}

/** Gives corner i of a geometry what the user's triangle has there. */
function dress(
  geometry: BufferGeometry,
  user: UserGeometry,
  { positions, triangles }: SurfaceModel,
  t: number,
  like: number,
  at: number,
): void {
  const axis = like < 0 ? facing(positions, triangles, t) : 0;
  for (let k = 0; k < 3; k++) {
    const v = 3 * triangles[3 * t + k];
    const place = [positions[v], positions[v + 1], positions[v + 2]];
    const weights = like < 0 ? null : planeWeights(user.positions, user.triangles, like, place);
    for (const [name, { size, values }] of user.others) {
      const out = geometry.attributes[name].array;
      for (let c = 0; c < size; c++) {
        let value = name.startsWith('uv') ? place[(axis + 1 + c) % 3] : 1;
        if (weights !== null) {
          value = 0;
          for (let j = 0; j < 3; j++)
            value += weights[j] * values[size * user.triangles[3 * like + j] + c];
        }
        out[size * (3 * at + k) + c] = value;
      }
    }
  }
}

function centroid(x: ArrayLike<number>, triangles: ArrayLike<number>, t: number): number[] {
  return [0, 1, 2].map(
    (c) =>
      (x[3 * triangles[3 * t] + c] +
        x[3 * triangles[3 * t + 1] + c] +
        x[3 * triangles[3 * t + 2] + c]) /
      3,
  );
}

/** The axis that a triangle faces most. */
function facing(x: ArrayLike<number>, triangles: ArrayLike<number>, t: number): number {
  const sizes = areaVector(x, triangles, t).map(Math.abs);
  return sizes.indexOf(Math.max(...sizes));
}
