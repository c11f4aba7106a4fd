/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * A frame that has to stay awake is tested again after this fraction of the dwell time. Half: more tests; twice:
 * frames stay awake longer than needed.
 */
export const ASK_AGAIN = 0.5;

/**
 * Stiffness that jumps by more than this factor between cells of a box parts them, and within a cell is not averaged
 * over it. Half: many more points; twice: contrasts are smeared.
 */
export const JUMP = 1.5;
export const UNEVEN = 1.5;

/**
 * Boxes along an axis that are few: what a mean over a box leaves out of a straight function is 1/n² of it. Half:
 * the means leave out more; twice: more points.
 */
export const FEW = 4;

/**
 * A box with less of the cells than this part of its neighbours is one that the surface cuts. Half: boxes at the
 * surface count as whole; twice: every box counts as cut.
 */
export const FULL = 0.6;

/**
 * Sag of flesh on a bone under its own weight, as a part of the body's size, from which the default stiffness follows:
 * a soft sheet of thickness t sags by ρ g t²/(2G) and swings at √(G/ρ)/(4t), 8 Hz for a person and quicker for what is
 * small. Round limbs sag by up to 2.2 times as much (measured), which keeps a person's skin within a centimetre. Half:
 * twice as stiff; twice: half as stiff.
 */
export const SAG = 0.0025;

/**
 * Damping of that swing, as a part of the critical one. Half: flesh swings on for twice as long; twice: it hardly
 * jiggles.
 */
export const FLESH_DAMPING = 0.3;

/**
 * Cells with flesh in them, about: for real time on one core. Half: coarser flesh; twice: about twice the time of a
 * step.
 */
export const FLESH_CELLS = 400;

/**
 * The body would fill so many of the smallest cells that are tried; each next size is larger by `COARSER`. Half and
 * twice: how fine the search begins; the closer `COARSER` is to 1, the nearer it ends to `FLESH_CELLS`, after more
 * tries.
 */
export const FINEST = 6000;
export const COARSER = 1.1;

/**
 * Limbs thinner than this, from bone to skin, follow their bones [cells]: elements as wide as a limb know nothing of
 * its flesh. Half: fingers get flesh that is wrong; twice: arms get none.
 */
export const THIN = 1.5;

/**
 * Less flesh than this part of a cell is none: outside of the skin, where elements reach, too. Half: nodes with next
 * to no mass; twice: flesh ends inside the skin.
 */
export const LEAST_PART = 0.025;

/**
 * A direction of the detail is redundant when at most this part of its energy of motion is not coarse motion. Left in,
 * nearly redundant ones are motions with next to no mass: slow to solve for (21 iterations instead of 4, measured) and
 * able to drift until the body bursts. Half: such motions stay; twice: the detail loses motion of its own.
 */
export const REDUNDANT = 1e-2;

/**
 * More coarse unknowns than this are not searched: eigenvectors of the block would take minutes. Half: fewer bodies
 * get the search; twice: builds that take eight times as long.
 */
export const MOST_COARSE = 400;

/**
 * How far from a shell a point may be to move with it [body sizes]. Half: points of a coarse surface stay behind;
 * twice: neighbouring parts follow, too.
 */
export const SHELL_REACH = 0.02;

/**
 * Integration points for each affine frame and each mode, if not asked for. Half: motions without energy; twice: twice
 * the time to assemble.
 */
export const POINTS_PER_FRAME = 12;
export const POINTS_PER_MODE = 12;

/**
 * Mass points for each group of loose matter that no layer bends. Half and twice: how exact its inertia is, against
 * the time of a step.
 */
export const LOOSE_POINTS = 300;

/**
 * A layer of elements with at most so many unknowns counts among the dense ones. Half and twice: where the dense
 * factor, which grows with the cube, gives way to the sparse one.
 */
export const SMALL = 100;

/**
 * Size of a visible triangle and distance of contact points [body sizes]; contact points at most. Half: four times as
 * many; twice: edges between points dip in deeper.
 */
export const DETAIL = 1 / 40;
export const CONTACT_SPACING = 1 / 20;
export const MOST_CONTACT_POINTS = 1000;

/**
 * Elements of a layer that has no size of its own are a quarter as large as the body is thick, but no more than so
 * many. Half: thin bodies bend too little; twice: about twice the time of a step.
 */
export const MOST_CELLS = 6000;

/**
 * A rigid layer is left where it is while the body is turned by less than this against it [1 − cos]: about 2°. Half:
 * it is moved more often; twice: detail stays turned by up to 3°.
 */
export const TURNED_ENOUGH = 6e-4;

/**
 * How much stiffer than the motion it takes out a gauge is, and a strict split. What a detail repeats but for a
 * hundredth of its energy is braked by it: in second-order steps, which keep what swings, ten times as stiff a gauge
 * brakes a tenth (a held bar of frames with elements keeps 97.8 instead of 93.0 % of a swing of 1.6 Hz a period;
 * without frames 99.2 %).
 */
export const GAUGE = 10;
export const GAUGE_AHEAD = 100;
export const STRICT = 1000;

/**
 * Steps for which the dense block may serve, if it serves well; preconditionings a step that show it does not. Half:
 * it is rebuilt more often; twice: more iterations before it is.
 */
export const LAG = 6;
export const TOO_MANY = 6;

/**
 * What a prefactored step must not exceed to be taken as it stands. Its change of velocity is z = Ĥ⁻¹ r, r = b − H v.
 * If H is much stiffer along z than Ĥ the step overshoots, and from z·Hz / r·z = 2 on it gains energy; what it leaves
 * to the next step is (r − Hz)·Ĥ⁻¹(r − Hz) as a part of r·z. Half: more steps are solved by iteration; twice:
 * `STIFFEST` would allow gains of energy.
 */
export const STIFFEST = 1.5;
export const MOST_LEFT = 0.5;

/**
 * Left more than this part, the dense block has got old. Half: it is rebuilt more often; twice: steps follow their
 * forces later.
 */
export const OLD = 0.004;

/**
 * A weight of a bone falls with this power of the distance to it: two makes soft joints. Half: joints bend over a wide
 * piece; twice: skin creases.
 */
export const POWER = 4;

/**
 * Part of the body's size added to distances from bones, so that no weight is infinite on a bone. Half: sharper
 * joints; twice: softer ones.
 */
export const SOFT = 0.02;

/**
 * A cell with less of the solid in it than this part is left out: its nodes would have next to no mass. Half: more
 * iterations; twice: thin edges are lost.
 */
export const LEAST_FILL = 0.02;

/**
 * How far outside a cell a point may lie and still move with it [cells]: the visible surface overhangs a little. Half:
 * points of the surface stay behind; twice: they follow cells across a gap.
 */
export const OVERHANG = 0.5;
/**
 * A point this near a wall between cells is in the first of them [cells]: far above rounding of its place (1e-15), far
 * below any size. Half or twice changes nothing.
 */
export const WALL = 1e-9;

/**
 * Cost of building a layer of elements: seconds and bytes a node, measured from 1300 to 39 000 nodes; of modes: seconds
 * a node and mode. Estimates alone depend on them: half refuses too late, twice too early.
 */
export const ELEMENT_COSTS = {
  hex: { seconds: 1.6e-4, bytes: 12_000 },
  tet: { seconds: 9e-5, bytes: 5000 },
} as const;
export const MODE_SECONDS = 1e-4;

/**
 * Sweeps of relaxation of skin weights inside, where they need be smooth, not exact. Half: weights still show the
 * cells; twice: a longer build.
 */
export const SWEEPS = 40;
