/**
 * Every number of this room that is a choice. Each says its unit and what happens at half and at twice of it. "A body
 * size a step" is the longest side of the smaller body over dt.
 */

/**
 * Part of the first iteration's energy, as its root, that the loop may leave of the elastic equation. Half: 0.5
 * iterations more; twice: heaps do not come to rest.
 */
export const PART = 3e-3;

/** Part of the largest miss at first that rows may miss their law by when the loop ends. Half and twice: as `PART`. */
export const LAW = 3e-3;

/**
 * Rows are satisfied as they are if they miss by less than this [body sizes a step]: a pile at rest is left alone.
 * Half: piles are left alone later; twice: they creep.
 */
export const SATISFIED = 5e-6;

/**
 * Where the loop runs, velocities below this are none [body sizes a step]: a tenth of what lets it run, so that piles
 * calm down. Half: more sweeps near rest; twice: piles jitter.
 */
export const SOLVED = 5e-7;

/**
 * Sweeps of an iteration, at most (half of `MOST_SWEEPS` where all metrics are exact); they double while sweeps are
 * what keeps the loop from its end, up to `MOST_SWEEPS`. Half: heavy on light takes more iterations; twice: nothing.
 */
export const SWEEPS = 40;
export const MOST_SWEEPS = 640;

/**
 * Sweeps that are mixed before what they remember is forgotten. Half: more sweeps; twice: where few unknowns carry many
 * rows, impulses that do nothing may grow.
 */
export const TOGETHER = 40;

/**
 * Sweeps end when one changes less than this part of the last iteration's energy. Half: more sweeps, same iterations;
 * twice: more iterations.
 */
export const INNER = 0.01;

/**
 * Softness of a contact against changes of its impulse, in parts of its own response: where few unknowns carry many
 * rows the answer is not unique, and this picks the one nearest to what was. It leaves no trace, since it acts on the
 * change. Half: more sweeps; twice: more iterations.
 */
export const GIVE = 3e-3;

/**
 * Rows are in the active set at first if they miss by more than minus this part of the largest miss. Half: the set is
 * filled again more often; twice: larger sets.
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
 * Bounds of the part of the error that an iteration is taken to leave. Half and twice of the lower one do nothing; 0.95
 * instead of 0.9: one iteration more where the loop begins.
 */
export const LEAST_RATIO = 0.1;
export const MOST_RATIO = 0.9;

/** A 2×2 system this near to singular says nothing. It guards against rounding: half and twice do nothing. */
export const SINGULAR = 1e-8;

/**
 * Part of the last energy above which an iteration counts as slow: if rows are violated, too, sweeps are doubled. Half:
 * doubled sooner; twice: later.
 */
export const SLOW = 0.25;

/** What may be left at the end without being reported [body sizes a step]. Half: a few more reports; twice: fewer. */
export const VIOLATED = 2e-4;

/**
 * What is left beyond this says that no impulses will do (a light thing between heavy ones): the step must not make
 * speed of it [body sizes a step].
 */
export const LOST = 0.02;

/** Growth of the largest speed in such a step. */
export const GROWTH = 1.25;

/**
 * Part of a penetration that is undone in one step. Half: bodies stay in longer; twice: what went in comes out with
 * speed.
 */
export const PUSH_OUT = 0.2;

/**
 * Pieces of one body that have come to be deeper in each other than they were made come apart in this time [s]. Where a
 * surface is turns with the cells below it, which contacts do not foresee: the sides of a cut sink into each other by a
 * few millimetres while they bend, and pushing that out in a step or two is work out of nowhere. Half: cuts of loaded
 * bodies gain energy; twice: piles of pieces sit deeper.
 */
export const PATIENCE = 1;

/**
 * Distances below this count as touching [body sizes]. Points of a body at rest then all ask for the same, zero, and a
 * body with few unknowns can give it to all of them: the impulses stay as they were spread, to the bit. Half: piles
 * with few unknowns rest later; twice: gaps of twice the size.
 */
export const SLOP = 2e-5;

/**
 * What went in comes out at this many body sizes a step at most. Half: deep overlaps take longer; twice: they end in a
 * jump.
 */
export const FASTEST = 0.1;

/**
 * Points move in a step against the mean of their body by this many body sizes at most. Half: hits at the rim spin
 * less; twice: small things between large ones tear.
 */
export const FARTHEST = 0.25;

/**
 * The same for what rolls on a plane (0.8 radians a step for a ball), which nothing crushes. Half: a ball of 0.3 m
 * rolls at 4 m/s at most, at 60 steps a second; twice: what is faster than that loses a tenth of its speed.
 */
export const FARTHEST_ROLLING = 0.4;

/**
 * Distance at which rows are made even for a still body [body sizes]; at least what gravity adds in one step. Half:
 * fewer rows, slow landings are seen a step later; twice: more rows.
 */
export const SLACK = 0.02;

/**
 * A row is spared where the other side has one that is as deep, up to this part of a body size. Half: more rows; twice:
 * depths of twice the size are let be.
 */
export const SAME_DEPTH = 2e-5;

/**
 * Edges of two bodies that cross are told once: within this part of the distance between contact points, unless the
 * other side sees it deeper by the second part: bent edges are not where both say. Half: crossings are told twice;
 * twice: two that are near count as one.
 */
export const SAME_PLACE = 0.1;
export const SAME_CROSSING = 0.005;

/**
 * A point lands if it loses more speed than this: in what gravity gives in a step, and in body sizes a step. Slower
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
 * Torque that impulses may have at the end of a step beyond that at its start [mass · size · speed of turning]: what a
 * blow sets in motion was not on its way when it was struck. Rolling takes g h² / size of it. Half: balls below 4 cm
 * roll too slowly at 60 steps a second; twice: what is crushed is shot out a little faster.
 */
export const MOST_LEVER = 0.125;

/**
 * Cosine between the normals of a contact point and of the place near it that faces a plane, at least, for an impulse
 * to have the torque of the place. Half and twice the angle (30 degrees): nothing at 1 MPa and more.
 */
export const LEAST_ALIKE = 0.866;

/**
 * A body this much bent has half of that rule: what the affine map of its contact points leaves of their places, as
 * root of the mean square [body sizes]. Normals are off by about fifteen times of it at the ends of a bar. A ball of 1
 * MPa and 0.3 m that lies has 0.0007. Half: softer balls stand on their points; twice: what is squashed rests later.
 */
export const MOST_BENT = 0.003;

/**
 * Rolling friction where that rule holds [heights of the centre of mass]: the least that brings to rest what nothing
 * else brakes. It takes 1.2 % of the speed on one degree. Half: balls on a floor rest later; twice: 2.3 %.
 */
export const ROLLING = 2e-4;

/**
 * Contact is solved again if that rule turns a body by more than the last solve knew of [body sizes a step]: rows stick
 * to what they know of. Half: nothing; five times: balls do not come to rest.
 */
export const UNKNOWN = 1e-5;

/** Rows a contact point can have: floor, wall, a neighbour and one more. */
export const ROWS_PER_POINT = 4;

/**
 * Places a body can have rows at together: dense compliance takes memory with the square of them, factored with the
 * rank.
 */
export const MOST_SITES = 512;
export const MOST_PLACES_FACTORED = 2048;
/** However many bodies there are, each has room for so many places. */
export const FEWEST_PLACES = 24;

/**
 * Numbers that the compliance of all bodies may take together: 128 MB. With more, bodies have rows at fewer places
 * together.
 */
export const MOST_COMPLIANCE = 2 ** 24;

/** Ties that may come into being while a world runs (drags, pulls), besides the scene's own. */
export const MORE_TIES = 256;
