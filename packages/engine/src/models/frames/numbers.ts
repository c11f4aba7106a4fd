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
 * moving scenes cost 1.05 of all frames awake, with 0.8 0.97; 0.9 lies between.
 */
export const MOST_AWAKE = 0.9;

/**
 * A frame that has to stay awake is tested again after this fraction of the dwell time. Half: more tests; twice:
 * a ball still has six frames awake at its second bounce.
 */
export const ASK_AGAIN = 0.25;

/**
 * A frame that has just fallen asleep wakes, during its wait, for this many times the energy, so that a new load is
 * not missed. A quarter and four times: errors the same within 0.14 % of the length.
 */
export const STRONG_CAUSE = 4;

/**
 * Steps in which refused candidates let others be tested, where there is no room for all. Half: others may never be
 * tested; twice: those refused are tested later.
 */
export const LET_OTHERS = 2;

/**
 * Part of the frames that may be awake while integration points merge. Half: fewer merged points; 1.5 times: as dear,
 * and a small motion misses 0.25 % of the length instead of 0.09.
 */
export const MERGE_BELOW = 0.4;

/**
 * While a single frame moves freely, so many points for each frame awake give the stiffness of the body. Half: too
 * soft in some motions; twice: twice the points at rest.
 */
export const FEW_POINTS = 3;

/**
 * Additional allowed error of an active member, as a fraction of its total effect in the body, so that a member that
 * hardly acts in a group does not prevent merging. 0: 290 points instead of 180 while a figure of 141 frames is poked,
 * with the same displacement.
 */
export const NEGLIGIBLE = 0.01;

/**
 * More points are halved without a test: they are hardly ever one group, and the test takes a sum over all. Half: more
 * groups than needed; twice: longer tests.
 */
export const MOST_IN_GROUP = 32;

/**
 * A group fills at least this part of the box that extends as far: bent parts do, parts with a gap as wide as
 * themselves do not. Half: groups across gaps; twice: hardly any group.
 */
export const LEAST_FILL = 0.5;

/**
 * A group that misses less than this part of its gradients is not split. Half and twice: a few groups more or fewer.
 */
export const LITTLE_MISSED = 1e-3;

/**
 * What is left of volumetric stiffness to take away where blended frames are free in all directions: beams 3 and 7
 * times as long as thick, of 30 and 60 frames, at ν 0.35 and 0.47 are nearest to the truth with 0.1 to 0.25.
 */
export const LEAST_LOCK = 0.2;

/**
 * The means may take this part of the resistance to a change of volume at most, so that the rest stays positive. Half:
 * stiffer in bending near ν ½; above 1 the matrix is not positive.
 */
export const MOST_TAKEN = 0.9;

/**
 * Two stretches that add up to less than this are under no tension; at rest they add up to 2. Half: fewer points count
 * as slack; twice: points at rest do, too.
 */
export const SLACK = 1;

/**
 * In contact, taut points resist a turn of the whole body by at most this part of its inertia: what one repetition of a
 * contact solve leaves of its error. 0 and 1: cubes of 1e7 Pa land alike, plates of 1e7 Pa hold 1.2 times less and up
 * to 5 times more energy for a step.
 */
export const MOST_RESISTED = 0.1;

/**
 * With so many members or fewer all pairs count as coupled: there is nothing to gain by looking. 12: as dear; 20: a
 * quarter dearer.
 */
export const ALL_COUPLED = 16;

/**
 * Rigid parts that turn by more than this a step [sine of the angle] have their correction to a pure rotation cut off.
 * Half: fast parts stretch; above 1 it has no meaning.
 */
export const FASTEST_TURN = 0.9;

/**
 * Frames of a body up to which the factor of its undeformed matrix is kept. Its memory grows with their square: 2.4 MB;
 * twice: 9.5 MB a body. Half: bodies of more than 32 frames factor in every step.
 */
export const MOST_KEPT = 64;

/**
 * Steps in which a body factors its matrix after the kept factor has turned out too far from it: at first, and at most,
 * twice as many each time. Half: bars that bend across each other try in vain twice as often; twice: a body that has
 * become straight again is dear for a second.
 */
export const STAY_FRESH = 30;
export const MOST_FRESH = 240;

/**
 * Matrices of a model, by step and material, whose columns bodies share. Half: bodies in steps of unlike length may
 * find theirs again and again.
 */
export const MOST_MATRICES = 4;

/**
 * Shapes are first looked at with so many cells along the longest side, for an estimate of the volume. Half: thin parts
 * are overlooked, and the voxels that follow are of another size; twice: builds take longer.
 */
export const FIRST_LOOK = 24;

/**
 * Size of a visible triangle by the longest side, if none is asked for. Half: four times the triangles; twice: round
 * bodies have corners.
 */
export const DETAIL = 1 / 30;

/**
 * Distance of contact points by the longest side, and their number at most; several solids get that many each, up to so
 * many times. Half the distance: slower contact; twice: balls stand on their facets.
 */
export const CONTACT_SPACING = 1 / 14;
export const MOST_CONTACT_POINTS = 300;
export const MOST_SHARES = 8;

/**
 * Cost of a voxel in shape functions and mass [s, bytes], measured from 27 000 to 125 000 voxels with 8 to 200 frames.
 * Half and twice: wrong forecasts.
 */
export const SECONDS = 7e-5;
export const BYTES = 800;

/**
 * More nodes than this are refused, since the tables over pairs of nodes would not fit; and more voxels in the box
 * around a body: 15 million take minutes and gigabytes. Half: refuses bodies that work; twice: pages that run out of
 * memory.
 */
export const MOST_NODES = 1500;
export const MOST_VOXELS = 1_000_000;

/**
 * Samples along the edge of a cell that the surface may cut. Half: volumes of such cells are wrong by up to twice as
 * much; twice: eight times the samples.
 */
export const FINE = 4;

/**
 * Borders nearer to each other than this part of a cell count as one. Half: thinner cells; twice: layers are moved
 * further.
 */
export const SAME_BORDER = 0.05;

/**
 * Points of one cell differ in stiffness by at most this factor: a soft core has a mean change of volume of its own.
 * Nearer to 1: more points; twice: layers are smeared.
 */
export const ALIKE_STIFFNESS = 2;

/**
 * A stiffness that varies by its own size counts like gradients this wrong (mean square) when integration points are
 * grouped. Half: larger groups across layers; twice: smaller ones.
 */
export const STIFFNESS_COUNTS = 1;

/**
 * A principal axis of a region this near to the normal of a plane of symmetry, by the cosine, is across it. Half and
 * twice the angle (26°): which regions of a symmetric body are symmetric, too; untested.
 */
export const ACROSS = 0.9;

/**
 * A part thinner than this many distances between nodes has its nodes in its middle, and not to both sides of it: two
 * that are nearer to each other than to the next ones say little more than one. Half: pairs of nodes across thin parts;
 * twice: thick parts have nodes in their middle alone.
 */
export const THIN_PART = 1.7;

/**
 * In a row with few cells between nodes many are equally far from the next: then the second next decides, with this
 * weight. Half and twice: which of nearly equal places get nodes; untested.
 */
export const ROOMIER = 0.25;

/**
 * Rounds of relaxation of nodes, the first half of which goes this many times the distance to the centroid (see
 * `geometry/voxels/lloyd.ts`). Half: less even nodes; twice: they move by less than a voxel or two. Without the
 * overshoot nodes stick early.
 */
export const SEED_ROUNDS = 16;
export const OVERSHOOT = 1.8;

/** The same rounds for each level of nodes. */
export const LEVEL_ROUNDS = 16;

/**
 * Rounds off a node's share at its own place, where 1/d would be a needle. A region keeps the needle, and so gets all
 * of φ. Half: sharper shape functions; twice: nodes act less on their own place.
 */
export const SOFT = 0.1;

/**
 * The support of a node ends at the latest at `NEAR` times the distance to the fourth nearest node (along a thin limb
 * few nodes suffice), and beyond all nodes of a body that has only a few. Half: stiffer and rougher; twice: more nodes
 * act on each point.
 */
export const NEAR_FOURTH = 2;
export const BEYOND = 1.5;

/**
 * How far linear precision gives way, in radii of the support. Zero would reproduce linear functions exactly wherever
 * the nodes span space, at the price of wild weights where they nearly do not. Of a cantilever's sag, 15 frames miss
 * 5.6 % with 0.05 (weights down to −1.0), 7.5 % with this (−0.75) and 9.4 % with 0.1 (−0.55).
 */
export const PRECISION_RIDGE = 0.075;

/**
 * Nodes count up to this many times the distance of the place that is worst off. Half: steps where nodes end; twice:
 * more nodes to sort.
 */
export const NODE_REACH = 3;

/**
 * Parents that count less than this are left out. Half: more parents for each frame; twice: a passive frame follows
 * fewer.
 */
export const LEAST_PARENT = 0.02;

/**
 * Blocks of voxels to look at, about: enough to see regions, few enough to draw. Half: coarser pictures; twice: dearer
 * ones.
 */
export const MOST_BLOCKS = 1500;

/** Norm of Green's strain that is drawn as strongest. Half and twice: colours. */
export const STRONG = 0.5;
