import { type Accessor, Document, type Material, type Mesh, WebIO } from '@gltf-transform/core';
import type { Take } from './takes.ts';
import { addTangents } from './tangents.ts';
import { SOURCE_ATTRIBUTE } from './write-drawn.ts';
import { linearColor, type Writer } from './writer.ts';

/** Numbers of a body's vertices, by the name of the attribute. */
export interface VertexData {
  readonly attributes: Readonly<Record<string, Float32Array | Uint16Array>>;
  /** What each morph target adds. */
  readonly targets: readonly Readonly<Record<string, Float32Array>>[];
}

const WIDTHS: Readonly<Record<string, number>> = {
  POSITION: 3,
  NORMAL: 3,
  JOINTS_0: 4,
  WEIGHTS_0: 4,
};

/** An empty document, or that of a file of what is drawn (`writeDrawn`), its meshes taken out of its scene. */
export async function openDocument(drawn: Uint8Array | undefined): Promise<Document> {
  if (drawn === undefined) return new Document();
  const document = await new WebIO().readBinary(drawn);
  for (const node of document.getRoot().listNodes()) node.dispose();
  for (const scene of document.getRoot().listScenes()) scene.dispose();
  return document;
}

/** Takes away the meshes of a file of what is drawn that no take has used. */
export function dropUnused(document: Document): void {
  for (const mesh of document.getRoot().listMeshes())
    if (mesh.listParents().every((parent) => parent.propertyType === 'Root')) mesh.dispose();
  for (const accessor of document.getRoot().listAccessors())
    if (accessor.listParents().every((parent) => parent.propertyType === 'Root'))
      accessor.dispose();
}

/**
 * The mesh of a take: vertices as drawn, with their texture coordinates and materials, where the document has the body
 * as drawn; else its own, in one colour.
 */
export function meshOf(
  document: Document,
  writer: Writer,
  take: Take,
  data: VertexData,
  color: string | undefined,
): Mesh {
  const drawn = document
    .getRoot()
    .listMeshes()
    .find((mesh) => mesh.getName() === take.name);
  const source: ArrayLike<number> | null | undefined = drawn
    ?.listPrimitives()[0]
    ?.getAttribute(SOURCE_ATTRIBUTE)
    ?.getArray();
  const n = data.attributes.POSITION.length / 3;
  if (drawn && source && largest(source) < n) {
    const accessors = accessorsOf(writer, data, (array, width) => gather(array, width, source));
    for (const primitive of drawn.listPrimitives()) {
      primitive.setAttribute(SOURCE_ATTRIBUTE, null);
      put(document, primitive, accessors);
      addTangents(document, primitive);
    }
    return drawn;
  }
  const primitive = document
    .createPrimitive()
    .setIndices(writer.indices(take.triangles))
    .setMaterial(plainMaterial(document, take.name, color));
  put(
    document,
    primitive,
    accessorsOf(writer, data, (array) => array),
  );
  return document.createMesh(take.name).addPrimitive(primitive);
}

function largest(values: ArrayLike<number>): number {
  let most = -1;
  for (let i = 0; i < values.length; i++) most = Math.max(most, values[i]);
  return most;
}

interface Accessors {
  readonly attributes: readonly [string, Accessor][];
  readonly targets: readonly (readonly [string, Accessor][])[];
}

function accessorsOf(
  writer: Writer,
  { attributes, targets }: VertexData,
  spread: <T extends Float32Array | Uint16Array>(array: T, width: number) => T,
): Accessors {
  const make = (name: string, array: Float32Array | Uint16Array): [string, Accessor] => {
    const all = spread(array, WIDTHS[name]);
    if (all instanceof Uint16Array) return [name, writer.joints(all)];
    return [name, writer.floats(all, WIDTHS[name] === 3 ? 'VEC3' : 'VEC4')];
  };
  return {
    attributes: Object.entries(attributes).map(([name, array]) => make(name, array)),
    targets: targets.map((target) =>
      Object.entries(target).map(([name, array]) => make(name, array)),
    ),
  };
}

function put(
  document: Document,
  primitive: ReturnType<Document['createPrimitive']>,
  { attributes, targets }: Accessors,
): void {
  for (const [name, accessor] of attributes) primitive.setAttribute(name, accessor);
  for (const target of targets) {
    const one = document.createPrimitiveTarget();
    for (const [name, accessor] of target) one.setAttribute(name, accessor);
    primitive.addTarget(one);
  }
}

/** Each drawn vertex gets the numbers of the body's vertex that it goes with. */
function gather<T extends Float32Array | Uint16Array>(
  array: T,
  width: number,
  source: ArrayLike<number>,
): T {
  const make = array.constructor as new (length: number) => T;
  const out = new make(width * source.length);
  for (let v = 0; v < source.length; v++)
    for (let k = 0; k < width; k++) out[width * v + k] = array[width * Math.max(0, source[v]) + k];
  return out;
}

function plainMaterial(document: Document, name: string, color: string | undefined): Material {
  return document
    .createMaterial(name)
    .setBaseColorFactor(linearColor(color))
    .setMetallicFactor(0)
    .setRoughnessFactor(0.6);
}
