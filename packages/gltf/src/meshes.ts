import type { Mesh, Node, Primitive } from '@gltf-transform/core';
import { InputError } from 'pliant/core';
import { indicesOf, numbersOf } from './accessors.ts';
import type { FigureMesh, Group, Morph } from './figure.ts';
import { PAINT } from './flesh.ts';
import { placedUvs } from './texture-places.ts';
import { SOURCE_ATTRIBUTE } from './write-drawn.ts';

/** How primitives say their triangles. */
const LIST = 4;
const STRIP = 5;
const FAN = 6;
/** Sets of four joints and weights that are looked for. */
const SETS = 4;

interface Part {
  readonly positions: Float64Array;
  readonly normals: Float64Array | null;
  readonly uvs: Float64Array | null;
  readonly colors: Float64Array | null;
  readonly triangles: Int32Array;
  readonly material: number;
  readonly joints: Int32Array[];
  readonly weights: Float64Array[];
  readonly targets: Float64Array[];
  readonly flesh: Float64Array | null;
  readonly bodyVertices: Float64Array | null;
}

export interface MeshSource {
  readonly node: Node;
  readonly nodeIndex: number;
  readonly mesh: Mesh;
  readonly meshIndex: number;
  readonly skin: number;
  readonly joints: number;
  readonly materialIndex: (primitive: Primitive) => number;
  readonly note: (text: string) => void;
}

/** The primitives of a node as one mesh; null if none of them has triangles. */
export function readNodeMesh(source: MeshSource): FigureMesh | null {
  const { mesh, meshIndex, node, note } = source;
  const parts: Part[] = [];
  mesh.listPrimitives().forEach((primitive, p) => {
    const path = `meshes[${meshIndex}].primitives[${p}]`;
    if (![LIST, STRIP, FAN].includes(primitive.getMode())) {
      note(`${path}: points and lines are left out.`);
      return;
    }
    parts.push(readPart(primitive, source, path));
  });
  if (parts.length === 0) return null;
  const isSkinned = source.skin >= 0 && parts.every((part) => part.joints.length > 0);
  if (source.skin >= 0 && !isSkinned) {
    note(
      `meshes[${meshIndex}]: has a skin but no joints and weights for all vertices: it does not follow its bones.`,
    );
  }
  const influences = isSkinned ? 4 * Math.max(...parts.map((part) => part.joints.length)) : 0;
  const vertices = parts.reduce((sum, part) => sum + part.positions.length / 3, 0);
  const names = (mesh.getExtras() as { targetNames?: unknown }).targetNames;
  const targets = Math.max(...parts.map((part) => part.targets.length));
  const morphs = Array.from({ length: targets }, (_, k): Morph => {
    const name = Array.isArray(names) && typeof names[k] === 'string' ? names[k] : `morph-${k}`;
    return { name, offsets: joinNumbers(parts, (part) => part.targets[k], 3, Float32Array) };
  });
  const positions = joinNumbers(parts, (part) => part.positions, 3, Float64Array);
  const own = node.getWeights();
  const set = own.length > 0 ? own : mesh.getWeights();
  morphs.forEach(({ offsets }, k) => {
    const weight = set[k] ?? 0;
    if (weight !== 0)
      for (let i = 0; i < positions.length; i++) positions[i] += weight * offsets[i];
  });
  const { triangles, groups } = joinTriangles(parts);
  return {
    // What an artist sees in the list of objects is the node's name.
    name: node.getName() || mesh.getName(),
    node: source.nodeIndex,
    skin: isSkinned ? source.skin : -1,
    positions,
    normals: parts.every((part) => part.normals)
      ? joinNumbers(parts, (part) => part.normals, 3, Float32Array)
      : null,
    uvs: parts.some((part) => part.uvs)
      ? joinNumbers(parts, (part) => part.uvs, 2, Float32Array)
      : null,
    colors: parts.some((part) => part.colors)
      ? joinNumbers(parts, (part) => part.colors, 4, Float32Array, 1)
      : null,
    triangles,
    groups,
    influences,
    ...joinInfluences(parts, influences, vertices),
    flesh: parts.some((part) => part.flesh)
      ? joinNumbers(parts, (part) => part.flesh, 1, Float32Array)
      : null,
    bodyVertices: parts.every((part) => part.bodyVertices)
      ? Int32Array.from(joinNumbers(parts, (part) => part.bodyVertices, 1, Float64Array))
      : null,
    morphs,
  };
}

function readPart(
  primitive: Primitive,
  { joints: jointCount, skin, materialIndex, note }: MeshSource,
  path: string,
): Part {
  const read = (name: string): Float64Array | null => {
    const accessor = primitive.getAttribute(name);
    return accessor === null ? null : numbersOf(accessor, `${path}.attributes.${name}`);
  };
  const positions = read('POSITION');
  if (positions === null)
    throw new InputError('has no POSITION. Export the file again.', `${path}.attributes`);
  const joints: Int32Array[] = [];
  const weights: Float64Array[] = [];
  for (let k = 0; skin >= 0 && k < SETS; k++) {
    const accessor = primitive.getAttribute(`JOINTS_${k}`);
    const parts = read(`WEIGHTS_${k}`);
    if (accessor === null || parts === null) break;
    joints.push(indicesOf(accessor, jointCount, `${path}.attributes.JOINTS_${k}`));
    weights.push(parts);
  }
  const targets = primitive.listTargets().map((target, k) => {
    const accessor = target.getAttribute('POSITION');
    return accessor === null
      ? new Float64Array(positions.length)
      : numbersOf(accessor, `${path}.targets[${k}].POSITION`);
  });
  return {
    positions,
    normals: read('NORMAL'),
    uvs: placedUvs(primitive, read, note),
    colors: colorsOf(primitive, read),
    triangles: trianglesOf(primitive, positions.length / 3, path),
    material: materialIndex(primitive),
    joints,
    weights,
    targets,
    flesh: read(PAINT.gltf),
    bodyVertices: read(SOURCE_ATTRIBUTE),
  };
}

/** Colours of vertices, with an opacity of one where the file has none. */
function colorsOf(
  primitive: Primitive,
  read: (name: string) => Float64Array | null,
): Float64Array | null {
  const colors = read('COLOR_0');
  const width = primitive.getAttribute('COLOR_0')?.getElementSize();
  if (colors === null || width === 4) return colors;
  return Float64Array.from({ length: (colors.length / 3) * 4 }, (_, i) =>
    i % 4 === 3 ? 1 : colors[3 * (i >> 2) + (i % 4)],
  );
}

function trianglesOf(primitive: Primitive, vertices: number, path: string): Int32Array {
  const accessor = primitive.getIndices();
  const order =
    accessor === null
      ? Int32Array.from({ length: vertices }, (_, v) => v)
      : indicesOf(accessor, vertices, `${path}.indices`);
  const mode = primitive.getMode();
  if (mode === LIST) return order.subarray(0, order.length - (order.length % 3));
  const out = new Int32Array(3 * Math.max(0, order.length - 2));
  for (let t = 0; t < out.length / 3; t++) {
    // Every second triangle of a strip turns the other way.
    const turn = mode === STRIP && t % 2 === 1;
    out[3 * t] = mode === FAN ? order[0] : order[turn ? t + 1 : t];
    out[3 * t + 1] = mode === FAN ? order[t + 1] : order[turn ? t : t + 1];
    out[3 * t + 2] = order[t + 2];
  }
  return out;
}

/** One array out of the parts', one number throughout where a part has none. */
function joinNumbers<T extends Float32Array | Float64Array>(
  parts: readonly Part[],
  get: (part: Part) => Float64Array | null | undefined,
  width: number,
  Kind: new (length: number) => T,
  missing = 0,
): T {
  const vertices = parts.reduce((sum, part) => sum + part.positions.length / 3, 0);
  const out = new Kind(width * vertices);
  out.fill(missing);
  let at = 0;
  for (const part of parts) {
    const values = get(part);
    if (values) out.set(values, at);
    at += (width * part.positions.length) / 3;
  }
  return out;
}

function joinTriangles(parts: readonly Part[]): { triangles: Int32Array; groups: Group[] } {
  const triangles = new Int32Array(parts.reduce((sum, part) => sum + part.triangles.length, 0));
  const groups: Group[] = [];
  let at = 0;
  let vertices = 0;
  for (const part of parts) {
    for (let i = 0; i < part.triangles.length; i++)
      triangles[at + i] = vertices + part.triangles[i];
    groups.push({ from: at / 3, to: (at + part.triangles.length) / 3, material: part.material });
    at += part.triangles.length;
    vertices += part.positions.length / 3;
  }
  return { triangles, groups };
}

/** Joints and weights of all vertices; weights add up to one, a vertex without any follows the first joint. */
function joinInfluences(
  parts: readonly Part[],
  influences: number,
  vertices: number,
): Pick<FigureMesh, 'joints' | 'weights'> {
  const joints = new Uint16Array(influences * vertices);
  const weights = new Float64Array(influences * vertices);
  let first = 0;
  for (const part of parts) {
    const n = part.positions.length / 3;
    for (let v = 0; influences > 0 && v < n; v++) {
      const o = influences * (first + v);
      let sum = 0;
      part.joints.forEach((list, k) => {
        for (let c = 0; c < 4; c++) {
          const weight = Math.max(0, part.weights[k][4 * v + c]);
          joints[o + 4 * k + c] = weight > 0 ? list[4 * v + c] : 0;
          weights[o + 4 * k + c] = weight;
          sum += weight;
        }
      });
      if (sum > 0) for (let c = 0; c < influences; c++) weights[o + c] /= sum;
      else weights[o] = 1;
    }
    first += n;
  }
  return { joints, weights };
}
