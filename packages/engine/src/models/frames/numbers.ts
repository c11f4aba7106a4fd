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

/**
 * Part of the frames awake from which all are: the stiffness of all points costs the same from about half of them on,
 * and every switch costs more than the last few frames save. With 0.75 a body of 15 frames that is pulled again and
 * again hardly sleeps, and the length of a step changes how many frames are awake by 43 % (limit 25 %). With 1 seven
 * moving scenes cost 1.05 of all frames awake instead of 0.97.
 */
export const MOST_AWAKE = 0.9;

/**
 * A frame that has to stay awake is tested again after this fraction of the dwell time. Half: more tests; twice:
 * a ball still has six frames awake at its second bounce.
 */
export const ASK_AGAIN = 0.25;
