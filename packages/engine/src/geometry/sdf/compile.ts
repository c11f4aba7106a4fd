import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import { DEEPEST, MOST_COPIES, MOST_SHAPES } from '../numbers.ts';
import type { Bounds, Sdf } from '../types.ts';
import type { Part } from './blend.ts';
import {
  checkCount,
  checkList,
  checkNumber,
  checkRotation,
  checkSize,
  checkVector,
  join,
} from './checks.ts';
import { difference, intersection, shell, union, unionOf } from './combine.ts';
import { ellipsoid } from './ellipsoid.ts';
import { box, cone, cylinder, plane } from './flat.ts';
import { foreign } from './foreign.ts';
import { LIBRARY } from './library/index.ts';
import { BLOCK, boundsOf, type Node } from './node.ts';
import { placed, rotationMatrix } from './place.ts';
import { roundCone, sphere, torus } from './round.ts';
import type { Placement, RepeatShape, Shape, ThingShape, Vec3 } from './shape.ts';

export interface CompileOptions {
  /** Called for shapes that this module does not know (`mesh`): a distance field, or undefined to refuse. */
  resolve?: (shape: Shape, path: string) => Sdf | undefined;
  /** Where the shape stands in the input, for messages. */
  path?: string;
}

/**
 * Makes a description into a distance field. Distances are exact for single primitives and lower bounds near joins and
 * cuts; they never change faster than one metre per metre. Throws an InputError that names the field at fault.
 */
export function compileShape(shape: Shape, options: CompileOptions = {}): Sdf {
  const path = options.path ?? 'shape';
  const shapes = countShapes(shape, 0);
  check(
    shapes <= MOST_SHAPES,
    () =>
      `is made of more than ${MOST_SHAPES} shapes. Make a mesh file of it, or use repeat for copies.`,
    path,
  );
  const node = compile(shape, path, options, 0);
  const points = new Float64Array(3 * BLOCK);
  const value = new Float64Array(BLOCK);
  const bounds: Bounds = boundsOf(node);
  return {
    bounds,
    evaluate(xyz, n, out) {
      for (let start = 0; start < n; start += BLOCK) {
        const m = Math.min(BLOCK, n - start);
        for (let i = 0; i < 3 * m; i++) points[i] = xyz[3 * start + i];
        node.evaluate(points, m, value);
        for (let i = 0; i < m; i++) out[start + i] = value[i];
      }
    },
  };
}

/** How many shapes a description holds, itself included; counting ends soon after the most there may be. */
function countShapes(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return 0;
  if (depth > 2 * DEEPEST) return 0;
  let count = 'type' in value ? 1 : 0;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    if (count > MOST_SHAPES) break;
    count += countShapes(inner, depth + 1);
  }
  return count;
}

function compile(shape: Shape, path: string, options: CompileOptions, depth: number): Node {
  check(
    depth < DEEPEST,
    () => `shapes may be nested ${DEEPEST} deep. Does it contain itself?`,
    path,
  );
  const known = typeof shape === 'object' && shape !== null && typeof shape.type === 'string';
  check(
    known,
    () =>
      `must be a shape with a type, got ${show(shape)}. Write { "type": "sphere", "radius": 1 }.`,
    path,
  );
  const node = bare(shape, path, options, depth);
  const scaled = shape.type === 'transform' || shape.type === 'thing';
  return place(node, shape, scaled ? shape.scale : undefined, path);
}

function place(node: Node, at: Placement, scale: number | undefined, path: string): Node {
  if (at.position === undefined && at.rotation === undefined && scale === undefined) return node;
  const position = checkVector(at.position ?? [0, 0, 0], join(path, 'position'));
  const rotation = checkRotation(at.rotation ?? [0, 0, 0], join(path, 'rotation'));
  const factor = checkSize(scale ?? 1, join(path, 'scale'));
  return placed(node, position, rotationMatrix(rotation), factor);
}

/** The shape without its placement. */
function bare(shape: Shape, path: string, options: CompileOptions, depth: number): Node {
  const size = (value: number, field: string): number => checkSize(value, join(path, field));
  const point = (value: Vec3, field: string): Vec3 => checkVector(value, join(path, field));
  const inner = (value: Shape, field: string): Node =>
    compile(value, join(path, field), options, depth + 1);
  const list = (value: readonly Shape[], field: string): Node[] =>
    checkList(value, join(path, field)).map((each, i) => inner(each, `${field}[${i}]`));
  const width = (value: number | undefined): number =>
    checkNumber(value ?? 0, 0, join(path, 'smooth'));

  switch (shape.type) {
    case 'sphere':
      return sphere(size(shape.radius, 'radius'));
    case 'ellipsoid':
      return ellipsoid(sizes(shape.radii, join(path, 'radii')));
    case 'capsule': {
      const radius = size(shape.radius, 'radius');
      return roundCone(point(shape.from, 'from'), point(shape.to, 'to'), radius, radius);
    }
    case 'cone':
    case 'round-cone': {
      const from = point(shape.from, 'from');
      const to = point(shape.to, 'to');
      const a = checkNumber(shape.radiusFrom, 0, join(path, 'radiusFrom'));
      const b = checkNumber(shape.radiusTo, 0, join(path, 'radiusTo'));
      check(
        a + b > 0,
        () => 'must have a radiusFrom or radiusTo above zero, got 0 twice. Make one larger.',
        path,
      );
      if (shape.type === 'round-cone') return roundCone(from, to, a, b);
      const apart = from[0] !== to[0] || from[1] !== to[1] || from[2] !== to[2];
      check(
        apart,
        () => 'must have a height, got the same point as from and to. Move one of them.',
        path,
      );
      return cone(from, to, a, b);
    }
    case 'box':
      return box(sizes(shape.size, join(path, 'size')), 0);
    case 'rounded-box': {
      const edges = sizes(shape.size, join(path, 'size'));
      const radius = size(shape.radius, 'radius');
      const most = Math.min(...edges) / 2;
      const where = join(path, 'radius');
      check(
        radius <= most,
        () => `must be at most half of the shortest edge, ${most}, got ${radius}. Make it smaller.`,
        where,
      );
      return box(edges, radius);
    }
    case 'torus':
      return torus(size(shape.radius, 'radius'), size(shape.tube, 'tube'));
    case 'cylinder':
      return cylinder(size(shape.radius, 'radius'), size(shape.height, 'height'));
    case 'plane': {
      const [x, y, z] = point(shape.normal, 'normal');
      const length = Math.sqrt(x * x + y * y + z * z);
      check(
        length > 0,
        () => 'must be a direction, got [0, 0, 0]. Up is [0, 1, 0].',
        join(path, 'normal'),
      );
      const offset = checkNumber(shape.offset, Number.NEGATIVE_INFINITY, join(path, 'offset'));
      return plane([x / length, y / length, z / length], offset);
    }
    case 'union':
      return unionOf(list(shape.shapes, 'shapes'), width(shape.smooth));
    case 'difference':
      return difference(inner(shape.base, 'base'), list(shape.cut, 'cut'), width(shape.smooth));
    case 'intersection':
      return meeting(list(shape.shapes, 'shapes'), width(shape.smooth), path);
    case 'transform':
      return inner(shape.shape, 'shape');
    case 'repeat':
      return repeated(shape, inner(shape.shape, 'shape'), path);
    case 'shell':
      return shell(inner(shape.shape, 'shape'), size(shape.thickness, 'thickness'));
    case 'thing':
      return compile(thing(shape, path), path, options, depth + 1);
    default:
      return unknown(shape, path, options);
  }
}

function sizes(value: Vec3, path: string): Vec3 {
  checkVector(value, path);
  for (let a = 0; a < 3; a++) checkSize(value[a], `${path}[${a}]`);
  return value;
}

function meeting(nodes: readonly Node[], smooth: number, path: string): Node {
  const node = intersection(nodes, smooth);
  const b = boundsOf(node);
  const meets = b[0] <= b[3] && b[1] <= b[4] && b[2] <= b[5];
  check(
    meets,
    () => 'must be shapes that overlap, got some that do not meet. Move or enlarge them.',
    path,
  );
  return node;
}

function repeated(shape: RepeatShape, node: Node, path: string): Node {
  const count = checkVector(shape.count, join(path, 'count'));
  const spacing = checkVector(shape.spacing, join(path, 'spacing'));
  for (let a = 0; a < 3; a++) checkCount(count[a], `${join(path, 'count')}[${a}]`);
  const total = count[0] * count[1] * count[2];
  const where = join(path, 'count');
  check(
    total <= MOST_COPIES,
    () => `must be at most ${MOST_COPIES} copies, got ${total}. Make fewer.`,
    where,
  );
  const parts: Part[] = [];
  for (let k = 0; k < count[2]; k++) {
    for (let j = 0; j < count[1]; j++) {
      for (let i = 0; i < count[0]; i++) {
        const x = (i - (count[0] - 1) / 2) * spacing[0];
        const y = (j - (count[1] - 1) / 2) * spacing[1];
        const z = (k - (count[2] - 1) / 2) * spacing[2];
        parts.push({ node, offset: [x, y, z] });
      }
    }
  }
  return union(parts, 0);
}

function thing(shape: ThingShape, path: string): Shape {
  const names = Object.keys(LIBRARY);
  const where = join(path, 'name');
  const known = Object.hasOwn(LIBRARY, shape.name);
  check(
    known,
    () => `must be one of ${names.join(', ')}, got "${shape.name}". Take one of these.`,
    where,
  );
  const entry = LIBRARY[shape.name];
  if (shape.part === undefined) return entry.shape();
  const parts = entry.parts ?? {};
  const part = Object.hasOwn(parts, shape.part) ? parts[shape.part] : undefined;
  const have = Object.keys(parts).join(', ') || 'none';
  const at = join(path, 'part');
  check(
    part !== undefined,
    () => `must be a part of ${shape.name} (${have}), got "${shape.part}". Take one of these.`,
    at,
  );
  return part();
}

function unknown(shape: Shape, path: string, options: CompileOptions): Node {
  const sdf = options.resolve?.(shape, path);
  const where = join(path, 'type');
  check(
    sdf !== undefined,
    () =>
      `must be a known type of shape, got "${shape.type}". Take sphere, box, capsule, cylinder, or another of the scene reference.`,
    where,
  );
  return foreign(sdf);
}
