import {
  Document,
  type Material,
  type Texture,
  type TextureInfo,
  WebIO,
} from '@gltf-transform/core';
import { type Figure, type FigureMaterial, TEXTURE_USES } from './figure.ts';
import type { Drawn } from './scene.ts';
import { addTangents } from './tangents.ts';
import { textureInfo } from './texture-places.ts';

type Wrap = Parameters<TextureInfo['setWrapS']>[0];

/** Which vertex of the body each drawn vertex goes with, as an attribute of the file; −1 for none. */
export const SOURCE_ATTRIBUTE = '_SOURCE';

/** What is written of a drawn mesh. */
export type DrawnMesh = Omit<Drawn, 'morphs' | 'source' | 'rig'>;

/**
 * A GLB of what is drawn, at rest: vertices, normals, texture coordinates, materials and images of the imported file, a
 * mesh for each body, and the attribute `_SOURCE`.
 */
export async function writeDrawn(
  drawn: readonly DrawnMesh[],
  figure: Pick<Figure, 'materials' | 'images'>,
): Promise<Uint8Array> {
  const document = new Document();
  const buffer = document.createBuffer();
  const materials = writeMaterials(document, figure);
  const scene = document.createScene();
  for (const mesh of drawn) {
    const attribute = (array: Float32Array, type: 'SCALAR' | 'VEC2' | 'VEC3' | 'VEC4') =>
      document
        .createAccessor()
        .setType(type)
        .setArray(array as Float32Array<ArrayBuffer>)
        .setBuffer(buffer);
    const position = attribute(Float32Array.from(mesh.positions), 'VEC3');
    const normal = mesh.normals && attribute(mesh.normals, 'VEC3');
    const uv = mesh.uvs && attribute(mesh.uvs, 'VEC2');
    const color = mesh.colors && attribute(mesh.colors, 'VEC4');
    const source = attribute(Float32Array.from(mesh.vertexOf), 'SCALAR');
    const out = document.createMesh(mesh.name);
    for (const { from, to, material } of mesh.groups) {
      const indices = document
        .createAccessor()
        .setType('SCALAR')
        .setBuffer(buffer)
        .setArray(Uint32Array.from(mesh.triangles.subarray(3 * from, 3 * to)));
      const primitive = document
        .createPrimitive()
        .setAttribute('POSITION', position)
        .setAttribute(SOURCE_ATTRIBUTE, source)
        .setIndices(indices)
        .setMaterial(materials[material] ?? null);
      if (normal) primitive.setAttribute('NORMAL', normal);
      if (uv) primitive.setAttribute('TEXCOORD_0', uv);
      if (color) primitive.setAttribute('COLOR_0', color);
      addTangents(document, primitive);
      out.addPrimitive(primitive);
    }
    scene.addChild(document.createNode(mesh.name).setMesh(out));
  }
  document.getRoot().setDefaultScene(scene);
  return new WebIO().writeBinary(document);
}

/** The figure's materials and the images they use, in a new document. */
export function writeMaterials(
  document: Document,
  figure: Pick<Figure, 'materials' | 'images'>,
): Material[] {
  const textures = figure.images.map(
    ({ name, mimeType, bytes }): Texture =>
      document
        .createTexture(name)
        .setMimeType(mimeType)
        .setImage(bytes as Uint8Array<ArrayBuffer>),
  );
  return figure.materials.map((material) => writeMaterial(document, material, textures));
}

function writeMaterial(
  document: Document,
  material: FigureMaterial,
  textures: readonly Texture[],
): Material {
  const out = document
    .createMaterial(material.name)
    .setBaseColorFactor([...material.color])
    .setMetallicFactor(material.metallic)
    .setRoughnessFactor(material.roughness)
    .setEmissiveFactor([...material.emissive])
    .setAlphaMode(material.opacity)
    .setAlphaCutoff(material.cutoff)
    .setDoubleSided(material.doubleSided)
    .setNormalScale(material.normalScale)
    .setOcclusionStrength(material.occlusionStrength);
  for (const use of TEXTURE_USES) {
    const index = material.textures[use];
    const texture = index === undefined ? null : textures[index];
    if (use === 'color') out.setBaseColorTexture(texture);
    else if (use === 'metallicRoughness') out.setMetallicRoughnessTexture(texture);
    else if (use === 'normal') out.setNormalTexture(texture);
    else if (use === 'occlusion') out.setOcclusionTexture(texture);
    else out.setEmissiveTexture(texture);
    const sampler = material.samplers[use];
    if (sampler !== undefined)
      textureInfo(out, use)
        ?.setWrapS(sampler.wrapS as Wrap)
        .setWrapT(sampler.wrapT as Wrap)
        .setMagFilter(sampler.magFilter as Parameters<TextureInfo['setMagFilter']>[0])
        .setMinFilter(sampler.minFilter as Parameters<TextureInfo['setMinFilter']>[0]);
  }
  return out;
}
