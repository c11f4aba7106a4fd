import {
  type DrawnMesh,
  type FigureImage,
  type FigureMaterial,
  readGltf,
  writeDrawn,
} from '@pliant/gltf';

/** How bodies are drawn, by their names: files as imports keep them. */
export type Clothing = Readonly<Record<string, Uint8Array>>;

/** One file of what is drawn for all bodies, as writers of GLB take it; nothing if no body has one. */
export async function dressedBodies(clothing: Clothing): Promise<Uint8Array | undefined> {
  const drawn: DrawnMesh[] = [];
  const materials: FigureMaterial[] = [];
  const images: FigureImage[] = [];
  /** Bodies of one mesh share its materials. */
  const read = new Map<Uint8Array, Promise<DrawnMesh | null>>();
  const open = async (bytes: Uint8Array): Promise<DrawnMesh | null> => {
    const figure = await readGltf(bytes);
    const mesh = figure.meshes.find((one) => one.bodyVertices !== null);
    if (!mesh?.bodyVertices) return null;
    const [firstMaterial, firstImage] = [materials.length, images.length];
    for (const image of figure.images) images.push(image);
    for (const { textures, ...material } of figure.materials) {
      const moved = Object.entries(textures).map(([use, image]) => [use, image + firstImage]);
      materials.push({ ...material, textures: Object.fromEntries(moved) });
    }
    const { name, positions, normals, uvs, colors, triangles, bodyVertices: vertexOf } = mesh;
    const groups = mesh.groups.map(({ from, to, material }) => ({
      ...{ from, to },
      material: material < 0 ? material : material + firstMaterial,
    }));
    return { name, positions, normals, uvs, colors, triangles, groups, vertexOf };
  };
  for (const [name, bytes] of Object.entries(clothing)) {
    const coming = read.get(bytes) ?? open(bytes);
    read.set(bytes, coming);
    const one = await coming;
    if (one !== null) drawn.push({ ...one, name });
  }
  if (drawn.length === 0) return undefined;
  return writeDrawn(drawn, { materials, images });
}
