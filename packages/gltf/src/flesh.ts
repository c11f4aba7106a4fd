import { InputError } from 'pliant/core';
import type { Figure } from './figure.ts';
import type { Rig } from './rig.ts';

/** Vertex attribute of glTF files that flesh is painted with (0 to 1), and what it is called in mesh files. */
export const PAINT = { gltf: '_FLESH', mesh: 'flesh' } as const;

/** Flesh where a file is painted and nobody says how much. */
const PAINTED = 0.6;

/** How much of a figure is soft. */
export interface FleshOptions {
  /** Part of the way from bones to skin that is soft; all of it follows the bones if missing. */
  readonly flesh?: number;
  /**
   * The same around single joints, by name: belly, cheeks, tail. In files with a vertex attribute `_FLESH` (0 to 1),
   * `painted` says what 1 stands for, 0.6 if missing.
   */
  readonly fleshOf?: Readonly<Record<string, number>>;
}

interface Patch {
  readonly bones?: string[];
  readonly painted?: string;
  readonly flesh: number;
}

/** What a layer of bones says about flesh; nothing where there is none. */
export function fleshFields(
  { flesh, fleshOf = {} }: FleshOptions,
  figure: Figure,
  rig: Rig,
  moving: readonly number[],
  isPainted: boolean,
): { flesh?: number; fleshPatches?: Patch[] } {
  const patches: Patch[] = Object.entries(fleshOf).flatMap(([joint, part]) => {
    const bones = moving.filter((b) => isCalled(figure, rig, b, joint));
    return bones.length === 0
      ? []
      : [{ bones: bones.map((b) => rig.bones[b].name), flesh: Number(part) }];
  });
  if (isPainted) patches.push({ painted: PAINT.mesh, flesh: fleshOf.painted ?? PAINTED });
  return {
    ...(flesh === undefined ? {} : { flesh }),
    ...(patches.length === 0 ? {} : { fleshPatches: patches }),
  };
}

/** Joints have the file's names, and those of the scene, which has fewer letters. */
const isCalled = (figure: Figure, rig: Rig, b: number, name: string): boolean =>
  rig.bones[b].name === name || figure.nodes[rig.bones[b].node].name === name;

/** Refuses names that no joint has. */
export function checkFleshNames(
  { fleshOf = {} }: FleshOptions,
  figure: Figure,
  rigs: readonly Rig[],
): void {
  for (const joint of Object.keys(fleshOf)) {
    if (joint === 'painted') continue;
    if (rigs.some((rig) => rig.bones.some((_, b) => isCalled(figure, rig, b, joint)))) continue;
    const names = rigs.flatMap(({ bones }) => bones.map(({ name }) => name)).slice(0, 40);
    throw new InputError(
      `there is no joint "${joint}". ${names.length > 0 ? `There are: ${names.join(', ')}.` : 'The file has no skin.'}`,
      'fleshOf',
    );
  }
}
