/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * Quadratic elements through a box's thinnest side, if no size is asked for, and how much longer than wide they may
 * be. Half: thin boxes bend too little; twice: eight times the elements, up to `MOST_CELLS`.
 */
export const THROUGH = 3;
export const LONGER = 2;

/**
 * Short boxes, which are pressed rather than bent, have cells as long as wide while there are no more than this. Half:
 * a pressed block of ν 0.45 is up to 18 % too stiff; twice: boxes of 5:1 take twice the time.
 */
export const FEW_CELLS = 100;

/**
 * Quadratic cells of a grid by default, about, at most. Half: coarser bodies, faster; twice: twice the nodes, and a
 * factor that costs more than twice.
 */
export const MOST_CELLS = 600;

/**
 * Quadratic elements through the thickness of any other shape; along its longest side at least; and cells in all,
 * about, at most. Half and twice: as `THROUGH` and `MOST_CELLS`.
 */
export const THROUGH_STUFFED = 1.5;
export const ALONG_STUFFED = 4;
export const MOST_STUFFED = 250;

/**
 * Where a shape takes more than `MANY_NODES` nodes by default, its elements grow by this, until it takes fewer or is
 * this many elements thick. A plate of 17 : 1 that hangs by its edge is 5 % too stiff with 0.69 elements through it,
 * 2 % with 0.92. Half and twice of the growth: closer to the limit, more meshes that are thrown away. Half of the
 * thickness: sheets of some 40 : 1 stay fast, and hang too stiff; twice: nothing gets faster.
 */
export const COARSER = 1.25;
export const COARSEST_THROUGH = 0.5;

/**
 * Quadratic elements are at least this many times the asked distance of nodes: they have three times the nodes of
 * linear ones of that size. Half: up to eight times the nodes; twice: coarser than asked for.
 */
export const SMALLER = 1.4;

/**
 * More elements than this are refused: the factor would not fit, and a step would take seconds. Half: refuses bodies
 * that still run; twice: builds that end without memory.
 */
export const MOST_TETS = 400_000;

/**
 * Part of a cell by which the mesh is larger than the shape, so that the visible surface lies inside. Half: more
 * points of the surface are extrapolated; twice: the elements' volume is further from the shape's.
 */
export const GROW = 0.1;

/**
 * λ up to this many μ acts at every point, the rest on the mean volume [1]. A short cantilever at ν = 0.485 is off by
 * −23 % if all of λ acts at points (two elements through it), by +16 % if none does (one element), by −3.6 % and +9 %
 * with 0.5; small ν is not changed.
 */
export const LOCAL = 0.5;

/**
 * What is outside the body counts for this part of a filled cell, so that no vertex hangs on nothing. Half: nodes with
 * less mass and stiffness; twice: the surface is stiffer and heavier.
 */
export const OUTSIDE = 0.01;

/**
 * Elements beyond which fewer samples are taken. Half and twice: the time of a build against how exactly stiffness
 * that varies is averaged.
 */
export const MANY = 40_000;

/**
 * Contact points at most, and where the body has more nodes than `MANY_NODES`: each costs solves with all of them when
 * it first touches, and the columns of 300 points can all be kept (`models/shared/kept-columns.ts`). A leg of 10 600
 * nodes that falls flat on 1000 points takes 4 to 5 s of a core for each step, on 300 points 0.8 s. Half and twice of
 * the points: how far what lies between them may dip in, against that time.
 */
export const MOST_CONTACT_POINTS = 1000;
export const FEWER_CONTACT_POINTS = 300;
export const MANY_NODES = 6000;

/**
 * Quadratic elements through a part below which a remark says that it bends and twists wrongly by more than a few
 * parts in a hundred. Half: fewer remarks; twice: remarks about parts that are fine.
 */
export const ENOUGH_QUADRATIC = 1.5;

/**
 * Linear elements bend too little by n⁻² of this much, n of them through the part (measured on cantilevers); below
 * `ENOUGH_LINEAR` a remark says so. Half and twice: the figure in the remark.
 */
export const LINEAR_LOSS = 1.9;
export const ENOUGH_LINEAR = 6;

/**
 * Linear elements along the longest side, if no size is asked for. Half: an eighth of the elements; twice: eight times
 * as many.
 */
export const CELLS_ALONG = 8;

/**
 * Nodes beyond which a factor takes more memory and time than it saves. Half: larger bodies take more iterations;
 * twice: up to 1.2 GB a body.
 */
export const MOST_FACTORED = 40_000;

/** Cost of a node [s], measured from 1700 to 39 000 of them. Half and twice: wrong forecasts. */
export const SECONDS = 1.3e-4;

/**
 * Stiffest over softest part, beyond which the kept factor (in single precision) guides the solver too badly. Half:
 * more bodies factor in every step; twice: more iterations near it.
 */
export const MOST_CONTRAST = 2e4;

/** Distance of contact points in cells. Half: four times the points; twice: what lies between them dips in deeper. */
export const CONTACT_SPACING = 0.4;

/**
 * Size of a visible triangle, in cells, if none is asked for. Half: four times the triangles; twice: edges look cut.
 */
export const DETAIL = 0.6;
