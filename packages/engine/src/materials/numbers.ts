/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * Points per cell of the grid in which the nearest is looked for, on average, and cells along a side at most. Half and
 * twice: time of painting a model.
 */
export const PER_CELL = 2;
export const MOST_CELLS_ALONG = 128;

/**
 * Sums of two stretches are not taken below this: there the rotation flips, and its derivative has no bound. Half and
 * twice: the stiffness of elements turned inside out; untested.
 */
export const SMALLEST_SUM = 1e-6;
