/** Every number that tunes the octree: unit, why, and what happens at twice of it. */

/** Least spread relative to the largest for a region to count as solid. */
export const FLAT = 1e-4;
/**
 * Quadratic motion that the leaves of a region show by less than this, relative to that of a solid of its width, is not
 * resisted.
 */
export const NARROW = 0.03;
/**
 * Pull against motion that is not quadratic, over E/σ². Twice: bars 2 to 4 % stiffer, twists 3 %.
 */
export const RESIDUAL = 3;
/** Weight of the energy of a strain's slope along itself (`bends.kernel.ts` has its root). */
export const ALONG = 0.2;
/** Root of the stiffness in twist of a square section over that of one that does not warp: 0.1406 · 6. */
export const SQUARE_SECTION = 0.9184;
/** Part of its growth that a region pulls back in a step at most: beyond 2, damped swings grow. */
export const MOST_SHRINK = 2;

/** Square of the fastest swing times the step in which static stiffness is measured: pulls must not be cut short. */
export const CALM_STEP = 0.5;
/** Displacement at which it is measured, in voxels. Twice: nothing; a thousand times: rotations count. */
export const SMALL_PART = 1e-5;

/** Rounds of calibrating bending against stretching: the ratio is within 2 % after so many. */
export const ROUNDS = 3;
/** Beyond these a body has too few cells for either test to mean anything. */
export const LEAST_BENDING = 0.25;
export const MOST_BENDING = 2;
export const MOST_STIFFNESS = 4;
/** An axis counts by the square of the body's variance along it; those with less than this of the longest are left out. */
export const LEAST_WEIGHT = 0.1;
/** Parts of the largest variance below which a body has no extent along an axis. */
export const NO_EXTENT = 1e-9;

/**
 * Square of the fastest swing of the undeformed body times that of a step. Half: 1.4 times as many substeps. Beyond 4
 * swings grow.
 */
export const MOST_PULL = 1;
/** Power iterations that find the fastest swing, within a tenth. */
export const SWINGS = 60;
/** Regions count at most so much: a cut may leave a body of few of them. */
export const MOST_SWING = 3;
