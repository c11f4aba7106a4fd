/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * Coarsest elements along the longest side, if no size is asked for, and about how many cells a box has in all: its
 * shape needs few. Half: coarser, faster, stiffer; twice: eight times the elements.
 */
export const CELLS_ALONG = 6;
export const MOST_CELLS = 8;
/** The default tolerance is the longest side over this. Half: twice the error is allowed; twice: half of it. */
export const TOLERANCE = 2000;
/** More leaves than this are refused: a step at full resolution would take seconds. Half: refuses bodies that work. */
export const MOST_LEAVES = 1_000_000;
/** Cost of building a leaf [s, bytes], measured from 18 000 to 330 000 of them. Half and twice: wrong forecasts. */
export const SECONDS = 1.1e-5;
export const BYTES = 1000;

/**
 * Jumps of stiffness along an axis that all become planes of the grid; every plane goes through all coarsest elements.
 * Where there are more, or some along every axis (which is texture, not layers), planes that would be there anyway lie
 * on some of them, as far as that moves them by less than `NEAR` of a cell: leaves then fit layers of their thickness.
 * Half: fewer layers fit; twice: more elements.
 */
export const MOST_JUMPS = 4;
export const MOST_LAYERS = 40;
export const NEAR = 0.25;
/**
 * Planes of a grid this close to the mirror images of others are alike, in parts of the side: rounding. Half and twice:
 * the same.
 */
export const MIRRORED = 1e-6;
/** Distance of contact points, in cells of the finest level. Half: four times the points; twice: corners sink in. */
export const CONTACT_SPACING = 0.5;
/**
 * Contact points across the thinnest side of a box, at most about: what is between them cannot move by itself, and
 * every point more costs each contact more. Twice: two cubes on each other take 80 to 90 ms a step instead of 35.
 */
export const CONTACTS_ACROSS = 6.5;
export const MOST_CONTACT_POINTS = 1000;
/** Size of a visible triangle, in cells of the finest level, if none is asked for. Half: four times the triangles. */
export const DETAIL = 0.6;
/**
 * λ up to this many μ acts at every point of a ten-node element: all of it up to ν = 0.3, so that one element through
 * the thickness bends exactly, as a coarse front should. Cantilevers of 3, 7, 14:1 with two elements through them, ν
 * 0.35 and 0.47: off by at most −1.4 %; at 0.5 by 0.8 %, at twice the value by −2.7 %.
 */
export const LOCAL = 1.5;
/** Leaves of a ten-node element differ in stiffness by at most this. Half: all uniform; twice: layers are smeared. */
export const MOST_CONTRAST = 2;
/**
 * A parent with bounds of its elasticity farther apart than this factor stays split. Half: more stays split; twice:
 * coarse elements of random 1000:1 material are off.
 */
export const MOST_APART = 10;

/** More vertices than this are not factored: the factor would cost more than the step it helps. */
export const MOST_FACTORED = 5000;
/**
 * Finer spaces with at most this many vertices are factored as well, for fronts that fill them: in contact 4 iterations
 * do then where 14 did. Default boxes have 729; at twice as many a factor takes 3 times as long, at half as many it is
 * never used.
 */
export const MOST_FINER = 1500;
/**
 * Time for which the residual of a step is assumed to act [s]. Half: slow errors are found late; twice: splits for
 * errors that swing back.
 */
export const AHEAD = 0.3;
/**
 * Least and largest number of iterations of the error estimate, and the part of its energy below which one ends it.
 * Half: error underestimated (two iterations find a fifth of it); twice: dearer estimates.
 */
export const LEAST_ITERATIONS = 3;
export const MOST_ITERATIONS = 12;
export const CONVERGED = 0.1;
/**
 * Largest interval between two error estimates in steps (in time: `AHEAD`), and between two looks for merges in steps
 * and in time [s]. Half: dearer; twice: a push is noticed by its change of loads alone, and merges come later. With
 * estimates every fourth step, a cantilever on a quarter of its unknowns takes 1.2 to 1.4 times as long as on all.
 */
export const SELDOM = 16;
export const EVERY = 4;
export const PAUSE = 0.08;
/** Steps to the next check of the range after a violation. */
export const SOON = 2;
/**
 * Parts of the tolerance: what splitting aims at, and up to which merging may fill the error. Half: more elements;
 * twice: splits that do not reach the tolerance, merges that are undone.
 */
export const AIM = 0.5;
export const FILL = 0.7;
/** Part of the tolerance that merging may always add: at rest it adds nothing, whatever the error is. */
export const ALWAYS = 0.05;
/**
 * Allowed missing fraction of the elastic energy between held regions: the holding force has the same relative error.
 */
export const FORCE = 0.01;
/**
 * Part of the loads that may change from one estimate to the next: contacts at rest vary by less. Half: estimates at
 * rest; twice: late estimates.
 */
export const STEADY = 0.05;
/** Part of the tolerance that a free body may be moved by a change within `AHEAD`, whatever part of the loads it is. */
export const UNFELT = 0.25;
/** Number of estimates for which a parent must be calm before its children merge. Half: chatter; twice: late merges. */
export const CALM = 3;
/**
 * A new front is worth it for merging this part of what is split, or for one that has waited for so many estimates.
 * Half: more new fronts, which cost several steps each; twice: later merges (at 1/3 an H of 8300 vertices takes 7 %
 * less, but a box on a wall still has 558 unknowns instead of at most 400 after six seconds).
 */
export const WORTH = 0.1;
export const PATIENCE = 8;
/**
 * A front with more than this part of all parents split is split whole: the finest one takes fewer iterations, needs no
 * estimates and has no error. At 1 an H of 8300 vertices takes 1.58 of the time of all elements at half the default
 * tolerance, at this value and at 0.3 1.26.
 */
export const MOSTLY = 0.5;

/** Part of the tolerance that the motion lost inside one parent may come to. */
export const OWN_PART = 1 / 4;

/** An element that is squeezed below this part of its volume cannot carry the offset of a midpoint. */
export const FLAT = 0.02;
/** Nor may an offset lean on a corner by more than this. */
export const MOST_LEAN = 1;

/**
 * Coarsest cells of a shape that is no box and thinner than an eighth of its length, about, at most. Half: thin arms
 * are up to 16 % off; twice: twice the leaves.
 */
export const MOST_STUFFED = 250;

/**
 * What is empty counts for this part of what is filled, in stiffness and mass, so that no vertex hangs on nothing. At
 * ten times as much bars are up to 3 % stiffer; half: vertices with less stiffness.
 */
export const OUTSIDE = 0.001;

/**
 * A sample of a measured law may leave the fitted line by the first part of its own value, or by the second of the
 * column's largest stiffness (the paper's 1e-4 has no unit; as printed it would be a stress). Imai et al., eq. 4 and
 * eq. 5. Half: shorter linear parts; twice: less exact ones.
 */
export const OFF_LINE = 1e-2;
export const OFF_SMALL = 1e-4;

/**
 * Integration points of an element lie in a plane if a pivot of their barycentric coordinates is below this; then each
 * counts the same. Half: larger shares where they nearly do; twice: stress that varies is averaged more often.
 */
export const LEAST_PIVOT = 0.05;

/** Bodies with more leaves than this do not show them one by one. Half and twice: what the studio draws. */
export const MOST_SHOWN = 200_000;
