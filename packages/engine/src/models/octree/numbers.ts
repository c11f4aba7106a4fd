/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * Finest cells along the longest side, if no size is asked for. Half: an eighth of the voxels; twice: eight times as
 * many.
 */
export const CELLS_ALONG = 32;

/**
 * Poisson's ratio that regions contract by, at most: beyond it the pull against a change of volume would need steps
 * much shorter than the pull against strain. Half: bodies of ν above 0.2 contract too little; at 0.5 steps have no end.
 */
export const MOST_POISSON = 0.4;

/**
 * Cells along the longest side at least (one alone has no neighbours to be strained against), and the narrowest region
 * that is accepted [cells]: narrower ones pull with forces that no number holds. Half and twice: what is refused.
 */
export const LEAST_ALONG = 2;
export const LEAST_WIDTH = 1e-3;

/**
 * Cost of a voxel in all that is built [s, bytes], measured from 50 000 to 270 000 of them. Half and twice: wrong
 * forecasts.
 */
export const SECONDS = 1.2e-5;
export const BYTES = 500;

/**
 * A cell in which the stiffness varies by more than this factor is divided. Nearer to 1: more leaves; twice: layers are
 * smeared.
 */
export const MOST_CONTRAST = 2;

/**
 * Leaves of a body that nothing can hold, if it has as many voxels: what lands on one leaf of eight stops half of the
 * body. Balls of eight rebound to 0.18 of their height and roll 4 to 10 % too fast, of 32 to 0.75 and within 5 %. Half:
 * bars of two by two by four stay as coarse; twice: nothing for balls, longer bodies cost eight times as much.
 * Held bodies keep their cells: pressed cubes of eight leaves are 17 % too soft, of 64 leaves 34 % too stiff.
 */
export const FEWEST_LEAVES = 20;

/** Part of a body in walls of one or two voxels that is reported. Half and twice: what the remark is said of. */
export const MOSTLY_THIN = 0.5;

/**
 * Rounds of the calibration: the ratio of bending to stretching is within 2 % after so many. Half: off by more; twice:
 * longer builds.
 */
export const CALIBRATIONS = 3;

/**
 * Bounds of the factors that the calibration finds, for bending and for stretching: beyond them a body has too few
 * cells for either test to mean anything. Half and twice: how wrong bodies of two or three cells may be.
 */
export const LEAST_BENDING = 0.25;
export const MOST_BENDING = 2;
export const MOST_STIFFNESS = 4;

/**
 * An axis counts in the calibration by the square of the body's variance along it; those with less than this part of
 * the longest are left out. Half and twice: which axes of flat bodies count; untested.
 */
export const LEAST_WEIGHT = 0.1;

/** Distance of contact points by the longest side. Half: slower contact; twice: balls stand on their facets. */
export const CONTACT_SPACING = 1 / 14;

/**
 * Contact points at most: per leaf, but no fewer than `FEWEST_CONTACTS` and no more than `MOST_CONTACTS`. Few leaves
 * cannot obey many rows: impulses are not unique, and sweeps take long to find some. Eight cubes of 64 leaves in two
 * columns take 15 ms a step with 100 points each, 31 with 150, 60 with 300, and 14 with 60. Round bodies keep all: a
 * ball with 100 rolls 10 % too fast, with 300 1.4 % (0.13 m, 2 MPa, 5°).
 */
export const POINTS_PER_LEAF = 1.5;
export const FEWEST_CONTACTS = 100;
export const MOST_CONTACTS = 300;

/**
 * A triangle is flat if the normals at its corners have this cosine, a body if half of its triangles are. Half and
 * twice the angle (0.8°): which bodies with round edges keep all contact points.
 */
export const FLAT_FACE = 0.9999;

/** Rounds in which corners slide along the surface. Half: less even triangles; twice: longer builds. */
export const SMOOTHING = 4;

/**
 * A corner may slide in directions that have less than this part of the spread of the normals around it. Half: corners
 * near edges stay where they are; twice: edges are rounded.
 */
export const BOUND = 0.1;

/**
 * Cells around a piece in which its distance is known. Half: points beyond have none; twice: more memory for each
 * piece.
 */
export const PIECE_MARGIN = 2;

/**
 * How much farther than its width a region may reach, as a part of it; the kernel `findRegions` knows it, too. Half:
 * more summation nodes; twice: softer regions.
 */
export const SLACK = 0.5;

/**
 * Least width of a region, in halves of its own cell. One cell and a half: parents of neighbours then fit between width
 * and reach, and a region inside a solid is eight nodes, where one cell takes twenty. Twice: regions of 27 cells and
 * more, which are too soft in bending.
 */
export const LEAST_REGION = 3;

/**
 * Least spread of a region along an axis, relative to the largest, to count as solid. Half and twice: how thin a sheet
 * may be and still have three dimensions; untested.
 */
export const SOLID_SPREAD = 1e-4;

/**
 * Part of its growth that a region pulls back in a step at most. Half: nearly incompressible bodies are softer; beyond
 * 2 damped swings grow.
 */
export const MOST_SHRINK = 2;

/**
 * Squashed below this part of its volume, or stretched beyond its inverse, a leaf counts as rigid where a place is
 * taken back to rest. Half: places in crushed leaves are far off; twice: leaves that are only bent count as crushed.
 */
export const CRUSHED = 0.1;

/**
 * Inertia that is added where leaves share a turn, as a part of its trace: leaves nearly in a row must not be spun
 * about their line. Half: faster spins; twice: a row of leaves takes less of a turn.
 */
export const LEAST_COUPLED = 1e-3;

/**
 * Least inertia that a row of leaves counts about its line, as a part of its leaves' own. Half and twice: how fast a
 * contact may turn such a row; untested.
 */
export const LEAST_LEVER = 0.01;

/**
 * Compliance of a site over what it would be if nothing were held, below which nothing moves the site. A free leaf that
 * carries a site by a weight w moves 1/w times as fast as the site; between held leaves w may be 1e-15. Half: up to 14
 * times as fast; twice: 7.
 */
export const LEAST_FREE = 0.01;

/**
 * Least time between two automatic samplings [s]. Half: more of them, each costs several steps; twice: cells follow the
 * motion later.
 */
export const DWELL = 0.1;

/**
 * Time for which cells stay fine after the last touch [s]. Half: cells change more often under a rolling thing; twice:
 * more cells.
 */
export const WARM = 0.5;

/**
 * Cells may be merged where strain is below this part of the limit. Half: they merge later; twice: they are merged and
 * divided in turn.
 */
export const CALM = 0.3;

/**
 * Time in which what a switch kept of the surface fades to a third [s]. Half: the surface is seen to move; twice: it is
 * wrong for longer.
 */
export const FADE = 0.2;

/**
 * Smallest piece that a cut may leave [voxels]: smaller ones are splinters, and stay with a neighbour. Half: crumbs of
 * four voxels fly about; twice: thin slices are not cut off.
 */
export const SMALLEST_PIECE = 8;

/**
 * Corners of the surface move onto the blade by at most `LEASH` [voxels] (neighbours must not swap), in directions that
 * lead there at no less than `SLOW` of the straight way's speed. Half: rougher cut faces; twice: triangles fold.
 */
export const LEASH = 0.8;
export const SLOW_TO_BLADE = 0.1;

/**
 * Softest that cuts may make a body, as a part of its material, so that they add no energy; and the rounds that find
 * it where pulls have a limit. Half: a body may lose more of its stiffness; twice: it loses none, and is slowed down
 * instead.
 */
export const SOFTEST = 0.5;
export const SOFTENINGS = 6;

/** Strain below which the energy of a cut is rounding. Half and twice do nothing. */
export const NO_STRAIN = 1e-6;

/**
 * Part of the contact points that a cut body spends on its cut faces: the last ones, which are the finest. Half: cut
 * faces sink in deeper; twice: the outside does.
 */
export const FOR_CUTS = 1 / 3;

/**
 * Depth of the inner points [voxels]. Half: a point that is pushed in is seen as inside sooner; twice: thin parts have
 * theirs on the other side.
 */
export const INNER = 0.5;

/**
 * Points on the sides of slits that other bodies can touch at a time, after the corners of a cage. Half: in long slits
 * only the first ones are felt; twice: more memory for each body that may be cut.
 */
export const SLIT_SITES = 256;

/**
 * How far from its middle the material of a leaf can be, in its cell: half a diagonal, and more if the middle is off.
 * Half: contacts of slits are missed; twice: more pairs to look at.
 */
export const LEAF_REACH = 1.3;

/**
 * How far points and leaves together may move before they are listed again [voxels]. Half: listed more often; twice:
 * longer lists.
 */
export const LIST_MARGIN = 0.4;

/**
 * Leaves nearer than this along the material never touch a point [cells of the point's own leaf]. Half: neighbours push
 * each other apart in bends; twice: tight folds pass through each other.
 */
export const NEIGHBOURHOOD = 3;

/**
 * The normal of contact with itself is the point's own where that is opposite to the grid's by at least this cosine.
 * Near 1: normals of the grid, whose steps push sideways; near 0: normals of edges, which point anywhere.
 */
export const OPPOSITE = 0.5;

/**
 * How far sides of slits may lie beyond their leaf [voxels]: corners are moved onto the blade. Half: points between
 * moved corners are overlooked; twice: a point may be found in the wrong leaf.
 */
export const BEYOND = 0.5;

/**
 * Depths below this part of a voxel are none: the sides of a fresh cut lie on each other. Half: fresh cuts open by
 * themselves; twice: sides sink in twice as far.
 */
export const SLOP = 0.02;

/**
 * Fraction of a depth that is resolved per second, as far as energy is left for it (`addNoEnergy`). Half: sides of a
 * slit that is bent shut sink in by 6 % of a cell instead of 5; twice and four times: nothing.
 */
export const PACE = 8;

/**
 * Sweeps over the contacts of a body with itself. Half: sides of slits sink in deeper where many touch; twice: twice
 * the time of self-contact.
 */
export const SWEEPS = 5;

/**
 * Surfaces that meet at a slit face each other: the cosine between their normals is at most this. Nearer to −1: slits
 * that are bent are missed; at 0 faces around an edge meet.
 */
export const MEETING = -0.2;

/** How far to look for faces [voxels]. Half: fast things pass the side of a slit; twice: more faces to look at. */
export const WALL_REACH = 2;

/**
 * A point counts for a face if it is above it, or beside it by up to this part of the face (1: not at all). Half the
 * excess: gaps at edges; twice: points count for two faces more often.
 */
export const ABOVE = 1.05;

/**
 * What does not come nearer is taken to come at this part of how far it may. Half and twice: the order in which faces
 * are used; untested.
 */
export const SLOW_TO_WALL = 0.01;

/**
 * How far from a side of a slit the cage may have corners of the other side [voxels]. Half: cages cross narrow slits;
 * twice: more corners to bind.
 */
export const NEAR_SLIT = 1;

/**
 * A point that is deeper behind a face than this may have come in elsewhere [voxels]. Half: deep points are given up;
 * twice: they are pushed out through the wrong side.
 */
export const DEEP = 1.5;

/**
 * Parts of the asked stiffness: less than the first is reported, more than the second counts as all of it; and halvings
 * to find where that holds. Half and twice: what the remark says.
 */
export const ENOUGH = 0.9;
export const NEARLY_ALL = 0.95;
export const HALVINGS = 30;

/** Strain that is drawn as the brightest. Half and twice: colours. */
export const BRIGHT = 0.3;
