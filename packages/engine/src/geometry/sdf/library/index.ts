import type { Shape, Vec3 } from '../shape.ts';
import { armadillo, armadilloHead, armadilloShell } from './armadillo.ts';
import { bottle, bottleCollar, bottleFlask, bottleTeat } from './bottle.ts';
import { fir, firNeedles, firTrunk } from './fir.ts';
import { flower, flowerHeart, flowerPetals, flowerStem } from './flower.ts';
import { hand, handFingers, handThumb } from './hand.ts';
import { liver, liverGallbladder, liverVessels } from './liver.ts';
import { mushroom, mushroomCap, mushroomStem } from './mushroom.ts';
import { octopus, octopusArms, octopusHead } from './octopus.ts';
import { rabbit, rabbitEars, rabbitHead } from './rabbit.ts';
import { seal, sealFlippers, sealHead } from './seal.ts';
import { torso, torsoChest, torsoHead } from './torso.ts';

export interface LibraryEntry {
  shape: () => Shape;
  /** Sub-shapes in the place they have in the whole, for regions of stiffness or colour. */
  parts?: Readonly<Record<string, () => Shape>>;
  /** Extent along x, y, z [m], rounded to a centimetre. */
  size: Vec3;
  description: string;
}

/**
 * Creatures and things: y up, facing +z. Each is one piece without tunnels; a surface keeps it so from about 56 cells
 * along the longest side.
 */
export const LIBRARY: Readonly<Record<string, LibraryEntry>> = {
  armadillo: {
    shape: armadillo,
    parts: { shell: armadilloShell, head: armadilloHead },
    size: [0.87, 1.08, 0.91],
    description: 'An armadillo standing up with its paws raised.',
  },
  bottle: {
    shape: bottle,
    parts: { teat: bottleTeat, collar: bottleCollar, flask: bottleFlask },
    size: [0.14, 0.36, 0.14],
    description: 'A feeding bottle with a soft teat.',
  },
  fir: {
    shape: fir,
    parts: { trunk: firTrunk, needles: firNeedles },
    size: [1.04, 1.69, 1.03],
    description: 'A fir tree in five skirts of branches.',
  },
  flower: {
    shape: flower,
    parts: { stem: flowerStem, petals: flowerPetals, heart: flowerHeart },
    size: [0.5, 1.01, 0.29],
    description: 'A daisy on a stalk with two leaves.',
  },
  hand: {
    shape: hand,
    parts: { thumb: handThumb, fingers: handFingers },
    size: [0.26, 0.38, 0.12],
    description: 'An open hand standing on its wrist, palm forward.',
  },
  liver: {
    shape: liver,
    parts: { vessels: liverVessels, gallbladder: liverGallbladder },
    size: [0.34, 0.21, 0.19],
    description: 'A liver with its lobes and gallbladder.',
  },
  mushroom: {
    shape: mushroom,
    parts: { stem: mushroomStem, cap: mushroomCap },
    size: [0.38, 0.45, 0.38],
    description: 'A spotted mushroom with a skirt.',
  },
  octopus: {
    shape: octopus,
    parts: { arms: octopusArms, head: octopusHead },
    size: [1.01, 0.58, 0.91],
    description: 'An octopus at rest on eight curling arms.',
  },
  rabbit: {
    shape: rabbit,
    parts: { ears: rabbitEars, head: rabbitHead },
    size: [0.4, 0.8, 0.69],
    description: 'A sitting rabbit with long ears.',
  },
  seal: {
    shape: seal,
    parts: { flippers: sealFlippers, head: sealHead },
    size: [0.77, 0.53, 1.38],
    description: 'A seal on its belly with its head raised.',
  },
  torso: {
    shape: torso,
    parts: { head: torsoHead, chest: torsoChest },
    size: [0.57, 0.95, 0.3],
    description: 'A human torso with a head, arms ending above the elbow.',
  },
};
