import { cos } from '../math/elementary.ts';

/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure
 * follows from the definition and is not measured. L is the diagonal of the template's box. What a user may set is in
 * `options.ts`.
 */

// Reading.

/**
 * Vertices closer than this part of the diagonal are one. Half and twice: nothing, rounding of files is smaller and
 * edges are longer.
 */
export const WELD = 1e-7;

/**
 * Coordinates are computed with in steps of this [L]: 6e-8. Half and twice: rounding of files changes the answer half
 * and twice as rarely (in 0.1 % of fits), and vertices move by half and twice as much.
 */
export const SNAP = 2 ** -24;

/**
 * Fewest faces of a mesh. Half: sheets of two triangles are fitted; twice: a tetrahedron with cut corners is refused.
 */
export const LEAST_FACES = 4;

/** Fewest points of a cloud. Half: normals of all points are the same; twice: small but usable clouds are refused. */
export const LEAST_POINTS = 20;

/** Thinner than this part of L, a template has no inside. Half and twice: nothing, in practice. */
export const FLAT = 1e-6;

/**
 * Vertices of the surface through which a finer template is looked at. Half: fine limbs lose their shape; twice:
 * closest points take up to twice as long.
 */
export const MOST_VERTICES = 5000;

/**
 * Springs each way for a cloud, if nothing else is asked for: a face averages the noise of its corners, a point has
 * all of its own. Against 800, errors of six clouds of our own fall by 10 %; with 1600 by 7 %.
 */
export const CLOUD_SAMPLES = 1200;

/**
 * Neighbours that decide the normal of a point of a cloud. Half: normals follow the noise; 20: errors of six clouds
 * change by −3 %; 30: by −1.5 %, thin limbs lose theirs.
 */
export const NEIGHBOURS = 12;

/**
 * Rounds of smoothing of normals at vertices: about the distance between springs on a scan. Without, noise of half a
 * per cent turns single normals by 25°, and the error of the fit is 1.25 instead of 0.79 %; twice: creases are
 * rounded.
 */
export const SMOOTHING = 3;

/**
 * Where normals of vertices disagree so much that their mean is shorter than this, the face decides. Half and twice:
 * matters for thin edges only.
 */
export const CREASE = 0.2;

// Pre-alignment.

/**
 * Part of the pairs that counts in pre-alignment: the nearest. Half: features decide nothing; all: missing parts pull
 * the pose.
 */
export const TRIM = 0.8;

/**
 * Least cosine between normals of a pair in pre-alignment. Half: front and back of thin parts meet; 0.9: too few pairs
 * from a wrong turn.
 */
export const AGREE = 0.5;

/**
 * What a pair without agreement costs in a pose's score [L]. Half: flipped sheets score well; twice: partial scans
 * score badly in any pose.
 */
export const DISAGREE = 0.05;

/**
 * Pairs further apart than this many times the better direction's limit do not count. Half: parts that have to bend
 * are ignored; twice: missing parts pull.
 */
export const SLACK = 2;

/**
 * Places each way for the last rounds of a pose. Half: poses are off by a few tenths of a degree; twice: twice the
 * time.
 */
export const POSE_SAMPLES = 500;

/** Places each way for the first rounds. Half: wrong starts survive; twice: twice the time of the search. */
export const FIRST_SAMPLES = 150;

/** Rounds at most from a pose near the right one. Half: turns above 20° are not made; twice: rarely reached. */
export const NEAR_ROUNDS = 60;

/**
 * Change of a pose [L] below which rounds with few points end. Half: more rounds that the last ones repeat; twice: the
 * last ones have more to do.
 */
export const ROUGH = 3e-4;

/** Rounds of each start of a search. Half: starts are judged before they have turned; twice: twice the time. */
export const FIRST_ROUNDS = 12;

/** Rounds of the best starts. Half: scores of slow ones are too high; twice: rarely reached. */
export const MORE_ROUNDS = 40;

/** Rounds with all points from a pose that few have found. Half: the frames take the rest; twice: nothing. */
export const LAST_ROUNDS = 10;

/** Different starts that are followed. Half: the right one of a flat body is lost; twice: twice the time. */
export const KEPT = 6;

/**
 * Poses that differ by less than this at the corners of the template are the same [size]. Half: equal ones are
 * followed twice; twice: turns of 10° count as the same.
 */
export const SAME_POSE = 0.1;

/**
 * Sizes this many times apart are taken for other units: ten from millimetres to centimetres. Half: a child and an
 * adult are; twice: millimetres and centimetres are not.
 */
export const OTHER_UNITS = 8;

/** Points from which it is told whether a target is inside out. Half and twice: nothing. */
export const FACING_PLACES = 300;

/**
 * Poses whose score is below this many times the best may be right. Nearer to one: partial scans end in the wrong
 * pose; twice: more short fits.
 */
export const RIVAL = 1.6;

/** Poses that are tried by short fits. Half: the right one of a cut hand is left out; twice: up to twice the time. */
export const MOST_RIVALS = 4;

/**
 * Turns of a nearly symmetric template that are tried by fits. Half: the right one may be left out; twice: 3 s more.
 */
export const MOST_TURNS = 4;

/**
 * Turns whose score is below this many times the best may be right. Half: the first fit, which has absorbed some
 * features, decides; twice: more fits for bodies that are not symmetric.
 */
export const RIVAL_TURN = 2;

/**
 * Fits that end further apart than this (root mean square) [L] are different. Half: fits that creep are called rivals;
 * twice: turns by 10° are not.
 */
export const ELSEWHERE = 0.05;

/** Turns tried about each principal axis. Half: narrow features are missed between two turns; twice: 0.6 s more. */
export const TURNS = 72;

/**
 * Points from which a template is compared with itself. Half: small features are missed, more turns are tried; twice:
 * twice its 0.1 s.
 */
export const SELF_PLACES = 150;

/** Places each way from which a turn is compared with the target. Half: spots are hit by few; twice: 0.6 s more. */
export const TURN_PLACES = 600;

/**
 * A template that a turn moves off itself by less than this (root mean square) [L] is nearly symmetric. Half: a
 * spotted egg is not; twice: every smooth body is, and searching takes 1 s more.
 */
export const SYMMETRIC = 0.012;

/**
 * Distances beyond this [L] count as this where turns and poses are compared: what is missing here and there decides
 * nothing. Half: handles count little; twice: a cut-off end hides the features.
 */
export const FARTHEST = 0.03;

/**
 * Cosine of the angle below which turns are the same: fits find a feature from 15 to 20° away. Half the angle:
 * neighbours of the best take the places of rivals; twice: features between two turns are lost.
 */
export const SAME_TURN = cos(Math.PI / 6);

/**
 * Vertices of the surface through which a finer target is looked at when turns are compared. Half: small features
 * blur; twice: twice the time of large ones.
 */
export const STRAIGHT_VERTICES = 10_000;

// Body and prior.

/**
 * Nodes that may move one place. More change nothing: shape functions end at twice the covering radius. Half: a
 * quarter faster, but which of several at the same distance is left out then depends on rounding, and so on the file's
 * units.
 */
export const INFLUENCES = 16;

/** Places for integrals over the body. Half: thin limbs are held by few; twice: twice the time of the prior. */
export const INSIDE = 1500;

/**
 * A piece with less than this part of the largest one's cells has no frames of its own: it goes along with what is
 * near. Half and twice: frames for buttons, none for eyes.
 */
export const CRUMB = 0.02;

/** Factor of E_smooth, so that a stiffness of one is stiff. Half and twice: as half and twice the stiffness. */
export const SMOOTH = 100;

/**
 * The least part of E_smooth that quadratic maps of the whole body may cost, and what they cost before anything is
 * known. Ten times: errors of six smooth bodies of our own that are bent, twisted or waved rise by a tenth.
 */
export const LEAST_PART = 0.001;

/**
 * At this stiffness and above, the price of quadratic maps is set again when the fit has come to rest. Never: errors
 * of ten smooth bodies rise by a twelfth, that of a liver twisted by 60° from 0.71 to 1.10 %; three times instead of
 * twice: they fall by 2 %.
 */
export const PRICED_TWICE = 0.01;

/**
 * Elastic part of the mixed prior. It lets a template grow, and keeps it from shearing for nothing; a twist is mostly
 * shear. Three times: errors of six twisted and waved smooth bodies of our own rise by an eighth; seventy times: those
 * of four by a quarter.
 */
export const ELASTIC = 0.003;

/**
 * The same where poses are compared: what shears to fit a wrong pose has to pay for it. A tenth: a mushroom's spots
 * are sheared away, and it ends turned about its stem.
 */
export const ELASTIC_OF_POSES = 0.03;

/**
 * Places where the elastic part looks at the deformation. Half: frames with none of them shear; twice: iterations take
 * longer.
 */
export const ELASTIC_POINTS = 300;

// Fit.

/**
 * How strongly frames are kept where they are, beside all else: what nothing else holds stays. Half and twice:
 * nothing.
 */
export const HOLD = 1e-9;

/**
 * Residual, in parts of the first, at which conjugate gradients stop: springs move before the next. Half: more rounds
 * for the same path; twice: more iterations.
 */
export const ENOUGH = 0.1;

/** Rounds of conjugate gradients at most. Half: reached under little tangent; twice: never. */
export const MOST_ROUNDS = 60;

/**
 * Springs shorter than this on the whole [L] are never told apart by length: noise of a scan. Half: noise of 0.5 % is
 * taken for outliers; twice: close clutter pulls.
 */
export const LEAST_SIGMA = 0.005;

/**
 * Iterations between two factors: springs change little from one to the next. Half: more factors; twice: more rounds
 * in each.
 */
export const REFACTOR = 8;

/**
 * Motion that counts as rest, by the usual length of springs. Half: more iterations of fits that lie close; twice:
 * identical meshes end before they lie exactly.
 */
export const STILL_BY_LENGTH = 0.1;

/** Motion that always counts as rest [L]. Half and twice: nothing. */
export const LEAST_STILL = 1e-9;

/**
 * The last rest allows this part of `still`, whatever the springs' length: under noise they stay long. Against 1,
 * errors of twelve noisy scans of our own fall by 4 %; half: more iterations.
 */
export const LAST_STILL = 0.1;

/**
 * Only the last of all rests is for good: before it, this many times the motion is enough. A quarter: errors fall by
 * a twentieth and fits take twice as long; 16: the twist of a smooth body is not found.
 */
export const HASTE = 4;

/**
 * The same for coarse frames after a pose that was searched for: it is further off than one that was given, and smooth
 * bodies keep the difference. At 16, errors of three such bodies of our own are a quarter larger.
 */
export const HASTE_OF_COARSE = 2;

/**
 * Steps that are mixed to the next. Half: slow motions of fewer kinds are seen; twice: those of long ago mislead. With
 * 0.8 of the last step as momentum instead: an eighth more iterations.
 */
export const MIXED = 8;

/** A step whose square has grown by more than this begins anew. Half: more often; twice: it wanders. */
export const GROWN = 2;

/** The longest mixed step, by the plain one. Half: creeping takes longer; twice: it wanders where springs jump. */
export const LONGEST = 10;

/** Part of itself that is added to the square of each difference: those that are alike count once. */
export const MIXED_ALIKE = 1e-6;

/**
 * A stiffness that is not below this part of the last one is no new step. Half: noisy scans miss their last step;
 * nearer to one: a step for nothing.
 */
export const SOFTER = 0.7;

/**
 * Springs each way that a frame needs; one that has fewer is led by single springs. Half: fingers slip; twice: coarse
 * frames cost as much as fine ones.
 */
export const SPRINGS_A_FRAME = 60;

/** The fewest springs each way that are ever used. Half: one frame tilts by noise; twice: slower. */
export const LEAST_SPRINGS = 200;

// Clutter.

/**
 * Places of the target within so many usual distances of the template's are explained by it. Half: bent limbs are
 * clutter; twice: floors are not.
 */
export const EXPLAINED = 3 * 1.48;

/**
 * Nothing closer than this [L] is called unexplained: noise of a scan. Half: noise is clutter; twice: a floor that
 * touches is not.
 */
export const LEAST_EXPLAINED = 0.005;

/**
 * A place of the template that has the target this many times closer is not what a place of the target belongs to.
 * Half: creases are clutter; twice: a floor under a belly is explained.
 */
export const MUTUAL = 3;

/**
 * A piece of the target of which the template explains less than this part is something else. Half: balls beside the
 * thing count; twice: half-scanned limbs do not.
 */
export const PIECE = 0.4;

/**
 * A patch without explanation that is larger than this part of the template is no limb that has to grow. Half: arms
 * are clutter; twice: walls pull.
 */
export const PATCH = 0.2;

/**
 * Samples within so many usual distances between neighbours are of one patch. Half: patches fall apart; twice: they
 * join through what is explained.
 */
export const NEIGHBOUR_REACH = 3;

/** Samples that patches are made of: every pair is looked at. Half: coarser patches; twice: four times the time. */
export const PATCH_SAMPLES = 1000;

// Folds and detail.

/** Rings around a fold that are smoothed first. Half: the fold moves on; twice: more of the fit is lost. */
export const FIRST_RINGS = 2;

/** Rings around a fold that are smoothed at most. Half: deep folds stay; twice: a limb is smoothed away. */
export const MOST_RINGS = 8;

/** Sweeps of smoothing of a patch. Half: wide patches keep a dent; twice: nothing. */
export const SMOOTHING_SWEEPS = 60;

/** Rounds of flattening single edges. Half: some stay; twice: they are given up later. */
export const FLATTEN_ROUNDS = 8;

/** Part of the way to flat that a folded edge goes in a round. Half: more rounds; twice: neighbours fold. */
export const FLATTEN_PART = 0.05;

/** Rounds of conjugate gradients of the fit of single vertices. Half: smooth parts lag; twice: nothing. */
export const DETAIL_ROUNDS = 60;

// Judging.

/** Places each way from which distances are reported. Half: means change in the third digit; twice: twice the time. */
export const MEASURED_PLACES = 10_000;

/**
 * Part of the target that must have found the template; below it a warning. Half and twice: fewer and more warnings.
 */
export const OVERLAP = 0.2;

/**
 * Part of the template that must have found the target; below it a warning. Half and twice: fewer and more warnings.
 */
export const INLIERS = 0.5;

/**
 * A pose whose score is below this many times the best is named. Nearer to one: mistakes without a warning; 1.2:
 * warnings for pears and wheels that were right.
 */
export const RUNNER_UP = 1.1;

/** Part of the edges that may be folded without a warning. Half and twice: more and fewer warnings. */
export const FOLDS = 1e-3;

/** Distance of a landmark from its goal that is remarked on [L]. Half and twice: more and fewer warnings. */
export const LANDMARK = 0.01;

/**
 * Mean distance both ways beyond which the two are not the same thing [L]. Half: scans with noise of half a per cent
 * (0.2 and 0.3 %) come near it; twice: a hand on a jug (1.1 and 0.8 %) is a good fit.
 */
export const FAR = 0.005;

/**
 * Edges stretched or shrunk by more than this: no pose or growth does it. Half: a seal made a walrus is a poor fit;
 * twice: torn ones are good.
 */
export const TORN = 3;

/**
 * A template that is scaled by more than this from a pose near the right one is remarked on. Half: a child and an
 * adult are; twice: thumbs scaled to hands are not.
 */
export const OTHER_SIZE = 3;

/** Places count as found within so many σ. Half: much of the noise is not; twice: clutter is. */
export const FOUND = 2;

/**
 * Landmarks thinner than this part of their extent lie on a line and fix no pose. Half: poses turn about the line;
 * twice: narrow triangles are not used.
 */
export const THIN = 0.03;

/**
 * Work between two looks at the signal [ms]. Half: more turns of the event loop; twice: aborts may take 110 ms at half
 * a million vertices.
 */
export const PATIENCE = 25;

/** Rounds of bringing all shapes to their mean; it settles in two or three. Half: less exact means; twice: nothing. */
export const MEAN_ROUNDS = 5;

/**
 * Faces turned against each other further than this are folded: the cosine of 120°. Nearer to −1: folds are not
 * counted; at 0: sharp bends are.
 */
export const FOLDED = -0.5;

/** A pose that changes by less than this part of its size rests. Half and twice: a round more or less. */
export const AT_REST = 1e-7;

/**
 * A coordinate further than this from the middle decides which way an axis points [diagonals]. Half and twice: matters
 * to shapes that are nearly symmetric.
 */
export const CLEAR = 1e-3;

/**
 * Edges of triangles of the gallery's templates and scans, by the longest side. Half: four times the triangles; twice:
 * coarser fits.
 */
export const TEMPLATE = 1 / 44;
export const SCAN = 1 / 56;
