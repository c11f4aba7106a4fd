import { check } from '../core/errors.ts';
import type { Sdf, TriangleMesh } from '../geometry/types.ts';
import { exp, log } from '../math/elementary.ts';
import { createNearestVertex } from './nearest-vertex.ts';

/** How stiffness varies inside a body: factors (no unit) on the material's moduli, in the body's rest frame. */
export type StiffnessField =
  | { type: 'constant'; value: number }
  /** From values[0] at point `from` [m] to values[1] at point `to`, straight between, constant beyond. */
  | {
      type: 'gradient';
      from: readonly [number, number, number];
      to: readonly [number, number, number];
      values: readonly [number, number];
    }
  /** The value of the first region that holds the point (boundary included), else `base`. */
  | { type: 'regions'; base: number; regions: readonly { sdf: Sdf; value: number }[] }
  /** The attribute `name` of the nearest vertex of `mesh`: stiffness paint. */
  | { type: 'attribute'; mesh: TriangleMesh; name: string }
  /** Sheets across `normal`, each `thickness` [m] thick, the values in turns; the first begins at point `origin`. */
  | {
      type: 'layers';
      normal: readonly [number, number, number];
      origin: readonly [number, number, number];
      thickness: number;
      values: readonly number[];
    }
  /** `value` within `radius` [m] of a tube's line of points, else `base`. */
  | {
      type: 'vessels';
      base: number;
      value: number;
      tubes: readonly {
        points: readonly (readonly [number, number, number])[];
        radius: number;
      }[];
    }
  /** Cubes of edge `size` [m], each with a random factor between the values (evenly in its logarithm). */
  | { type: 'cells'; size: number; values: readonly [number, number]; seed: number };

/** out[i] = factor at point i of xyz [m], i < n. For building a model: may allocate. */
export type FieldFill = (xyz: Float64Array, n: number, out: Float64Array) => void;

/** Makes a field ready to be sampled; refuses factors that are not positive. */
export function createStiffnessField(field: StiffnessField, path = ''): FieldFill {
  switch (field.type) {
    case 'constant':
      checkFactor(field.value, `${path}.value`);
      return (_xyz, n, out) => {
        out.fill(field.value, 0, n);
      };
    case 'gradient':
      return gradient(field.from, field.to, field.values, path);
    case 'regions':
      return regions(field.base, field.regions, path);
    case 'attribute':
      return attribute(field.mesh, field.name, path);
    case 'layers':
      return layers(field.normal, field.origin, field.thickness, field.values, path);
    case 'vessels':
      return vessels(field.base, field.value, field.tubes, path);
    case 'cells':
      return cells(field.size, field.values, field.seed, path);
  }
}

function checkFactor(value: number, path: string): void {
  check(
    value > 0 && value < Number.POSITIVE_INFINITY,
    () =>
      `a stiffness factor must be positive, got ${value}. A factor of 1 leaves the material as it is.`,
    path,
  );
}

function gradient(
  from: readonly [number, number, number],
  to: readonly [number, number, number],
  values: readonly [number, number],
  path: string,
): FieldFill {
  checkFactor(values[0], `${path}.values[0]`);
  checkFactor(values[1], `${path}.values[1]`);
  const [dx, dy, dz] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const square = dx * dx + dy * dy + dz * dz;
  check(
    square > 0 && square < Number.POSITIVE_INFINITY,
    () => `'from' and 'to' must be two different points, got ${from.join(', ')} twice. Move one.`,
    path,
  );
  return (xyz, n, out) => {
    for (let i = 0; i < n; i++) {
      const along =
        (xyz[3 * i] - from[0]) * dx +
        (xyz[3 * i + 1] - from[1]) * dy +
        (xyz[3 * i + 2] - from[2]) * dz;
      const t = Math.min(1, Math.max(0, along / square));
      out[i] = values[0] * (1 - t) + values[1] * t;
    }
  };
}

function regions(
  base: number,
  list: readonly { sdf: Sdf; value: number }[],
  path: string,
): FieldFill {
  checkFactor(base, `${path}.base`);
  for (let r = 0; r < list.length; r++) checkFactor(list[r].value, `${path}.regions[${r}].value`);
  return (xyz, n, out) => {
    out.fill(base, 0, n);
    const distance = new Float64Array(n);
    // Last to first, so that the first match has the last word.
    for (let r = list.length - 1; r >= 0; r--) {
      list[r].sdf.evaluate(xyz, n, distance);
      for (let i = 0; i < n; i++) if (distance[i] <= 0) out[i] = list[r].value;
    }
  };
}

function attribute(mesh: TriangleMesh, name: string, path: string): FieldFill {
  const field = attributeField(mesh, name, path);
  const values = mesh.attributes![name];
  for (let v = 0; v < values.length; v++) checkFactor(values[v], `${path}.${name}[${v}]`);
  return field;
}

/** A mesh's vertex attribute, by the nearest vertex. */
export function attributeField(mesh: TriangleMesh, name: string, path: string): FieldFill {
  const values = mesh.attributes?.[name];
  check(
    values !== undefined,
    () => {
      const known = Object.keys(mesh.attributes ?? {}).join(', ');
      return `the mesh has no attribute '${name}'. It has: ${known === '' ? 'none' : known}.`;
    },
    path,
  );
  check(
    values.length > 0 && values.length * 3 === mesh.positions.length,
    () =>
      `attribute '${name}' has ${values.length} numbers for ${mesh.positions.length / 3} vertices. Write one for each.`,
    path,
  );
  const nearest = createNearestVertex(mesh.positions);
  return (xyz, n, out) => {
    for (let i = 0; i < n; i++)
      out[i] = values[nearest(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2])];
  };
}

function layers(
  normal: readonly [number, number, number],
  origin: readonly [number, number, number],
  thickness: number,
  values: readonly number[],
  path: string,
): FieldFill {
  values.forEach((value, i) => {
    checkFactor(value, `${path}.values[${i}]`);
  });
  const length = Math.sqrt(normal[0] ** 2 + normal[1] ** 2 + normal[2] ** 2);
  check(
    length > 0,
    () => 'must be a direction, got 0, 0, 0. Sheets that lie flat have [0, 1, 0].',
    `${path}.normal`,
  );
  return (xyz, n, out) => {
    for (let i = 0; i < n; i++) {
      let along = 0;
      for (let c = 0; c < 3; c++) along += ((xyz[3 * i + c] - origin[c]) * normal[c]) / length;
      const sheet = Math.floor(along / thickness);
      out[i] = values[((sheet % values.length) + values.length) % values.length];
    }
  };
}

function vessels(
  base: number,
  value: number,
  tubes: readonly { points: readonly (readonly [number, number, number])[]; radius: number }[],
  path: string,
): FieldFill {
  checkFactor(base, `${path}.base`);
  checkFactor(value, `${path}.value`);
  return (xyz, n, out) => {
    out.fill(base, 0, n);
    for (const { points, radius } of tubes) {
      for (let k = 0; k + 1 < points.length; k++) {
        for (let i = 0; i < n; i++) {
          if (squareToSegment(xyz, 3 * i, points[k], points[k + 1]) <= radius * radius)
            out[i] = value;
        }
      }
    }
  };
}

/** Squared distance of a point from the straight line between a and b. */
function squareToSegment(
  xyz: Float64Array,
  p: number,
  a: readonly [number, number, number],
  b: readonly [number, number, number],
): number {
  let [along, square] = [0, 0];
  for (let c = 0; c < 3; c++) {
    along += (xyz[p + c] - a[c]) * (b[c] - a[c]);
    square += (b[c] - a[c]) ** 2;
  }
  const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0;
  let d2 = 0;
  for (let c = 0; c < 3; c++) d2 += (xyz[p + c] - a[c] - t * (b[c] - a[c])) ** 2;
  return d2;
}

function cells(
  size: number,
  values: readonly [number, number],
  seed: number,
  path: string,
): FieldFill {
  checkFactor(values[0], `${path}.values[0]`);
  checkFactor(values[1], `${path}.values[1]`);
  const low = log(values[0]);
  const span = log(values[1]) - low;
  return (xyz, n, out) => {
    for (let i = 0; i < n; i++) {
      // A number of its own for every cube, whatever the order of asking.
      let h = Math.imul(seed + 1, 0x9e3779b1);
      for (let c = 0; c < 3; c++) {
        h = Math.imul(h ^ Math.floor(xyz[3 * i + c] / size), 0x85ebca6b);
        h ^= h >>> 15;
      }
      h = Math.imul(h, 0xc2b2ae35);
      const chance = ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
      out[i] = exp(low + span * chance);
    }
  };
}
