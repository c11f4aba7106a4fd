import {
  type Document,
  Logger,
  type Material,
  type Node,
  type Texture,
  WebIO,
} from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import { InputError } from 'pliant/core';
import { numbersOf } from './accessors.ts';
import { checkGltf, DECODERS } from './check.ts';
import { readClips } from './clips.ts';
import { openContainer } from './container.ts';
import type {
  Figure,
  FigureMaterial,
  FigureMesh,
  FigureNode,
  FigureSkin,
  TextureSampler,
  TextureUse,
} from './figure.ts';
import { TEXTURE_USES } from './figure.ts';
import { identity4 } from './mat4.ts';
import { readNodeMesh } from './meshes.ts';
import { textureInfo } from './texture-places.ts';

export interface ReadOptions {
  /** Gives the bytes of files that a .gltf names. */
  readonly files?: (name: string) => Uint8Array;
  /** Decoders of compressed data: `draco3d.decoder` for Draco, `meshopt.decoder` for meshopt. */
  readonly decoders?: Readonly<Record<string, unknown>>;
}

/** Reads a GLB or glTF file. Faults are InputErrors that name their place in the file. */
export async function readGltf(bytes: Uint8Array, options: ReadOptions = {}): Promise<Figure> {
  const { decoders = {} } = options;
  const container = openContainer(bytes, options.files);
  const extensions = ALL_EXTENSIONS.filter(({ EXTENSION_NAME: name }) => {
    const decoder = DECODERS[name];
    return decoder === undefined || decoders[decoder] !== undefined;
  });
  const known = extensions.map(({ EXTENSION_NAME: name }) => name);
  checkGltf(container, new Set(known.filter((name) => name !== INSTANCING)));
  const io = new WebIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(extensions)
    .registerDependencies({ ...decoders });
  let document: Document;
  try {
    document = await io.readJSON(container as unknown as Parameters<WebIO['readJSON']>[0]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`the file cannot be read: ${reason}. Export it again.`, 'glTF');
  }
  return figureOf(document);
}

function figureOf(document: Document): Figure {
  const root = document.getRoot();
  const notes: string[] = [];
  const note = (text: string): void => {
    if (!notes.includes(text)) notes.push(text);
  };
  const all = root.listNodes();
  const at = new Map(all.map((node, i) => [node, i]));
  const nodes = all.map((node): FigureNode => {
    const parent = node.getParentNode();
    return {
      name: node.getName(),
      parent: parent === null ? -1 : at.get(parent)!,
      translation: node.getTranslation(),
      rotation: unit(node.getRotation()),
      scale: node.getScale(),
    };
  });
  const textures = root.listTextures();
  const materials = root.listMaterials();
  for (const used of root.listExtensionsUsed()) {
    const name = used.extensionName;
    if (LEFT_OUT.test(name)) note(`${name} is not drawn: what it says is left out.`);
  }
  const shown = shownNodes(document, note);
  if ([...shown].some((node) => node.getCamera() !== null)) note('cameras are left out.');
  const meshes = readMeshes(document, shown, at, note);
  const own = materials.map((material) => readMaterial(material, textures));
  return {
    nodes,
    ...plainWithoutUvs(meshes, own, note),
    skins: root.listSkins().map((skin, i) => readSkin(skin, i, at)),
    clips: readClips(root.listAnimations(), at, note),
    images: textures.map((texture) => ({
      name: texture.getName(),
      mimeType: texture.getMimeType(),
      bytes: texture.getImage() ?? new Uint8Array(0),
    })),
    notes,
  };
}

/** Extensions whose absence shows. */
const LEFT_OUT = /^(KHR_materials_|EXT_mesh_gpu_instancing|KHR_lights)/;
/** A file that needs it would be read with things missing. */
const INSTANCING = 'EXT_mesh_gpu_instancing';

/** The nodes of the scene that the file shows. */
function shownNodes(document: Document, note: (text: string) => void): Set<Node> {
  const root = document.getRoot();
  const scenes = root.listScenes();
  const scene = root.getDefaultScene() ?? scenes[0];
  if (scenes.length > 1)
    note(`the file has ${scenes.length} scenes; "${scene.getName()}" is read.`);
  if (scene === undefined) return new Set(root.listNodes());
  const shown = new Set<Node>();
  const stack = [...scene.listChildren()];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    shown.add(node);
    for (const child of node.listChildren()) stack.push(child);
  }
  return shown;
}

function readMeshes(
  document: Document,
  shown: ReadonlySet<Node>,
  at: ReadonlyMap<Node, number>,
  note: (text: string) => void,
): FigureMesh[] {
  const root = document.getRoot();
  const [skins, meshes, materials] = [root.listSkins(), root.listMeshes(), root.listMaterials()];
  const found: FigureMesh[] = [];
  for (const node of root.listNodes()) {
    const mesh = node.getMesh();
    if (mesh === null || !shown.has(node)) continue;
    const skin = node.getSkin();
    const one = readNodeMesh({
      node,
      nodeIndex: at.get(node)!,
      mesh,
      meshIndex: meshes.indexOf(mesh),
      skin: skin === null ? -1 : skins.indexOf(skin),
      joints: skin?.listJoints().length ?? 0,
      materialIndex: (primitive) => materials.indexOf(primitive.getMaterial() as Material),
      note,
    });
    if (one !== null) found.push(one);
  }
  return found;
}

function readSkin(
  skin: ReturnType<ReturnType<Document['getRoot']>['listSkins']>[number],
  i: number,
  at: ReadonlyMap<Node, number>,
): FigureSkin {
  const joints = skin.listJoints().map((node) => at.get(node)!);
  const accessor = skin.getInverseBindMatrices();
  const values = accessor && numbersOf(accessor, `skins[${i}].inverseBindMatrices`);
  return {
    name: skin.getName(),
    joints,
    inverseBind: joints.map((_, k) => (values ? values.slice(16 * k, 16 * k + 16) : identity4())),
  };
}

function readMaterial(material: Material, textures: readonly Texture[]): FigureMaterial {
  const found: Partial<Record<TextureUse, number>> = {};
  const given = {
    color: material.getBaseColorTexture(),
    metallicRoughness: material.getMetallicRoughnessTexture(),
    normal: material.getNormalTexture(),
    occlusion: material.getOcclusionTexture(),
    emissive: material.getEmissiveTexture(),
  };
  for (const [use, texture] of Object.entries(given)) {
    if (texture !== null) found[use as TextureUse] = textures.indexOf(texture);
  }
  return {
    name: material.getName(),
    color: material.getBaseColorFactor() as [number, number, number, number],
    metallic: material.getMetallicFactor(),
    roughness: material.getRoughnessFactor(),
    emissive: material.getEmissiveFactor() as [number, number, number],
    opacity: material.getAlphaMode(),
    cutoff: material.getAlphaCutoff(),
    doubleSided: material.getDoubleSided(),
    normalScale: material.getNormalScale(),
    occlusionStrength: material.getOcclusionStrength(),
    textures: found,
    samplers: samplersOf(material),
  };
}

/** Samplers that are not glTF's default: repeated both ways, filters left to the viewer. */
function samplersOf(material: Material): FigureMaterial['samplers'] {
  const found: Partial<Record<TextureUse, TextureSampler>> = {};
  for (const use of TEXTURE_USES) {
    const info = textureInfo(material, use);
    if (info === null) continue;
    const [wrapS, wrapT] = [info.getWrapS(), info.getWrapT()];
    const [magFilter, minFilter] = [info.getMagFilter(), info.getMinFilter()];
    if (wrapS !== REPEAT || wrapT !== REPEAT || magFilter !== null || minFilter !== null)
      found[use] = { wrapS, wrapT, magFilter, minFilter };
  }
  return found;
}

/** GL_REPEAT. */
const REPEAT = 10497;

/** Meshes without texture coordinates get their materials without textures: files that have both are not valid. */
function plainWithoutUvs(
  meshes: readonly FigureMesh[],
  given: readonly FigureMaterial[],
  note: (text: string) => void,
): Pick<Figure, 'meshes' | 'materials'> {
  const materials = [...given];
  const plain = new Map<number, number>();
  const plainOf = (index: number): number => {
    if (index < 0 || Object.keys(given[index].textures).length === 0) return index;
    if (!plain.has(index)) plain.set(index, materials.push({ ...given[index], textures: {} }) - 1);
    return plain.get(index)!;
  };
  const out = meshes.map((mesh) => {
    if (mesh.uvs !== null) return mesh;
    const groups = mesh.groups.map((group) => ({ ...group, material: plainOf(group.material) }));
    if (groups.some(({ material }, g) => material !== mesh.groups[g].material))
      note(
        `${mesh.name || 'a mesh'}: has textures but no texture coordinates; it is drawn without.`,
      );
    return { ...mesh, groups };
  });
  return { meshes: out, materials };
}

/** A quaternion of length one; one without length turns nothing. */
function unit(q: readonly number[]): number[] {
  const size = Math.sqrt(q.reduce((sum, c) => sum + c * c, 0));
  return size > 0 ? q.map((c) => c / size) : [0, 0, 0, 1];
}
