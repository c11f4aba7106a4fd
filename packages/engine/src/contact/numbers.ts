/**
 * Every tuning number of this room, with its unit and the effect of half and twice the value. "A body
 * size a step" is the longest side of the smaller body over dt.
 */

/**
 * Allowed error of the elastic equation, relative to the root of the first iteration's energy. Half: 0.5
 * iterations more; twice: heaps do not come to rest.
 */
export const PART = 3e-3;

/**
 * Allowed violation of rows at the end of the loop, relative to the largest initial violation. Half and twice: as
 * `PART`.
 */
export const LAW = 3e-3;

/**
 * Rows with a smaller violation count as satisfied without the loop [body sizes a step]: a pile at rest. Half: piles
 * come to rest later; twice: they creep.
 */
export const SATISFIED = 5e-6;

/**
 * Inside the loop, smaller velocities count as zero [body sizes a step]: a tenth of `SATISFIED`, so that piles calm
 * down. Half: more sweeps near rest; twice: piles jitter.
 */
export const SOLVED = 5e-7;

/**
 * Sweeps of an iteration, at most (half of `MOST_SWEEPS` where all metrics are exact); they double while sweeps limit
 * the convergence of the loop, up to `MOST_SWEEPS`. Half: heavy on light takes more iterations; twice: nothing.
 */
export const SWEEPS = 40;
export const MOST_SWEEPS = 640;

/**
 * Sweeps end when one changes less than this part of the last iteration's energy. Half: more sweeps, same iterations;
 * twice: more iterations.
 */
export const INNER = 0.01;

/**
 * Rows that would move by less than this part of what the worst one moved in the last sweep wait, unless all metrics
 * are exact. At 0.25: columns of solids take 0.68 of the time without waiting instead of 0.79, but the gallery's
 * `character` uses up its iterations with contacts violated in four steps; at 0.5 in twenty.
 */
export const LAZY = 0.1;

/**
 * By this fraction of its own compliance a contact moves less in a sweep than it should: a body that touches itself
 * where it is nearly rigid gives way to no pair of impulses, and that divides. Half and twice: nothing.
 */
export const GIVE = 3e-3;

/**
 * Rows are in the initial active set if their violation exceeds minus this fraction of the largest one. Half: the set
 * is filled again more often; twice: larger sets.
 */
export const NEAR = 0.5;

/**
 * Bounds of a conjugate step (length, part of the last one) outside of which a plain one is taken. They guard against
 * rounding: half and twice do nothing.
 */
export const LEAST_LENGTH = 0.05;
export const MOST_LENGTH = 3;
export const MOST_BACK = 2;

/**
 * Bounds of the estimated error ratio of an iteration. Half and twice of the lower one do nothing; 0.95
 * instead of 0.9: one iteration more where the loop begins.
 */
export const LEAST_RATIO = 0.1;
export const MOST_RATIO = 0.9;

/** A 2×2 system this near to singular says nothing. It guards against rounding: half and twice do nothing. */
export const SINGULAR = 1e-8;

/**
 * Iterations after which bodies that can are asked for a better metric. Half: frames in contact factor their matrices
 * where the kept factor would have done; twice: bars that bend across each other run out of iterations.
 */
export const RENEW_AFTER = 10;

/**
 * Part of the last energy above which an iteration counts as slow: if rows are violated, too, sweeps are doubled. Half:
 * doubled sooner; twice: later.
 */
export const SLOW = 0.25;

/**
 * Iterations above which the next step of a body alone is of first order: where the metric is far from the matrix, more
 * error is left than is estimated. Half: bodies in hard contact are damped; at 60: the gallery's `character` is shaken
 * apart in second order.
 */
export const STEADY = 20;

/** What may be left at the end without being reported [body sizes a step]. Half: a few more reports; twice: fewer. */
export const VIOLATED = 2e-4;

/**
 * A larger remaining violation means that no impulses satisfy the rows (a light thing between heavy ones): the step
 * must not turn it into speed [body sizes a step].
 */
export const LOST = 0.02;

/**
 * A correction of momentum that moves rows by more than this is not shared: what is crushed would be held in place
 * until impulses shoot it out [body sizes a step]. A quarter: light boxes between heavy ones are thrown out; three
 * times: crushed ones leave at twice the speed of what crushes them.
 */
export const SPUN = 1;

/** Growth of the largest speed in such a step. */
export const GROWTH = 1.25;

/**
 * Part of a penetration that is undone in one step, whole or in the parts that the scene or a body asks for. Half:
 * bodies separate later; twice: they separate with a kick; in each of 24 parts: a soft body that a stiff octree hits
 * gains five times the energy there was.
 */
export const PUSH_OUT = 0.2;

/**
 * Time in which pieces of one body resolve overlap beyond their initial one [s]. A surface turns with the cells below
 * it, which contacts do not predict: the sides of a cut sink into each other by a few millimetres while they bend, and
 * resolving that in a step or two would add energy. Half: cuts of loaded bodies gain energy; twice: piles of pieces sit
 * deeper.
 */
export const PATIENCE = 1;

/**
 * Distances below this count as touching [body sizes]. All points of a body at rest then require zero velocity, which a
 * body with few unknowns can satisfy: the distribution of impulses stays constant, to the bit. Half: piles with few
 * unknowns rest later; twice: gaps of twice the size.
 */
export const SLOP = 2e-5;

/**
 * Largest speed of resolving penetration [body sizes a step]. Half: deep overlaps take longer; twice: they end in a
 * jump.
 */
export const FASTEST = 0.1;

/**
 * Points move in a step against the mean of their body by this many body sizes at most. Half: hits at the rim spin
 * less; twice: small things between large ones tear.
 */
export const FARTHEST = 0.25;

/**
 * The same for a body that rolls on a plane (0.8 radians a step for a ball). Half: a ball of 0.3 m rolls at 4 m/s at
 * most, at 60 steps a second; twice: faster balls lose a tenth of their speed.
 */
export const FARTHEST_ROLLING = 0.4;

/**
 * Bodies that others press by more than what moves them by this many of their sizes a step take first-order steps, with
 * all they touch: the spins by which second order keeps angular momentum grow by 1.3 times that load in every step.
 * Half: towers of 10 cubes of 0.2 m are damped; at 1.8 (100 times the own weight, 0.2 m) columns are shaken apart.
 */
export const HEAVIEST = 0.5;

/**
 * Distance at which rows are made even for a still body [body sizes]; at least what gravity adds in one step. Half:
 * fewer rows, slow landings are seen a step later; twice: more rows.
 */
export const SLACK = 0.02;

/**
 * A row is dropped if the other side has an equally deep one, up to this fraction of a body size. Half: more rows;
 * twice: errors of depth of twice the size.
 */
export const SAME_DEPTH = 2e-5;

/**
 * A crossing of two edges is reported once: within this fraction of the distance between contact points, unless the
 * other side finds it deeper by the second fraction (bent edges differ on the two sides). Half: crossings are reported
 * twice; twice: two near ones count as one.
 */
export const SAME_PLACE = 0.1;
export const SAME_CROSSING = 0.005;

/**
 * A point lands if it loses more speed than this: in units of gravity times a step, and in body sizes a step. Slower
 * ones do not bounce. Half: things at rest bounce on the spot; twice: small bounces are lost.
 */
export const LANDING = 2;
export const LEAST_LANDING = 1e-3;

/**
 * Points of a body that land within this part of a step land together. Half: flat landings turn; twice: the later ones
 * bounce too early.
 */
export const LAND_TOGETHER = 0.1;

/**
 * Largest additional torque of impulses by their levers at the end of a step [mass · size · rotation speed]: a body
 * struck by a blow was not moving with that velocity before. Rolling needs g h² / size of it. Half: balls below 4 cm
 * roll too slowly at 60 steps a second; twice: crushed bodies are ejected a little faster.
 */
export const MOST_LEVER = 0.125;

/**
 * Least cosine between the normals of a contact point and of the nearby surface point that faces a plane, for an
 * impulse to act at the latter. Half and twice the angle (30 degrees): nothing at 1 MPa and more.
 */
export const LEAST_ALIKE = 0.866;

/**
 * Bending at which that rule has half its effect: the root mean square error of the affine fit of contact points [body
 * sizes]. At the ends of a bar normals are off by about fifteen times this. A resting ball of 1 MPa and 0.3 m has
 * 0.0007. Half: softer balls stand on their points; twice: squashed bodies come to rest later.
 */
export const MOST_BENT = 0.003;

/**
 * Rolling friction where that rule holds [heights of the centre of mass]: the least that stops bodies without other
 * resistance. It takes 1.2 % of the speed on one degree. Half: balls on a floor rest later; twice: 2.3 %.
 */
export const ROLLING = 2e-4;

/**
 * Contact is solved again if that rule turns a body by more than the last solve assumed [body sizes a step]: sticking
 * rows depend on it. Half: nothing; five times: balls do not come to rest.
 */
export const UNKNOWN = 1e-5;

/** Rows a contact point can have: floor, wall, a neighbour and one more. */
export const ROWS_PER_POINT = 4;

/**
 * Largest number of sites of a body with rows at the same time: the memory of a dense compliance grows with its square,
 * of a factored one with the rank.
 */
export const MOST_SITES = 512;
export const MOST_PLACES_FACTORED = 2048;
/** Least number of sites per body, for any number of bodies. */
export const FEWEST_PLACES = 24;

/** Largest total length of the compliances: 128 MB. Beyond it, each body has fewer sites. */
export const MOST_COMPLIANCE = 2 ** 24;

/** Number of ties that can be added at run time (drags, pulls), beside the scene's own. */
export const MORE_TIES = 256;

/**
 * Products of a factor of ties, at most (about 4 ms): beyond that sweeps have to do. A chain of 200 links takes 5e4, a
 * net of 20 × 20 springs 3e7. Half and twice do nothing to chains.
 */
export const MOST_TIED_WORK = 4e6;

/**
 * Part of a pivot of ties below which the row depends on others: single precision leaves about 1e-6 of it. Half and
 * twice do nothing.
 */
export const DEPENDENT = 4e-6;

/**
 * Sharp edges of a guest for each of its contact points, at most. Half: guests with many edges touch by points; twice:
 * more memory for each seat.
 */
export const EDGES_OF_GUEST = 2;

/** A smaller part of a blow than this does not count. Half and twice do nothing. */
export const LEAST_PART = 1e-3;
