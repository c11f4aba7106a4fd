/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * Largest number of parts of a step that bodies may request. Half: stiff octrees are softer than asked for; twice: a
 * step may take twice as long.
 */
export const MOST_PARTS = 512;

/**
 * Largest turn of a soft body in contact in one part of a step [rad]; it moves along chords, which lift it off the
 * ground. Half: rolling costs twice as much; twice: rolling bodies lose up to half of their acceleration.
 */
export const LARGEST_TURN = 0.3;

/**
 * Limit of the parts for fast turns, since all bodies take them. Half: fast rollers are lifted off the ground; twice:
 * one of them makes all steps up to eight times as long.
 */
export const MOST_FOR_TURNING = 4;

/**
 * Time for which all of an island must have been slow before it sleeps [s]. Half: bodies at the top of a swing fall
 * asleep; twice: piles cost their full price for longer.
 */
export const CALM_TIME = 0.5;

/**
 * Shortest accepted Newton step, as a fraction of the full one. Half: one more evaluation before a step is given up;
 * twice: one less.
 */
export const SHORTEST = 1 / 64;

/**
 * Sufficient decrease of the line search, as a fraction of the predicted one. Half and twice: nothing, in practice; a
 * large value rejects good steps.
 */
export const DECREASE = 1e-4;

/**
 * Accuracy of velocities, as a fraction of one body size a step; slower bodies count as still. Half: a few more
 * iterations near rest; twice: a few less.
 */
export const STILL = 1e-9;

/**
 * Ratio of successive errors that is assumed before it is known, and the largest that is believed. Half: iterations
 * may end too early; twice: one iteration more at the start.
 */
export const FIRST_RATIO = 0.1;
export const LARGEST_RATIO = 0.9;

/**
 * Largest number of repeated contact solves after a momentum correction; one is nearly always enough. Half: rows may
 * end violated in hard steps; twice: such steps take longer.
 */
export const MOST_OWED = 3;

/**
 * Frequency of the whole body on a drag's spring without a given stiffness [Hz]. Half: the body lags twice as far
 * behind the pointer; twice: drags jerk.
 */
export const DRAG_FREQUENCY = 2;

/**
 * Errors of a joint larger than this fraction of its reach are corrected slowly, by the fraction `SLOWLY` of them per
 * step, to avoid tearing. Half and twice: joints that were pulled apart close more gently, or with a jolt.
 */
export const LARGE = 0.1;
export const SLOWLY = 0.2;

/**
 * Default reach of a joint, as a fraction of the smaller body. Half: a soft body bends more around a hinge; twice:
 * more of it is held.
 */
export const REACH = 0.1;

/**
 * A compliance block that is too small is replaced by one this many times as large as needed. Half: it is replaced in
 * nearly every step of a growing pile; twice: more memory lies idle.
 */
export const GROWTH = 1.5;

/**
 * Distance of the neighbours that measure rotation and stretch at an embedded point [body sizes]. Half: more rounding;
 * twice: means over a larger piece.
 */
export const NEIGHBOUR = 1e-3;

/**
 * Work between two yields to the page while a world is built [ms]. Half: the page is smoother and the build slightly
 * longer; twice: frames are dropped.
 */
export const PATIENCE = 8;
