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
 * Time horizon of the reach test [s]: a good part of a slow swing. Half: stiff and soft frames reach less, so fewer
 * wake; twice: more wake for slow motion.
 */
export const AHEAD = 0.2;

/**
 * Largest number of candidates tested together, coarse ones first; the others wait for the next step. Half: more steps
 * until all are tested; twice: a test costs up to eight times as much.
 */
export const MOST_ASKED = 16;

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
