/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * A frame that would reach this own velocity within `AHEAD` seconds wakes within the step, which is solved again
 * [tolerances]; slower ones wake at its end. Ten moving scenes, largest error at the default tolerance: 0.003 to 0.09 %
 * of the length with 1, up to 0.41 % with 2, as many frames awake. Without it 0.03 to 1.0 %, at any tolerance. Half:
 * more steps are solved twice.
 */
export const WITHIN_STEP = 1;
