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
 * Limit of the parts for fast turns and hits, since all bodies take them. Half: fast rollers are lifted off the ground,
 * and bodies of 15 cm that meet at 5 m/s enter each other by a quarter; twice: one of them makes all steps up to eight
 * times as long.
 */
export const MOST_FOR_MOTION = 4;

/**
 * Time for which all of an island must have been slow before it sleeps [s]. Half: bodies at the top of a swing fall
 * asleep; twice: piles cost their full price for longer.
 */
export const CALM_TIME = 0.5;

/**
 * Largest motion in a step towards a settled start [body sizes]: longer steps are halved. Half: slender bodies take
 * twice as many steps; twice: parts that turn far may fold.
 */
export const SETTLE_WAY = 0.03;

/**
 * Longest step towards a settled start: as long as a fall of this way takes [body sizes]. Half: soft bodies take more
 * steps; twice: more points may touch in a step, and bodies that lie on something creep.
 */
export const SETTLE_LONGEST = 0.25;

/**
 * A body is settled when it moves less than this in the longest step [body sizes]. Half: a step or two more; twice: it
 * may sway by as much once it is released.
 */
export const SETTLED = 2e-5;

/**
 * Bodies that move by less than this [body sizes] in each of so many steps in a row count as settled, too: what lies on
 * the ground may roll or slide on for ever, since nothing resists. Half: balls take longer; twice: less exact.
 */
export const CREEPING = 1e-3;
export const CREPT = 20;

/**
 * Most steps towards a settled start. Half: loose piles do not come to rest; twice: hopeless scenes take twice as long.
 */
export const MOST_SETTLING = 500;

/** The same for scenes with octrees, in parts of a step: these move at their own speed. */
export const MOST_SWINGING = 4000;

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

/**
 * Repeated solves of a step at most, each with more unknowns. Half: sudden loads bend coarse bodies; twice: steps that
 * take longer.
 */
export const MOST_AGAIN = 3;

/**
 * A body is frozen if its sum of squared velocities is larger than this [m²/s²], or if it is farther than this from the
 * origin [m], where positions lack precision; the distance is checked every so many steps. Half and twice: when it is
 * frozen.
 */
export const ABSURD = 1e30;
export const FARTHEST = 1e6;
export const CHECK_EVERY = 64;

/**
 * Seats that are reserved initially for guests. Half: the first guests rebuild the world more often; twice: more
 * memory.
 */
export const FIRST_ROOM = 8;

/**
 * Spare memory of a world for added bodies: as much as its initial need, but at most the first [bytes]; the second in a
 * world that outgrew that, since once moved, its bodies should not move again. Untouched memory costs nothing. Half:
 * worlds move sooner, which takes as long as copying them; twice: some devices refuse it.
 */
export const MOST_SPACE = 2 ** 27;
export const GROWN_SPACE = 2 ** 29;

/**
 * Built bodies that a world keeps by default, the most recently used ones. Half: bodies that come back are built again;
 * twice: more memory.
 */
export const KEPT = 64;

/**
 * Milliseconds between two checks of the clock of a build with a limit. Half: more calls of the clock; twice: limits
 * are exceeded by up to twice as much.
 */
export const CLOCK_EVERY = 20;

/**
 * Longest step towards a settled start [dt], and steps of the world's own length at the end: contacts get the impulses
 * they have in such steps. Half the first: more steps for what sinks slowly; half the second: impulses change when the
 * world starts.
 */
export const MOST_DT = 64;
export const LAST_STEPS = 4;

/**
 * Triangles along the longest side of a box, if the scene has no `detail`. Half: bent boxes have corners; twice: four
 * times the triangles.
 */
export const BOX_DETAIL = 24;

/** Default ratio of the far plane to the near plane of a camera. Half and twice: what is cut off far away. */
export const DEPTH = 8;

/**
 * Default largest number of steps per call of `advance`. Half: slow machines slow down sooner; twice: one late frame
 * makes the next ones late.
 */
export const MOST_STEPS = 4;

/**
 * Volume of the corners of a joint's end, in cubes of the first edge, below which they are flat. Half and twice:
 * matters to bodies that are squashed flat.
 */
export const FLAT_JOINT = 1e-3;

/**
 * Steps along a ray against an obstacle at most, and the fraction of the value that is advanced at once, since fields
 * that are not true distances may grow faster than the path. Half the steps: long grazing rays miss; a fraction near 1:
 * rays pass thin walls.
 */
export const RAY_STEPS = 400;
export const CAREFUL = 0.5;

/** A ray without end has this length [m]; bounds may touch the surface [m]. Half and twice do nothing. */
export const LONGEST_RAY = 1e5;
export const RAY_MARGIN = 1e-6;

/**
 * Overlap with a field: triangles are divided into quarters down to this fraction of the body's size; and the largest
 * slope of a distance field. Half: finer answers, up to four times the time; twice: shallow overlaps are missed.
 */
export const FINEST = 1e-3;
export const STEEPEST = 2;

/**
 * A material point further than this from the box around its body, in sizes of the body, is a mistake. Half: levers
 * that are meant are refused; twice: a position of the world given by mistake acts through a long lever.
 */
export const FAR_OUTSIDE = 1;
