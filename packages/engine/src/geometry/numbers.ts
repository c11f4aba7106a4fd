/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * A hole further from flat than this part of its width is not filled: a flat lid would change the shape. Half: more
 * meshes stay open; twice: lids that cut off curved parts.
 */
export const DEVIATION = 0.15;

/**
 * Pieces with less than this part of the largest one's vertices (of a mesh), or cells (of a grid), are crumbs. Half:
 * dust counts as a body; twice: small parts are left out.
 */
export const MESH_CRUMB = 0.1;
export const GRID_CRUMB = 0.02;

/**
 * A polygon in space that is not convex may have this many corners at most: cutting ears takes cubic time at worst.
 * Half: refuses faces that work; twice: a face may take eight times as long.
 */
export const MOST_CORNERS = 512;

/** Triangles to which a coarse mesh is divided, at most. Half: coarser surfaces; twice: twice the triangles to draw. */
export const MOST_DIVIDED = 20_000;

/**
 * A node of triangles is seen as one dipole from further than this many radii, which keeps the error of a winding
 * number under a few percent; further than the second from a whole number, the sum is taken again triangle by triangle.
 * Half the radii: wrong signs beside thin parts; twice: up to eight times the time.
 */
export const FAR_NODE = 2;
export const UNSURE = 0.2;

/**
 * Triangles in a leaf of a tree, at most (four are tested about as fast as one more box), and bins that a split is
 * chosen from. Half and twice: slower queries, slower builds.
 */
export const LEAF = 4;
export const BINS = 12;

/**
 * Shapes inside shapes, at most (a guard against data that contains itself), shapes that one shape may be made of (each
 * costs time wherever the distance is asked for), and copies of one `repeat`. Half and twice: what is refused.
 */
export const DEEPEST = 64;
export const MOST_SHAPES = 1000;
export const MOST_COPIES = 10_000;

/** Newton steps towards an ellipsoid at most; five are usual. Half: nothing in usual shapes; twice: nothing. */
export const ELLIPSOID_STEPS = 40;

/**
 * Cells around a damaged mesh: along the longest side at most, by `resolution`; and around the box, for lids to bulge
 * into. Half the margin: lids are cut off; twice: more cells.
 */
export const SLENDER = 1.5;
export const MARGIN = 2.5;

/**
 * A winding number within `SURE` of a whole one is sure, and so are those within `REACH` of the way to the surface
 * (Harnack: it is harmonic there). Half: more of them are computed; twice: signs may be wrong beside holes.
 */
export const SURE = 0.1;
export const REACH = 1 / 3;

/**
 * Default thickness of what is wrapped, by the longest side: two cells of a body with 32 along it. Half: thinner than a
 * cell; twice: sheets look like slabs.
 */
export const THICKNESS = 1 / 16;

/**
 * A closed mesh whose volume is below this part of its area times its longest side has nothing inside and is a sheet.
 * Half and twice: nothing, rounding to single precision leaves 1e-8 and no solid that thin can be computed.
 */
export const PRESSED = 1e-6;

/**
 * Vertices closer than this part of the longest side are one. Half and twice: matters to meshes with cracks as wide.
 */
export const SAME_VERTEX = 1e-7;

/**
 * Borders closer than this part of the mean edge are cracks, and are closed. Half: cracks stay open; twice: small holes
 * close.
 */
export const CRACK = 0.1;

/**
 * Area of a mended mesh over that of the given one, at most: a bowl with its lid has 1.5, a sheet with its back 2.
 * Nearer to 1: bowls are wrapped; at 2 sheets are filled.
 */
export const LARGEST_LID = 1.6;

/**
 * Whether parts overlap: places that are looked at, and the part of the area that may lie within the solid before its
 * volume cannot be trusted. Half: fewer meshes are rebuilt; twice: more are.
 */
export const SAMPLES = 1000;
export const MOST_WITHIN = 0.02;

/**
 * How far beside a triangle it is looked, by the mesh's diagonal: far above rounding, far below any thickness that
 * matters. Half and twice do nothing.
 */
export const BESIDE = 1e-6;

/**
 * Openings of more than this part of a group's area make it a shell: a bowl has 0.5 or less, a mesh with small holes
 * 0.05. A group that is wrapped is closed below the second. Half: meshes with holes count as shells; twice: bowls with
 * small mouths are filled.
 */
export const OPEN = 0.12;
export const CLOSED = 1e-6;

/**
 * A piece with openings of more than this part of its area is flat: no volume of its own tells which way it faces.
 * Half: bowls are turned by their neighbours; twice: sheets by their own volume, which is rounding.
 */
export const FLAT_PIECE = 0.5;

/**
 * Pieces with a border nearer to each other than this part of the longest side belong together. Half: parts of one
 * shell stay apart; twice: shells that nearly touch are joined.
 */
export const NEAR_PIECES = 0.01;

/**
 * Open pieces with less than this part of the filled ones' area ride on the solid instead of making it larger: fins,
 * hair, lashes. Half: fins become solid; twice: larger sheets do not.
 */
export const SMALL_PIECE = 0.1;

/**
 * How often the spacing of contact points is halved from the coarsest points to the finest. Half: less even points;
 * twice: longer builds.
 */
export const SPACING_HALVINGS = 4;

/**
 * Edges longer than so many spacings get points between their ends, too: else a box of twelve triangles would touch
 * with its eight corners, and sink in between. Surfaces that are made from cells have shorter ones, at most √3 cells.
 * Half: those get more points, too; twice: faces sink in between points.
 */
export const LONG_EDGE = 4.5;

/**
 * Cosine up to which two normals are taken for those of two sides. Nearer to −1: thin parts have points on one side
 * alone; at 0 corners count twice.
 */
export const OPPOSITE = -0.7;

/**
 * Vertices of a surface from cells: part of the way to the mean of their neighbours in one round; how far they may
 * slide from where they began, and be moved onto the surface after that [cells, along each axis]; rounds of that; and
 * the step of finite differences [cells]. Half: less even triangles; twice: neighbours may swap places.
 */
export const PACE = 0.6;
export const LEASH = 0.6;
export const LANDING_LEASH = 1;
export const LANDINGS = 3;
export const FEEL = 0.01;

/** Samples that a grid may have, were it full. Half: refuses fine surfaces; twice: 800 MB. */
export const MOST_SAMPLES = 50_000_000;

/**
 * Normals whose cosines differ by less than this are equally good for the diagonal of a square; then the shorter one
 * wins. Half and twice: which way squares are divided on nearly flat surfaces.
 */
export const AS_FLAT = 0.02;

/**
 * A surface that encloses the solid's volume up to this part shows the solid. Half: finer triangles on thin shapes;
 * twice: coarser ones.
 */
export const ENCLOSED = 0.05;

/**
 * To reach that, triangles become smaller by half so often at most, and no more than this many of them. Half: thin
 * shapes look torn; twice: 160 000 triangles to draw.
 */
export const MOST_HALVINGS = 5;
export const MOST_TRIANGLES = 40_000;

/**
 * Cubes of the lattice are stretched by at most this factor, or its inverse, to meet the surface: elements stay well
 * shaped. Nearer to 1: more surfaces cut cells; twice: flat elements.
 */
export const MOST_STRETCH = 1.5;

/**
 * Rounds of root finding along an edge; the sixth leaves less than a millionth of it on smooth shapes. Half: vertices
 * beside the surface; twice: nothing.
 */
export const CUT_ROUNDS = 6;

/**
 * Points of the lattice at most: beyond this the numbers no longer fit a browser's memory. Half: refuses meshes that
 * work; twice: pages that run out of memory.
 */
export const MOST_LATTICE = 3e7;

/**
 * A cut closer to a lattice point than this part of its edge, a long or a short one, pulls the point onto the surface
 * (Labelle and Shewchuk 2007, whose bounds on angles hold for these values alone).
 */
export const WARP_LONG = 0.24999;
export const WARP_SHORT = 0.41189;

/**
 * Cells along the edge of the largest and of the smallest block whose distance is asked for as a whole. Half and twice:
 * time of `voxelize`, not its result.
 */
export const LARGEST_BLOCK = 16;
export const SMALLEST_BLOCK = 2;

/**
 * The first half of the rounds goes this many times the distance to the centroid. Samples sit in cells: steps of less
 * than half a cell would be rounded away, and the samples would stick long before they are even. At 1 they do; at 2
 * they swing.
 */
export const OVERSHOOT = 1.8;

/**
 * Samples along the edge of a cell that the surface may cut, where a volume is measured. Half: less exact; twice: eight
 * times the samples.
 */
export const FINE = 2;

/**
 * A grid twice as fine may say as much less or more, in parts; else parts are thinner than the cells, and the grid is
 * halved, so often at most. Half: thinner parts are found, in more time; twice: volumes of thin shapes are off by up to
 * 4 %.
 */
export const AGREED = 0.02;
export const GRID_HALVINGS = 7;

/**
 * Places at which a thickness is looked for, about; and never more than the second: a shape may be a million times as
 * long as it is thin. Half: thin parts are overlooked; twice: twice the time.
 */
export const LOOKS = 30_000;
export const MOST_LOOKS = 3_000_000;

/**
 * Part of a body's ridges that may be thinner than what is called its thickness. Half: one thin fin decides on the
 * cells of the whole body; twice: limbs are thinner than the thickness.
 */
export const THIN_PART = 0.2;
