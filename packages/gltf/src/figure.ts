import type { Mat4 } from './mat4.ts';

/** What a glTF file holds, as it stands there: file units, own axes of each node. */
export interface Figure {
  readonly nodes: readonly FigureNode[];
  readonly meshes: readonly FigureMesh[];
  readonly skins: readonly FigureSkin[];
  readonly clips: readonly Clip[];
  readonly materials: readonly FigureMaterial[];
  readonly images: readonly FigureImage[];
  /** What was left out or is unusual, in words. */
  readonly notes: readonly string[];
}

export interface FigureNode {
  readonly name: string;
  /** Index of the node that carries it, −1 for none. */
  readonly parent: number;
  readonly translation: readonly number[];
  /** Quaternion x, y, z, w. */
  readonly rotation: readonly number[];
  readonly scale: readonly number[];
}

/** The triangles of a node: its primitives in one. Seams of textures and normals keep their doubled vertices. */
export interface FigureMesh {
  readonly name: string;
  readonly node: number;
  /** Index of the skin that moves it, −1 for none. */
  readonly skin: number;
  /** Shape [vertices, 3]. Weights that the file gives its morph targets are in it. */
  readonly positions: Float64Array;
  readonly normals: Float32Array | null;
  /** Texture coordinates, shape [vertices, 2]. */
  readonly uvs: Float32Array | null;
  /** Red, green, blue, opacity; linear, shape [vertices, 4]. They multiply the material's colour. */
  readonly colors: Float32Array | null;
  /** Shape [triangles, 3]. */
  readonly triangles: Int32Array;
  /** Which triangles have which material (−1: none): from, to, counted in triangles. */
  readonly groups: readonly Group[];
  /** Joints of the skin and their weights, `influences` a vertex; empty without a skin. */
  readonly influences: number;
  readonly joints: Uint16Array;
  readonly weights: Float64Array;
  /** In a file of what is drawn (`writeDrawn`): the body's vertex that each vertex goes with, −1 for none; else null. */
  readonly bodyVertices: Int32Array | null;
  /** How soft vertices are painted, 0 to 1; null if they are not. */
  readonly flesh: Float32Array | null;
  /** Offsets of the vertices that morph targets add at weight 1, for drawing. */
  readonly morphs: readonly Morph[];
}

export interface Group {
  readonly from: number;
  readonly to: number;
  readonly material: number;
}

export interface Morph {
  readonly name: string;
  readonly offsets: Float32Array;
}

export interface FigureSkin {
  readonly name: string;
  /** Nodes that are its joints. */
  readonly joints: readonly number[];
  readonly inverseBind: readonly Mat4[];
}

export interface Clip {
  readonly name: string;
  /** The last key [s], as written. */
  readonly duration: number;
  readonly channels: readonly Channel[];
}

export interface Channel {
  readonly node: number;
  readonly path: 'translation' | 'rotation' | 'scale';
  readonly kind: 'LINEAR' | 'STEP' | 'CUBICSPLINE';
  readonly times: Float64Array;
  /** 3 or 4 numbers a key; with CUBICSPLINE three times as many: tangent before, value, tangent after. */
  readonly values: Float64Array;
}

/** How a group of triangles is drawn. Textures are indices into the figure's images. */
export interface FigureMaterial {
  readonly name: string;
  /** Red, green, blue, opacity; linear. */
  readonly color: readonly [number, number, number, number];
  readonly metallic: number;
  readonly roughness: number;
  readonly emissive: readonly [number, number, number];
  readonly opacity: 'OPAQUE' | 'MASK' | 'BLEND';
  readonly cutoff: number;
  readonly doubleSided: boolean;
  readonly normalScale: number;
  readonly occlusionStrength: number;
  readonly textures: Readonly<Partial<Record<TextureUse, number>>>;
  /** How a texture goes on beyond its edges and between its texels; as glTF does by default where missing. */
  readonly samplers: Readonly<Partial<Record<TextureUse, TextureSampler>>>;
}

/** Numbers of WebGL, as glTF has them; null leaves filters to the viewer. */
export interface TextureSampler {
  readonly wrapS: number;
  readonly wrapT: number;
  readonly magFilter: number | null;
  readonly minFilter: number | null;
}

export const TEXTURE_USES = [
  'color',
  'metallicRoughness',
  'normal',
  'occlusion',
  'emissive',
] as const;
export type TextureUse = (typeof TEXTURE_USES)[number];

export interface FigureImage {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
}
