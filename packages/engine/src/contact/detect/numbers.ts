/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * Cubes of a cage per solid, about, and the largest number of solids that get so many. Half: gaps and bent surfaces are
 * seen coarser; twice: contact and building take twice the time.
 */
export const CUBES = 200;
export const MOST_SHARES = 8;

/**
 * Least edge of a cube [longest sides of the body], so that thin things do not get thousands. Half: up to eight times
 * the cubes; twice: a thin thing is inside cubes as wide as its neighbours.
 */
export const SMALLEST_CUBE = 1 / 40;

/**
 * Margin of the cage beyond the surface, the larger of a part of the body's size and of a cube. Half: fast points are
 * seen later; twice: more cubes.
 */
export const MARGIN = 0.03;
export const MARGIN_CUBES = 0.5;

/**
 * Depth of the inner points [cubes]. Half: they tell less of what is below the surface; twice: those of thin parts lie
 * outside.
 */
export const INNER_DEPTH = 0.3;

/**
 * Cubes beside the solid are sampled at this many points along each axis to bound their distance from it. Half: looser
 * bounds, more points to test; twice: eight times the samples when a cage is built.
 */
export const CUBE_SAMPLES = 3;

/** Distances are differentiated over this part of the body's size. Half: more rounding; twice: rounder edges. */
export const DIFFERENCE = 1e-5;

/** Cubes in a leaf of the cage's tree at most. Half and twice: time, not results. */
export const LEAF = 2;

/** Larger bounds belong to unbounded things [m]. Half and twice do nothing. */
export const UNBOUNDED = 1e6;

/**
 * Boxes of cubes are kept while the corners stay within this distance of them [cubes]. Half: refitted more often;
 * twice: more points to test.
 */
export const LOOSE = 0.05;

/**
 * Margin for which near points are listed: so many times the path of a step, at least and at most so many cubes. Half:
 * listed more often; twice: longer lists.
 */
export const LISTED_STEPS = 8;
export const NARROWEST = 0.02;
export const WIDEST = 0.2;

/**
 * Points that go farther than this in a step [cubes] are not worth listing. Half: fewer points save time; twice: lists
 * that last for a step or two.
 */
export const FAST = 0.05;

/**
 * The path of a point is examined in pieces of this part of a cube, and no more than so many. Half: more evaluations;
 * twice: fast points may pass a thin part.
 */
export const POINT_PIECE = 0.5;
export const MOST_POINT_PIECES = 64;

/**
 * Cubes closer than this along the material never touch each other. Half: bends touch themselves; twice: tight folds
 * pass through each other.
 */
export const LEAST_APART = 4;
/** So far apart are cubes of separate solids: the largest byte. */
export const NEVER = 255;

/**
 * Distance along a path that counts as a hit, as a fraction of the slack, and evaluations along a path at most; after
 * that the nearest surface counts as hit. Half: later hits; twice: earlier ones.
 */
export const HIT = 0.01;
export const MOST_LOOKS = 32;

/**
 * No field changes by more than this from place to place, in parts of their distance. Half: points that may touch are
 * overlooked, since fields of stretched shapes reach 2; twice: more points to test.
 */
export const STEEPEST = 2;

/**
 * Points so many cubes outside a tetrahedron are not weighed in it any more. Half: fast points lose their partner;
 * twice: weights of far points, which kick.
 */
export const WILD = 2.5;

/**
 * Surfaces that touch face each other: the cosine between their normals is at most this; for a point that was pushed in
 * the last step, at most the second (with rows that come and go a heap would never rest), and at the same face
 * anything. Nearer to −1: points of bent parts are lost; at 1: thin parts push each other the wrong way.
 */
export const LEAST_FACING = -0.2;
export const LEAST_FACING_PUSHED = 0.3;

/**
 * Up to this cosine they face each other well enough to trust the nearest surface; beyond it the point looks for the
 * face that it came through. Nearer to −1: it looks more often; at 0: wrong faces near edges.
 */
export const WELL_FACING = -0.5;

/** Steps of that search at most, and the shortest [cubes]. Half: deep points give up; twice: nothing. */
export const MOST_MARCHES = 12;
export const SHORTEST_MARCH = 1e-3;

/**
 * Cosine between normals from which on they are of one face. Half and twice the angle (14°): which faces of a bent body
 * count as one.
 */
export const SAME_FACE = 0.97;

/**
 * A point stays with the face that pushed it while that is no deeper than so many times the nearest, and by so much
 * besides [cubes], and up to so far outside [cubes]: in a crease the nearest side alternates as the depth vanishes.
 * Half: heaps of figures did not come to rest; twice: points hang on to faces that they have left.
 */
export const STAY = 1.5;
export const STAY_BESIDES = 0.02;
export const STAY_OUTSIDE = 0.002;

/**
 * Search for neighbours on the same surface, in mean distances of neighbouring points, and the cosine of the largest
 * angle between their normals. Half: too few for a fit; twice: rounded edges count as curved surfaces.
 */
export const CURVATURE_REACH = 2.2;
export const SMOOTH = 0.85;

/**
 * Normals of a smooth surface are linear in the position, up to this (root of the mean square). Half: coarse balls
 * stand on their facets; twice: bumps count as curvature.
 */
export const ROUGH = 0.06;

/**
 * Points lie on a line if the determinant of their second moments is below this part of the square of their trace. Half
 * and twice: which narrow strips have a curvature; untested.
 */
export const LINE = 0.03;

/**
 * Radii of curvature above this many body sizes count as flat. Half: shallow domes stand on facets; twice: flat faces
 * roll.
 */
export const FLATTEST = 1.5;

/**
 * A rim is on the surface beside it within this part of the distance of points. Half: rims of cylinders stand on
 * facets; twice: rims of domes count as cylinders.
 */
export const ASIDE = 0.15;

/**
 * An edge is sampled at so many points, a little beyond its ends (fraction of it), to find crossings there; then the
 * interval around the deepest sample is halved this often. Half: crossings are missed; twice: time.
 */
export const LOOKS = 4;
export const BEYOND = 0.1;
export const EDGE_HALVINGS = 3;

/**
 * Pieces of the path of an edge at most: between bodies, and, against obstacles, the length of a piece by the distance
 * of contact points. Half the pieces: thin bars pass each other at speed; twice: time.
 */
export const MOST_EDGE_PIECES = 8;
export const EDGE_PIECE = 0.25;

/**
 * Lengths may differ from those at rest by this factor before an edge is overlooked. Nearer to 1: edges of stretched
 * bodies are missed; twice: more edges to search.
 */
export const STRETCH = 1.5;

/**
 * Sine by which an edge may face away from an obstacle: that has no points that could detect a face across its ridge,
 * so both edges of the face count. Half and twice: which edges of a face across a ridge make rows; untested.
 */
export const AWAY = -0.3;

/**
 * Distances of samples on both sides of the deepest point, as fractions of the edge: for the normal, and for the slope
 * of the surface. Half: more rounding; twice: rounder edges.
 */
export const BESIDE = 0.01;
export const WIDE = 0.1;

/**
 * Closer to an end than this fraction of an edge, a crossing also belongs to the edge that continues there. Half: two
 * rows at a joint; twice: crossings near a joint are lost.
 */
export const JOINT = 0.02;

/**
 * Edges within this distance of a crossing, in spacings of contact points, are the crossed edges. Half: impulses act
 * beside them; twice: on edges farther off.
 */
export const CROSSED = 0.3;

/**
 * Square of a mean gradient below which it has no direction: the edge is in a slit. Half and twice: how narrow slits
 * may be; untested.
 */
export const NO_DIRECTION = 0.04;

/**
 * Edges make rows where both solids fall away from the contact plane, on both sides, by at least `UNSURE` (a sine).
 * Below it they lie flat on each other and contact points are enough. Between contact points a solid with that slope
 * can penetrate by the same fraction of their distance; a row at `UNSURE` allows as much, falling to zero at `SURE`, so
 * that nothing jumps when rows appear. Half: rows come and go on flat faces; twice: deeper between points.
 */
export const UNSURE = 0.004;
export const SURE = 0.012;

/**
 * Sharp edges are found by samples around a place, so far off in distances of neighbouring points. A place is sharp up
 * to this part of samples inside: half are on a plane, a quarter on the edge of a box. Half the radius: bevels count as
 * edges; twice: thin plates do.
 */
export const RADIUS = 0.15;
export const SHARP = 0.36;

/**
 * Length of an edge at most, in distances of neighbouring points; how far its points may lie off the surface, in its
 * length; and the cosine of half the arc of normals from which on it is as good as flat. Half: fewer edges; twice:
 * edges that cut corners.
 */
export const LONGEST = 2.2;
export const STRAIGHT = 0.01;
export const BLUNT = 0.97;

/**
 * Contact points of one body with a computed compliance, at most; others use that of the nearest of these. Half: less
 * exact impulses on large faces; twice: four times the memory.
 */
export const MOST_ROWS = 256;

/**
 * Rigid primitives. Steps towards the first touch, and projections between nearest points, at most. Half: grazing hits
 * are less exact; twice: nothing in usual pairs.
 */
export const MOST_ADVANCES = 24;
export const MOST_PROJECTIONS = 12;

/**
 * Points of a path's end count as touched within this part of the slack. Half: hits are found later by as much; twice:
 * earlier.
 */
export const TOUCHED = 0.01;

/**
 * Edges closer to parallel than this, by the sine between them, span no direction; lines of a face that is cut closer
 * than the second lie along each other. Half and twice: which of two nearly equal answers is taken.
 */
export const PARALLEL = 1e-3;
export const ALONG = 0.05;

/**
 * Corners so little beyond an edge, in lengths of it, are within: edges that lie on each other cross anywhere, and
 * somewhere else in each step. Half and twice: nothing.
 */
export const ON_EDGE = 1e-4;

/**
 * Faces are preferred to edges and corners that say as much, up to this part of the smaller solid. Half: boxes at rest
 * alternate between face and edge; twice: depths wrong by twice as much.
 */
export const FACES_FIRST = 1e-3;

/**
 * Boxes and cylinders are inset by this part of their least half size where their nearest points are looked for. Half:
 * flat faces answer for more directions; twice: rounder corners; untested.
 */
export const INSET = 0.1;

/**
 * Caps touch with their lowest point once they lean by this sine; below it corners keep their directions, or they would
 * turn all the time. Half: standing cylinders turn their points more often; twice: depth off by twice as much.
 */
export const LEANS = 1e-3;

/**
 * Faces that meet at an angle may not show the nearest point in their overlap: up to this part of the smaller solid
 * that does not matter. Half: more points; twice: deeper corners.
 */
export const MISSED = 0.01;

/**
 * Spheres on distance fields: steps towards the nearest point of each direction, at most, and the error at which a
 * direction is right [rad]. Half the steps: balls in bowls rattle; twice: nothing.
 */
export const MOST_FIELD_STEPS = 12;
export const EXACT = 1e-8;

/**
 * Directions closer together than this, by one minus the cosine, have found the same point (about 4°). Half: two rows
 * in one point; twice: narrow grooves hold a ball on one side.
 */
export const SAME_DIRECTION = 0.0025;

/**
 * A direction halfway between two of the 26 is as much farther from the surface at half a radius [radii]; and how far
 * below a surface the field is asked whether it is one [radii]. Half: contacts between two directions are missed;
 * twice: more directions to follow.
 */
export const ASTRAY = 0.05;
export const BELOW = 1e-4;

/** The path of a step is followed in at most as many parts. Half: fast balls may pass a thin rail; twice: time. */
export const MOST_PATH_PARTS = 24;
