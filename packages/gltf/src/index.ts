/**
 * glTF for Pliant: `importGltf` makes a scene of a character, with all that is needed to draw it.
 *
 *     const { scene, files, drawn, notes } = await importGltf(bytes);
 *     const world = createWorld(scene, { files: (name) => files[name] });
 */
export type {
  Channel,
  Clip,
  Figure,
  FigureImage,
  FigureMaterial,
  FigureMesh,
  FigureSkin,
  Group,
  Morph,
} from './figure.ts';
export { fitMorph, MORPH_DEFAULTS, type Morphed, type MorphOptions } from './morph.ts';
export type { PlacedMesh } from './place.ts';
export { type ReadOptions, readGltf } from './read.ts';
export type { Bone, Rig } from './rig.ts';
export {
  type Drawn,
  IMPORT_DEFAULTS,
  type Imported,
  type ImportModel,
  type ImportOptions,
  importGltf,
  MODELS,
} from './scene.ts';
export { fitSkin, SKIN_DEFAULTS, type Skinned, type SkinOptions } from './skin-fit.ts';
export { recordTakes, type Take, type TakeRecorder } from './takes.ts';
export { type DrawnMesh, writeDrawn } from './write-drawn.ts';
export { type GlbOptions, type WrittenGlb, writeMorphGlb } from './write-morph.ts';
export { type SkinGlbOptions, type WrittenSkin, writeSkinGlb } from './write-skin.ts';
