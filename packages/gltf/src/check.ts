import { InputError } from 'pliant/core';
import { checkAccessors, checkBuffers, checkViews } from './check-data.ts';
import { count, type Json, list, object, optionalIndex, refuse } from './check-fields.ts';
import { checkAnimations, checkMaterials, checkSkins } from './check-parts.ts';
import type { Container } from './container.ts';

/** Extensions that need a decoder, and what to pass for it. */
export const DECODERS: Readonly<Record<string, string>> = {
  KHR_draco_mesh_compression: 'draco3d.decoder',
  EXT_meshopt_compression: 'meshopt.decoder',
};

/** Kinds of primitives with triangles: a list, a strip, a fan. */
const TRIANGLES = [4, 5, 6];

/**
 * Checks a glTF file before anything is made of it: every index names something, every accessor lies within its buffer,
 * nodes form trees, extensions are known. Faults are InputErrors with their place, such as `accessors[3].bufferView`.
 */
export function checkGltf({ json, resources }: Container, known: ReadonlySet<string>): void {
  const asset = object(json.asset, 'asset');
  const version = asset.version;
  if (typeof version !== 'string' || !/^2\.\d+$/.test(version)) {
    refuse(
      'asset.version',
      `must be "2.0", got ${JSON.stringify(version)?.slice(0, 40)}. Export the file again.`,
    );
  }
  checkExtensions(json, known);
  checkBuffers(json, resources);
  checkViews(json);
  checkAccessors(json);
  checkMaterials(json);
  checkMeshes(json);
  checkNodes(json);
  checkSkins(json);
  checkAnimations(json);
  checkScenes(json);
}

function checkExtensions(json: Json, known: ReadonlySet<string>): void {
  // Compressed data cannot be read around, even where the file calls it optional and gives no other copy.
  const required = new Set<unknown>();
  for (const key of ['extensionsUsed', 'extensionsRequired']) {
    const names = json[key];
    if (names === undefined) continue;
    if (!Array.isArray(names)) refuse(key, 'must be a list of names.');
    for (const name of names as unknown[]) {
      if (typeof name !== 'string') refuse(key, 'must be a list of names.');
      if (key === 'extensionsRequired' || (name as string) in DECODERS) required.add(name);
    }
  }
  for (const name of required as Set<string>) {
    if (known.has(name)) continue;
    const decoder = DECODERS[name];
    const remedy =
      decoder === undefined
        ? 'Export the file without it.'
        : `Pass its decoder as decoders["${decoder}"], or export the file without it.`;
    throw new InputError(
      `the file needs ${name}, which is not read here. ${remedy}`,
      'extensionsRequired',
    );
  }
}

function checkMeshes(json: Json): void {
  const accessors = count(json, 'accessors');
  list(json, 'meshes').forEach((mesh, m) => {
    const primitives = mesh.primitives;
    const path = `meshes[${m}].primitives`;
    if (!Array.isArray(primitives) || primitives.length === 0)
      refuse(path, 'must be a list with at least one entry.');
    (primitives as unknown[]).forEach((entry, p) => {
      checkPrimitive(json, object(entry, `${path}[${p}]`), `${path}[${p}]`, accessors);
    });
  });
}

function checkPrimitive(json: Json, primitive: Json, path: string, accessors: number): void {
  const { mode } = primitive;
  if (
    mode !== undefined &&
    !(Number.isInteger(mode) && (mode as number) >= 0 && (mode as number) <= 6)
  ) {
    refuse(`${path}.mode`, 'must be a whole number from 0 to 6.');
  }
  optionalIndex(primitive.material, count(json, 'materials'), `${path}.material`, 'materials');
  optionalIndex(primitive.indices, accessors, `${path}.indices`, 'accessors');
  const attributes = object(primitive.attributes, `${path}.attributes`);
  const isTriangles = TRIANGLES.includes((mode as number | undefined) ?? 4);
  if (isTriangles && attributes.POSITION === undefined)
    refuse(`${path}.attributes`, 'has no POSITION. Export the file again.');
  const targets = primitive.targets ?? [];
  if (!Array.isArray(targets)) refuse(`${path}.targets`, 'must be a list.');
  const sets = [
    attributes,
    ...(targets as unknown[]).map((t, i) => object(t, `${path}.targets[${i}]`)),
  ];
  const all = list(json, 'accessors');
  let size = -1;
  sets.forEach((set, s) => {
    const at = s === 0 ? `${path}.attributes` : `${path}.targets[${s - 1}]`;
    for (const [name, index] of Object.entries(set)) {
      optionalIndex(index, accessors, `${at}.${name}`, 'accessors');
      const { count: n, type } = all[index as number];
      if (size >= 0 && n !== size)
        refuse(
          `${at}.${name}`,
          `has ${n} entries where others have ${size}. Export the file again.`,
        );
      size = n as number;
      const wanted = SHAPES.find(([pattern]) => pattern.test(name))?.[1];
      if (wanted !== undefined && !wanted.split(' or ').includes(String(type)))
        refuse(`${at}.${name}`, `must be of type ${wanted}, got ${String(type)}.`);
    }
  });
  if (primitive.indices !== undefined && all[primitive.indices as number].type !== 'SCALAR') {
    refuse(`${path}.indices`, 'must be of type SCALAR.');
  }
}

const SHAPES: readonly [RegExp, string][] = [
  [/^(POSITION|NORMAL)$/, 'VEC3'],
  [/^TEXCOORD_\d+$/, 'VEC2'],
  [/^(JOINTS|WEIGHTS)_\d+$/, 'VEC4'],
  [/^_FLESH$/, 'SCALAR'],
  [/^COLOR_0$/, 'VEC3 or VEC4'],
];

function checkNodes(json: Json): void {
  const nodes = list(json, 'nodes');
  const parent = new Int32Array(nodes.length).fill(-1);
  nodes.forEach((node, i) => {
    const path = `nodes[${i}]`;
    optionalIndex(node.mesh, count(json, 'meshes'), `${path}.mesh`, 'meshes');
    optionalIndex(node.skin, count(json, 'skins'), `${path}.skin`, 'skins');
    for (const [key, length] of Object.entries({
      matrix: 16,
      translation: 3,
      rotation: 4,
      scale: 3,
    })) {
      const value = node[key];
      if (value === undefined) continue;
      const isFine =
        Array.isArray(value) && value.length === length && value.every((x) => Number.isFinite(x));
      if (!isFine) refuse(`${path}.${key}`, `must be ${length} numbers.`);
    }
    const children = node.children ?? [];
    if (!Array.isArray(children)) refuse(`${path}.children`, 'must be a list.');
    (children as unknown[]).forEach((child, k) => {
      optionalIndex(child, nodes.length, `${path}.children[${k}]`, 'nodes');
      if (parent[child as number] >= 0 || child === i) {
        refuse(`${path}.children[${k}]`, `node ${child} is carried by two nodes, or by itself.`);
      }
      parent[child as number] = i;
    });
  });
  // One parent each: a walk upwards that is longer than the list goes round in a circle.
  for (let i = 0; i < nodes.length; i++) {
    let steps = 0;
    for (let at = parent[i]; at >= 0; at = parent[at]) {
      if (++steps > nodes.length) refuse(`nodes[${i}]`, 'is carried by itself, through others.');
      if (steps > 4096) refuse(`nodes[${i}]`, 'lies more than 4096 nodes deep.');
    }
  }
}

function checkScenes(json: Json): void {
  optionalIndex(json.scene, count(json, 'scenes'), 'scene', 'scenes');
  list(json, 'scenes').forEach((scene, i) => {
    const nodes = scene.nodes ?? [];
    if (!Array.isArray(nodes)) refuse(`scenes[${i}].nodes`, 'must be a list.');
    (nodes as unknown[]).forEach((node, k) => {
      optionalIndex(node, count(json, 'nodes'), `scenes[${i}].nodes[${k}]`, 'nodes');
      if (node === undefined) refuse(`scenes[${i}].nodes[${k}]`, 'must be the index of a node.');
    });
  });
}
