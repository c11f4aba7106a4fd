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
 * Size of a visible triangle and least distance of contact points [body sizes]; contact points at most. Half: four
 * times as many; twice: edges between points dip in deeper.
 */
export const DETAIL = 1 / 40;
export const CONTACT_SPACING = 1 / 20;
export const MOST_CONTACT_POINTS = 1000;

/**
 * Distance of contact points on flat bodies [cells]: a face cannot obey more rows than its nodes have unknowns. Five
 * stacked cubes of 64 cells take 205 sweeps a step with it, 780 with a twentieth of the size. Half: twice the time; at
 * 1, 0.8 of the time, but a bar sinks between its points by 14 % of a cell where it lies on pegs as thick as a cell.
 */
export const CONTACT_CELLS = 2 / 3;

/**
 * The most by which the surface stands above the chord between contact points, on round bodies [body sizes]. Half: 1.4
 * times as near; twice: balls stand on their points.
 */
export const CONTACT_SAG = 0.001;

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
 * What is empty of a tet counts for this part of what is filled, in stiffness and mass, so that no node hangs on
 * nothing. At ten times as much turned bars are up to 3 % stiffer; half: nodes with less mass.
 */
export const OUTSIDE = 0.001;

/**
 * How far outside a cell a point may lie and still move with it [cells]: the visible surface overhangs a little. Half:
 * points of the surface stay behind; twice: they follow cells across a gap.
 */
export const OVERHANG = 0.5;
/**
 * A point this near a wall between cells is in the first of them [cells]: far above rounding of its place (1e-15), far
 * below any size. So is one that is full but for this part. Half or twice changes nothing.
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

/**
 * Points that the sites of a body are made of where each turns by itself, at most: beyond, compliance goes column by
 * column, ten times slower. Their memory grows with the square: 5 MB. Half: bodies that lie on two sides go column by
 * column.
 */
export const MOST_SITE_POINTS = 256;

/**
 * Numbers of the narrow products that compliance is made of, at most (8 MB): sites times dense unknowns. Half and twice
 * do nothing below 72 dense unknowns.
 */
export const MOST_SITE_NUMBERS = 2 ** 20;

/**
 * Time in which a layer appears or vanishes [s]. Half: what it takes along jumps more; twice: it is half there for
 * longer.
 */
export const FADE = 0.3;

/**
 * Sets of matrices of undeformed bodies that bodies share: for first- and for second-order steps; and numbers of the
 * largest set (16 MB). Half: bodies make their own, which takes longer; twice: more memory stays taken.
 */
export const MOST_SETS = 2;
export const MOST_NUMBERS = 2 ** 21;

/**
 * Closer to a node of given modes than this part of the patch's size is the same place: weights fall with the fourth
 * power of the distance. Half and twice: untested.
 */
export const SAME_NODE = 1e-6;

/**
 * A mode with less than this part of its energy of its own is a combination of those before it. Half: modes that are
 * hard to tell apart; twice: small modes are lost.
 */
export const DEPENDENT = 1e-6;

/**
 * Samples along the edge of an eighth of a cell: for what fills it, and for its stiffness. Half: volumes and stiffness
 * at the surface are off; twice: eight times the samples.
 */
export const FILL_SAMPLES = 3;
export const STIFFNESS_SAMPLES = 3;

/**
 * Cells in the box around a patch, at most: memory and time grow faster than they do, and 125 000 take more than a
 * minute and 2 GB. Half: refuses bodies that work; twice: builds of a minute.
 */
export const MOST_BOX_CELLS = 40_000;

/**
 * Directions carried along besides the wanted modes, so that those converge, and rounds at most. Half: the last modes
 * are less exact; twice: longer builds.
 */
export const GUARD = 8;
export const MODE_ROUNDS = 30;

/** Frequencies squared below this part of the highest found are motions of the whole. Half and twice: untested. */
export const FREE = 1e-7;

/**
 * Vertices that a sheet may have: 100 000 take minutes to prepare, and gigabytes. Half: refuses sheets that work;
 * twice: four times the time.
 */
export const MOST_VERTICES = 20_000;

/** Sine of the smallest angle between the edges of a sheet: below it, it is a line. Half and twice: what is refused. */
export const FLATTEST = 1e-3;

/**
 * Weights below these are left out: of bones on a skin, and of places inside a solid. Half: more weights a point, each
 * costs time; twice: small steps where a weight ends.
 */
export const LEAST_BONE = 0.01;
export const LEAST_WEIGHT = 1e-3;

/**
 * Layers of cells around the solid that get weights, too: surfaces and cages reach beyond the cells. Half: points
 * outside have none; twice: longer builds.
 */
export const AROUND = 3;

/** A point this near to a place is that place [body sizes]. It guards against rounding. */
export const SAME_PLACE = 1e-7;

/**
 * A volume of elements that differs from the body's by less than this part is not corrected: cells of a box have it
 * exactly, voxels to a thousandth. Half and twice: bodies that weigh up to 0.5 or 2 % too much or too little.
 */
export const CLOSE = 0.01;

/** Poisson's ratio of flesh. Half: skin beside a bend bulges less; nearer to ½: elements lock. */
export const FLESH_POISSON = 0.4;

/**
 * Steps of conjugate gradients in the search for what a detail repeats. Half: it may end too early; twice: longer
 * builds, where it needs them.
 */
export const CG_STEPS = 200;

/** A strict split takes out coarse motion of which the detail can do at least this part. Half and twice: untested. */
export const COARSE = 1e-6;

/**
 * Cost of that search: seconds by coarse unknowns and by their square, each by unknowns of the detail, and tables of
 * coarse by detail unknowns at a time. Half and twice: wrong forecasts.
 */
export const SOLVING = 1.5e-6;
export const GAUGE_SECONDS = 3.5e-9;
export const TABLES = 6;

/** Nodes that act on a point of a layer of frames. Half: stiffer and rougher; twice: more to add up for each point. */
export const INFLUENCES = 8;

/** A motion of which less than this part is new is one of those before it. Half and twice: untested. */
export const NEW = 1e-6;

/**
 * Elements through a thickness at which bending and twisting are within 5 % (twisting, the worse of the two, is too
 * stiff by 0.65/n²). Half: no remark up to 20 %; twice: remarks about bodies that are within 1 %.
 */
export const NEEDED = 4;

/**
 * Cells that a volume is measured with, about, and cells along the longest side for a first estimate of it. Half:
 * volumes of thin shapes are less exact; twice: longer builds.
 */
export const VOLUME_CELLS = 6000;
export const FIRST_LOOK = 24;

/**
 * One mass point in so many is asked how a patch has turned against a layer. Half: dearer; twice: less exact turns,
 * more iterations.
 */
export const ASK_EVERY = 3;

/**
 * Cells with so many points or more get two that stand for them in the coupled block. Half: two of three count; twice:
 * more points to add up.
 */
export const MANY = 4;
