import type { Figure, FigureMaterial, FigureMesh } from '@pliant/gltf';
import {
  BufferAttribute,
  BufferGeometry,
  ClampToEdgeWrapping,
  DoubleSide,
  DynamicDrawUsage,
  FrontSide,
  type Material,
  Mesh,
  MeshStandardMaterial,
  MirroredRepeatWrapping,
  NearestFilter,
  RepeatWrapping,
  SRGBColorSpace,
  Texture,
  type Wrapping,
} from 'three';

/** A body as its file draws it: texture coordinates, materials and textures, over the vertices that move. */
export interface Clothes {
  readonly mesh: Mesh;
  /** Takes the places and normals of the body's vertices, while it is seen. */
  follow(positions: Float32Array, normals: Float32Array): void;
  dispose(): void;
}

/** What can be worn by any number of bodies of one shape. */
export interface Wardrobe {
  /** Null if it does not fit a body of so many vertices. */
  make(vertices: number): Clothes | null;
}

/** Reads a file of what is drawn. */
export async function openClothes(bytes: Uint8Array): Promise<Wardrobe> {
  const { readGltf } = await import('@pliant/gltf');
  const figure = await readGltf(bytes);
  const mesh = figure.meshes.find((one) => one.bodyVertices !== null);
  const textures = await Promise.all(figure.images.map(textureOf));
  const materials = figure.materials.map((one) => materialOf(one, textures));
  return { make: (vertices) => (mesh ? clothe(mesh, materials, vertices) : null) };
}

/** An image of the file. One that the browser cannot read is left out. */
async function textureOf({ bytes, mimeType }: Figure['images'][number]): Promise<Texture | null> {
  try {
    const image = await createImageBitmap(
      new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType }),
      { colorSpaceConversion: 'none', premultiplyAlpha: 'none' },
    );
    const texture = new Texture(image);
    // As glTF counts rows; and textures repeat there unless told otherwise.
    texture.flipY = false;
    texture.wrapS = texture.wrapT = RepeatWrapping;
    texture.anisotropy = 4;
    texture.needsUpdate = true;
    return texture;
  } catch {
    return null;
  }
}

/** What WebGL calls ways to go on beyond an edge, and the texel itself instead of a mean of texels. */
const WRAPS: Readonly<Record<number, Wrapping>> = {
  33071: ClampToEdgeWrapping,
  33648: MirroredRepeatWrapping,
};
const NEAREST = 9728;

function materialOf(look: FigureMaterial, textures: readonly (Texture | null)[]): Material {
  const { color, emissive, metallic, roughness, opacity, cutoff, doubleSided } = look;
  const use = (name: keyof FigureMaterial['textures'], isColor = false): Texture | null => {
    const image = textures[look.textures[name] ?? -1] ?? null;
    const sampler = look.samplers[name];
    // One image may be repeated here and not there.
    const texture = image !== null && sampler !== undefined ? image.clone() : image;
    if (texture !== null && sampler !== undefined) {
      texture.wrapS = WRAPS[sampler.wrapS] ?? RepeatWrapping;
      texture.wrapT = WRAPS[sampler.wrapT] ?? RepeatWrapping;
      if (sampler.magFilter === NEAREST) texture.magFilter = NearestFilter;
    }
    if (texture !== null && isColor) texture.colorSpace = SRGBColorSpace;
    return texture;
  };
  const material = new MeshStandardMaterial({
    map: use('color', true),
    emissiveMap: use('emissive', true),
    normalMap: use('normal'),
    metalnessMap: use('metallicRoughness'),
    roughnessMap: use('metallicRoughness'),
    metalness: metallic,
    roughness,
    transparent: opacity === 'BLEND',
    opacity: opacity === 'BLEND' ? color[3] : 1,
    alphaTest: opacity === 'MASK' ? cutoff : 0,
    side: doubleSided ? DoubleSide : FrontSide,
  });
  material.color.setRGB(color[0], color[1], color[2]);
  material.emissive.setRGB(emissive[0], emissive[1], emissive[2]);
  material.normalScale.setScalar(look.normalScale);
  return material;
}

function clothe(
  { uvs, colors, triangles, groups, bodyVertices }: FigureMesh,
  materials: readonly Material[],
  vertices: number,
): Clothes | null {
  const source = bodyVertices ?? new Int32Array(0);
  if (source.some((v) => v >= vertices)) return null;
  const geometry = new BufferGeometry();
  const moving = (): BufferAttribute =>
    new BufferAttribute(new Float32Array(3 * source.length), 3).setUsage(DynamicDrawUsage);
  const [places, directions] = [moving(), moving()];
  geometry.setAttribute('position', places);
  geometry.setAttribute('normal', directions);
  if (uvs !== null) geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  if (colors !== null) geometry.setAttribute('color', new BufferAttribute(colors, 4));
  geometry.setIndex(new BufferAttribute(Uint32Array.from(triangles), 1));
  const plain = new MeshStandardMaterial({ roughness: 0.6 });
  for (const { from, to, material } of groups)
    geometry.addGroup(3 * from, 3 * (to - from), materials[material] ? material : materials.length);
  const own = [...materials, plain];
  // Materials are shared by the bodies of a file, and its vertices have colours or not.
  const mesh = new Mesh(geometry, colors === null ? own : own.map(coloured));
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  mesh.frustumCulled = false;
  return {
    mesh,
    follow(positions, normals) {
      if (!mesh.visible) return;
      spread(places, positions, source);
      spread(directions, normals, source);
    },
    dispose() {
      mesh.removeFromParent();
      geometry.dispose();
      plain.dispose();
    },
  };
}

function coloured(material: Material): Material {
  const out = material.clone();
  out.vertexColors = true;
  return out;
}

/** Each drawn vertex gets the numbers of the body's vertex that it goes with. */
function spread(attribute: BufferAttribute, from: Float32Array, source: Int32Array): void {
  const out = attribute.array as Float32Array;
  for (let v = 0; v < source.length; v++) {
    const p = 3 * Math.max(0, source[v]);
    out[3 * v] = from[p];
    out[3 * v + 1] = from[p + 1];
    out[3 * v + 2] = from[p + 2];
  }
  attribute.needsUpdate = true;
}
