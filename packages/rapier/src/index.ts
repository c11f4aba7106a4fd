/**
 * Rigid bodies in Rapier, soft ones in Pliant, and contact both ways:
 *
 *     const link = couple(createWorld(scene), new RAPIER.World({ x: 0, y: -9.81, z: 0 }));
 *     link.step();
 */
export { type CoupleOptions, couple, type Link } from './couple.ts';
export type { Filter } from './things.ts';
