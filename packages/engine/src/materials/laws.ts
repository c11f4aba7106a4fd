import { createCorotational } from './corotational.ts';
import type { MaterialLaw, MaterialName } from './material.ts';
import { createMooneyRivlin } from './mooney-rivlin.ts';
import { createNeoHookean } from './neo-hookean.ts';
import { createStVK } from './stvk.ts';

/**
 * Every law by name, for isotropic parameters. Corotational and StVK also take a full elasticity matrix:
 * `createStVK('full')`.
 */
export const MATERIALS: Readonly<Record<MaterialName, () => MaterialLaw>> = {
  corotational: () => createCorotational(),
  stvk: () => createStVK(),
  'neo-hookean': createNeoHookean,
  'mooney-rivlin': createMooneyRivlin,
};
