/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * Time horizon of the reach test [s]: a good part of a slow swing. Half: stiff and soft frames reach less, so fewer
 * wake; twice: more wake for slow motion.
 */
export const AHEAD = 0.2;

/**
 * Largest number of candidates tested together, coarse ones first; the others wait for the next step. Half: more steps
 * until all are tested; twice: a test costs up to eight times as much.
 */
export const MOST_ASKED = 16;

/** Energies to reach, in those that may sleep, that will not fade soon. Half: fewer tests; twice: more. */
export const FAR_OFF = 100;

/**
 * Acceleration that counts as strong where there is no gravity, in body lengths [1/s²]. Half: frames wake for weaker
 * pushes; twice: for stronger ones.
 */
export const WEIGHTLESS = 10;

/**
 * Below this determinant of the parents' blend a frame is too flat to express another in it: it stays active. Half and
 * twice: matters only to bodies that are squashed flat.
 */
export const FLATTEST = 1e-6;

/**
 * Matrices that columns are kept for, those of first- and of second-order steps, and the largest length of kept
 * columns: 64 MB in single precision; the least recently used are dropped. Half: bodies that touch in many places find
 * columns again and again; twice: twice the memory.
 */
export const MOST_COLUMN_SETS = 2;
export const MOST_KEPT = 2 ** 24;

/**
 * Nodes between which the inverse is written out: its memory grows with their square (19 MB). Where sites depend on
 * more, columns are gathered site by site, three times slower. Half: that begins sooner; twice: 76 MB.
 */
export const MOST_NODES = 512;

/**
 * Matrices that factors are kept for, and the largest factor that is kept: 24 MB with its copy in single precision.
 * Larger ones are made by each body. Half: equal bodies factor their matrix each; twice: more memory stays taken.
 */
export const MOST_FACTORS = 2;
export const MOST_LENGTH = 2 ** 21;

/**
 * Planes nearer to each other than this part of a cell are one. Half: thinner elements; twice: layers are moved
 * further.
 */
export const SLIVER = 0.01;

/**
 * Search for jumps of stiffness: lines along an axis per side, and samples along each. Half: small or thin layers are
 * missed; twice: longer builds.
 */
export const LINES = 5;
export const ALONG = 96;

/**
 * More jumps along an axis are texture, not layers, which numerical integration handles; factors that differ by less
 * than the ratio do not count as a jump. Half: fewer layers become planes of the grid; twice: more elements.
 */
export const MOST_JUMPS = 8;
export const JUMP = 1.1;

/**
 * Rows of triangles that a facet is cut into where what it leaves uncovered is measured. Half: less exact volumes of
 * curved parts; twice: four times the samples.
 */
export const ROWS = 4;

/**
 * Steps to the surface along the normal; at an edge of 90° the last leaves a hundredth of the distance. Half: a tenth;
 * twice: nothing.
 */
export const STEPS = 4;

/**
 * Smaller rotations of the whole body in a step [rad] are ignored: their effect is half their square. Half and twice:
 * errors up to 1e-9 and 2e-8 of the size.
 */
export const SMALL_TURN = 1e-4;

/**
 * Sine of the largest turn in a step that is taken as one. Half: bodies that spin fast grow; near 1 it has no meaning.
 */
export const MOST_TURN = 0.8;

/**
 * Fixed-point rounds of the half-way orientation: each takes the error down by about h ω. Half: fast spins are less
 * exact, by (h ω)²; twice: time for digits that do not matter.
 */
export const HALF_WAY_ROUNDS = 4;

/**
 * Part of a cell by which the mesh is larger than the shape, so that the visible surface lies inside. Half:
 * parts of the surface stick out; twice: contact is felt earlier than seen inside the body.
 */
export const GROW = 0.1;
/**
 * A mesh that misses more than this part of its shape is made again, larger by `GROW`, up to `MOST_GROW`: sharp edges
 * are cut off, and strains of the elements below mean nothing far beyond them.
 */
export const MISSED = 0.05;
export const MOST_GROW = 0.4;
