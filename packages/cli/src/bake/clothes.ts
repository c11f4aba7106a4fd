import { type FigureMaterial, readGltf } from '@pliant/gltf';
import { type ObjPart, surfacesNow, type WorldBody, writeObjParts } from 'pliant';
import { type BakePlan, type Outputs, pathFor } from './baker.ts';

/** How the artist's file draws a body: faces over the body's vertices, a place in the textures for each corner. */
export interface Clothes {
  readonly triangles: Int32Array;
  /** Texture coordinates, v upwards as everywhere but in glTF, and which of them each corner has; null without any. */
  readonly uvs: Float32Array | null;
  readonly corners: Int32Array;
  readonly groups: readonly { from: number; to: number; material: string }[];
}

export interface Wardrobe {
  /** What a body wears while its triangles are those of the start; nothing if the file has nothing for it. */
  of(body: WorldBody): Clothes | undefined;
  /** An OBJ of bodies as they are, with texture coordinates and materials where the artist's file has some. */
  obj(bodies: readonly WorldBody[]): Uint8Array;
  /** Writes the materials that OBJ files name, and their images. */
  writeMaterials(outputs: Outputs): void;
}

/** Opens what `pliant import` wrote to draw bodies with, for formats that cannot hold it themselves. */
export async function openWardrobe({ drawn, world, out }: BakePlan): Promise<Wardrobe> {
  const figure = drawn === undefined ? null : await readGltf(drawn);
  const names = materialNames(figure?.materials ?? []);
  const surfaces = new Map(world.bodies.map((body) => [body.name, body.surface]));
  const all = new Map<string, Clothes>();
  for (const mesh of figure?.meshes ?? []) {
    const body = world.bodies.find(({ name }) => name === mesh.name);
    const source = mesh.bodyVertices;
    if (!body || !source || source.some((v) => v >= body.positions.length / 3)) continue;
    // Faces with a vertex that is none of the body's are not drawn by it either.
    const isWhole = (t: number): boolean =>
      [0, 1, 2].every((k) => source[mesh.triangles[t + k]] >= 0);
    const corners: number[] = [];
    const groups = mesh.groups.map(({ from, to, material }) => {
      const first = corners.length / 3;
      for (let t = 3 * from; t < 3 * to; t += 3)
        if (isWhole(t)) for (let k = 0; k < 3; k++) corners.push(mesh.triangles[t + k]);
      return { from: first, to: corners.length / 3, material: names[material] ?? 'plain' };
    });
    all.set(mesh.name, {
      triangles: Int32Array.from(corners, (v) => source[v]),
      corners: Int32Array.from(corners),
      uvs: mesh.uvs?.map((c, i) => (i % 2 === 1 ? 1 - c : c)) ?? null,
      groups,
    });
  }
  const library = all.size > 0 ? pathFor(out, null, '.mtl') : undefined;
  const images = (figure?.images ?? []).map(({ bytes, mimeType }, i) => ({
    bytes,
    path: pathFor(out, `texture-${i}`, mimeType === 'image/png' ? '.png' : '.jpg'),
  }));
  const of = (body: WorldBody): Clothes | undefined =>
    surfaces.get(body.name) === body.surface ? all.get(body.name) : undefined;
  return {
    of,
    obj(bodies) {
      const parts = bodies.map((body): ObjPart => {
        const mesh = surfacesNow([body]);
        const clothes = of(body);
        if (clothes === undefined) return { mesh };
        const { triangles, uvs, corners, groups } = clothes;
        return { mesh: { ...mesh, triangles }, uvs: uvs ?? undefined, corners, groups };
      });
      return writeObjParts(parts, library && baseOf(library));
    },
    writeMaterials(outputs) {
      if (library === undefined || figure === null) return;
      const used = new Set<number>();
      const lines = figure.materials.map((material, m) => {
        const { color, opacity, textures } = material;
        if (textures.color !== undefined) used.add(textures.color);
        return [
          `newmtl ${names[m]}`,
          `Kd ${color.slice(0, 3).join(' ')}`,
          `d ${opacity === 'BLEND' ? color[3] : 1}`,
          ...(textures.color === undefined
            ? []
            : [`map_Kd ${baseOf(images[textures.color].path)}`]),
        ].join('\n');
      });
      outputs.whole(library, new TextEncoder().encode(`${lines.join('\n\n')}\n`));
      for (const i of used) outputs.whole(images[i].path, images[i].bytes);
    },
  };
}

const baseOf = (path: string): string => path.split(/[\\/]/).at(-1)!;

/** Names in ASCII without spaces, none twice. */
function materialNames(materials: readonly FigureMaterial[]): string[] {
  const used = new Set<string>();
  return materials.map(({ name }, m) => {
    const plain = name.replace(/[^!-~]+/g, '_') || `material-${m}`;
    const own = used.has(plain) ? `${plain}-${m}` : plain;
    used.add(own);
    return own;
  });
}
