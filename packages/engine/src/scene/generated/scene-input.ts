// Made by scripts/scene-types.mjs from the schema of scenes: change that, and run it again.

/** Three coordinates, or another triple. */
export type Vec3 = readonly [number, number, number];
/** A quaternion, or another list of four. */
export type Vec4 = readonly [number, number, number, number];
/** A list of numbers. */
export type Numbers =
  | readonly number[]
  | Float64Array
  | Float32Array
  | Int32Array
  | Uint32Array
  | Uint16Array
  | Uint8Array;

/** A solid shape. SI units. */
export type ShapeInput =
  | SphereShapeInput
  | EllipsoidShapeInput
  | CapsuleShapeInput
  | ConeShapeInput
  | RoundConeShapeInput
  | BoxShapeInput
  | RoundedBoxShapeInput
  | TorusShapeInput
  | CylinderShapeInput
  | PlaneShapeInput
  | UnionShapeInput
  | IntersectionShapeInput
  | DifferenceShapeInput
  | TransformShapeInput
  | RepeatShapeInput
  | ShellShapeInput
  | ThingShapeInput
  | MeshShapeInput;

export interface SphereShapeInput {
  type: 'sphere';
  /** Radius [m]. */
  radius: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface EllipsoidShapeInput {
  type: 'ellipsoid';
  /** Half axes along x, y, z [m]. */
  radii: Vec3;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface CapsuleShapeInput {
  type: 'capsule';
  /** One end of the axis [m]. */
  from: Vec3;
  /** The other end [m]. */
  to: Vec3;
  /** Distance of the surface from the axis [m]. */
  radius: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface ConeShapeInput {
  type: 'cone';
  /** One end of the axis [m]. */
  from: Vec3;
  /** The other end [m]. */
  to: Vec3;
  /** Radius at `from` [m]. */
  radiusFrom: number;
  /** Radius at `to` [m]. */
  radiusTo: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface RoundConeShapeInput {
  type: 'round-cone';
  /** One end of the axis [m]. */
  from: Vec3;
  /** The other end [m]. */
  to: Vec3;
  /** Radius at `from` [m]. */
  radiusFrom: number;
  /** Radius at `to` [m]. */
  radiusTo: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface BoxShapeInput {
  type: 'box';
  /** Full edges [m]. */
  size: Vec3;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface RoundedBoxShapeInput {
  type: 'rounded-box';
  /** Full edges [m]. */
  size: Vec3;
  /** Radius of the rounded edges [m]; at most half the shortest edge. */
  radius: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface TorusShapeInput {
  type: 'torus';
  /** From the y axis to the middle of the tube [m]. */
  radius: number;
  /** Radius of the tube [m]. */
  tube: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface CylinderShapeInput {
  type: 'cylinder';
  /** Radius [m]. */
  radius: number;
  /** Full height along y [m]. */
  height: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface PlaneShapeInput {
  type: 'plane';
  /** Points out of the solid half-space. */
  normal: Vec3;
  /** Distance from the origin along the normal [m]. Default: `0`. */
  offset?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface UnionShapeInput {
  type: 'union';
  shapes: readonly ShapeInput[];
  /** Width of the rounding at joins [m]. */
  smooth?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface IntersectionShapeInput {
  type: 'intersection';
  shapes: readonly ShapeInput[];
  /** Width of the rounding at joins [m]. */
  smooth?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface DifferenceShapeInput {
  type: 'difference';
  base: ShapeInput;
  cut: readonly ShapeInput[];
  /** Width of the rounding at joins [m]. */
  smooth?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface TransformShapeInput {
  type: 'transform';
  shape: ShapeInput;
  /** Factor on the size. */
  scale?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface RepeatShapeInput {
  type: 'repeat';
  shape: ShapeInput;
  /** Copies along x, y, z, centred on the origin. */
  count: Vec3;
  /** Distance between copies [m]. */
  spacing: Vec3;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface ShellShapeInput {
  type: 'shell';
  shape: ShapeInput;
  /** Thickness inwards from the surface [m]. */
  thickness: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface ThingShapeInput {
  type: 'thing';
  /** From the library: hand, liver, octopus, … */
  name: string;
  /** Only the part of this name, in its place. */
  part?: string;
  /** Factor on the size. */
  scale?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface MeshShapeInput {
  type: 'mesh';
  /**
   * An OBJ, STL or PLY file beside the scene, or tetrahedra as Gmsh’s .msh, VTK’s .vtu or TetGen’s
   * .node and .ele; metres.
   */
  file?: string;
  /** Instead of a file: vertices [m], three numbers each. */
  positions?: Numbers;
  /** Instead of a file: three vertex indices per triangle, counter-clockwise from outside. */
  triangles?: Numbers;
  /** Factor on the vertices, for files in other units: 0.001 for millimetres. */
  scale?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
  /** False refuses a mesh that needs repair. */
  repair?: boolean;
  /**
   * How to make a solid of a mesh that bounds none; the mesh is still drawn and follows it. “auto”
   * repairs small flaws, fills nearly closed parts and wraps the rest; “fill” closes every hole;
   * “wrap” gives open parts a thickness.
   */
  solid?: 'auto' | 'fill' | 'wrap';
  /** Thickness of wrapped parts [m]; a sixteenth of the longest side if missing. */
  thickness?: number;
}

/** A Pliant scene. SI units. */
export interface SceneInput {
  /** The version of this format. */
  format: 'pliant/1';
  /** Address of the JSON Schema, for editors. */
  $schema?: string;
  /** Any text in one line. */
  name: string;
  /** A short title for lists. */
  title?: string;
  /** A description of the scene. */
  description?: string;
  /** Length of a step [s]. Default: `0.016666666666666666`. */
  dt?: number;
  /** Duration of a run [s]. Default: `5`. */
  duration?: number;
  /** Gravity [m/s²]. Default: `[0,-9.81,0]`. */
  gravity?: Vec3;
  /** Settings of the solver. */
  solver?: SolverInput;
  /** Soft bodies. */
  bodies?: BodyInput[];
  /** Rigid things that bodies collide with. */
  obstacles?: ObstacleInput[];
  /** Bones with keyframes that move parts of bodies. */
  skeletons?: SkeletonInput[];
  /** Springs between bodies, or to the world. */
  springs?: SpringInput[];
  /** Joints between bodies, or to obstacles or the world. */
  joints?: JointInput[];
  /** Actions at given times. */
  events?: EventInput[];
  /** The studio’s camera; chosen automatically if missing. */
  camera?: CameraInput;
  /** Conditions that a run must meet: the scene’s own test. */
  checks?: CheckInput[];
  /**
   * Names of groups that things added later will have. Those of the scene’s own things need not be
   * listed.
   */
  groups?: string[];
}

/** Settings of the solver. */
export interface SolverInput {
  /**
   * “auto” is of second order for bodies that touch nothing but obstacles: they ring, roll and
   * bounce as their damping says. All others take first-order steps, so that piles come to rest
   * quickly, and so do rigid bodies that land. “bdf2” is of second order for all. “euler” is of
   * first order for all: it damps vibrations as if damping.stiffness were larger by dt. Default:
   * `"auto"`.
   */
  integrator?: 'euler' | 'bdf2' | 'auto';
  /**
   * Number of equal parts of every step. Use 3 for things that bounce. If missing, one, or as many
   * (128 at most) as octree bodies need to be as stiff as their material.
   */
  substeps?: number;
  /** Largest number of linear solves per step; 1 is enough for most scenes. Default: `1`. */
  newton?: number;
  /** Relative error of a step’s change, measured as energy. Default: `0.01`. */
  tolerance?: number;
  /** Largest number of conjugate gradient iterations. Default: `300`. */
  iterations?: number;
  /** Largest number of iterations of the loop that solves contacts and springs. Default: `60`. */
  contactIterations?: number;
  /**
   * Touching bodies slower than this for half a second fall asleep [body sizes/s]; 0: never.
   * Default: `0.003`.
   */
  rest?: number;
}

export interface BodyInput {
  /** A name, unique among the bodies. */
  name: string;
  shape: ShapeInput;
  /** Position of the body’s own origin [m]. Default: `[0,0,0]`. */
  position?: Vec3;
  /**
   * Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. Default:
   * `[0,0,0]`.
   */
  rotation?: Vec3 | Vec4;
  /** The material of the body. */
  material?: MaterialInput;
  /** The deformable model. */
  model?: ModelInput;
  /** Parts that are held still, or moved by keyframes or by a skeleton’s bones. */
  attachments?: AttachmentInput[];
  /** Parts that stay rigid, in the body’s own coordinates; frames only. */
  rigid?: readonly ShapeInput[];
  /**
   * “settled”: before time 0 gravity, attachments, springs and obstacles bring it to rest, and it
   * starts in that shape, with `velocity` and `spin`; other bodies stand still meanwhile.
   * “undeformed” if missing.
   */
  start?: 'undeformed' | 'settled';
  /** Velocity at the start [m/s]. Default: `[0,0,0]`. */
  velocity?: Vec3;
  /** Angular velocity at the start [rad/s]. Default: `[0,0,0]`. */
  spin?: Vec3;
  /** Coulomb’s coefficient; a contact uses √(one · other) of the two. Default: `0.5`. */
  friction?: number;
  /**
   * Fraction of the landing speed that comes back, 0 to 1; a contact uses the larger of the two.
   * Slow landings do not bounce. Default: `0`.
   */
  restitution?: number;
  /**
   * Rolling resistance: the force that keeps a rolling body going, as a fraction of the normal
   * force (0.001 steel on steel, 0.01 a tyre on asphalt, 0.1 in sand). It also stops spinning on
   * the spot; a contact uses the larger of the two. Default: `0`.
   */
  rolling?: number;
  /** Groups it is in; at most 16 names in a scene. */
  groups?: string[];
  /** Groups it touches; everything if missing. Two things touch if each lists the other. */
  touches?: string[];
  /** True: it reports things inside it (`world.on("sensor")`) and pushes nothing. */
  sensor?: boolean;
  /** What it touches: everything, obstacles but no bodies, or nothing. Default: `"all"`. */
  contact?: 'all' | 'obstacles' | 'none';
  /** Whether parts of it touch each other; if missing, only a body of several pieces does. */
  selfContact?: boolean;
  /** Size of a triangle of the visible surface [m]; 0.6 cells if missing. */
  detail?: number;
  /**
   * A mesh to draw in place of the body’s own surface, in the body’s own coordinates; open or
   * closed, at any resolution. It follows the body.
   */
  surface?: BodySurfaceInput;
  /** Named material points to follow, in the body’s own coordinates [m]. */
  probes?: Record<string, Vec3>;
  /** How it is drawn: `#rrggbb`. */
  color?: string;
}

/** The material of the body. */
export interface MaterialInput {
  /** How stress follows from strain. Default: `"corotational"`. */
  law?: 'corotational' | 'stvk' | 'neo-hookean' | 'mooney-rivlin';
  /** Young’s modulus [Pa]: jelly is about 1e4, rubber 1e6, wood 1e10. Default: `100000`. */
  young?: number;
  /** Poisson’s ratio: how much it thins when pulled. Rubber is near 0.49. Default: `0.3`. */
  poisson?: number;
  /** Density [kg/m³]: water is 1000. Default: `1000`. */
  density?: number;
  /** Factor on Young’s modulus, constant or varying in the body’s own coordinates. */
  stiffness?: number | StiffnessInput;
  /** Full 6×6 elasticity [Pa], row by row, order xx yy zz yz xz xy; replaces young and poisson. */
  elasticity?: Numbers;
  /** Damping of the body. */
  damping?: DampingInput;
}

export type StiffnessInput =
  | GradientStiffnessInput
  | RegionsStiffnessInput
  | AttributeStiffnessInput
  | LayersStiffnessInput
  | VesselsStiffnessInput
  | CellsStiffnessInput;

export interface GradientStiffnessInput {
  type: 'gradient';
  /** Where the first value holds [m]. */
  from: Vec3;
  /** Where the second value holds [m]. */
  to: Vec3;
  /** Factor at `from` and at `to`; linear between, constant beyond. */
  values: readonly [number, number];
}

export interface RegionsStiffnessInput {
  type: 'regions';
  /** Factor outside all regions. Default: `1`. */
  base?: number;
  /**
   * Shapes in the body’s own coordinates, each with its factor; the first that contains a point
   * counts.
   */
  regions: RegionInput[];
}

export interface RegionInput {
  shape: ShapeInput;
  value: number;
}

export interface AttributeStiffnessInput {
  type: 'attribute';
  /** A number per vertex of the body’s PLY file; the nearest vertex counts. */
  name: string;
}

export interface LayersStiffnessInput {
  type: 'layers';
  /** Normal of the sheets. */
  normal: Vec3;
  /** Where the first sheet begins [m]. Default: `[0,0,0]`. */
  origin?: Vec3;
  /** Thickness of one sheet [m]. */
  thickness: number;
  /** Factors of the sheets, in turns. */
  values: Numbers;
}

export interface VesselsStiffnessInput {
  type: 'vessels';
  /** Factor outside the tubes. Default: `1`. */
  base?: number;
  /** Factor in the tubes. */
  value: number;
  /** Lines of points with a radius each, in the body’s own coordinates. */
  tubes: TubeInput[];
}

export interface TubeInput {
  /** The centre line of the tube [m]. */
  points: Vec3[];
  /** Radius of the tube [m]. */
  radius: number;
}

export interface CellsStiffnessInput {
  type: 'cells';
  /** Edge of the cubes [m]. */
  size: number;
  /** Least and largest factor; evenly spread in the logarithm. */
  values: readonly [number, number];
  /** Seed of the random numbers. Default: `1`. */
  seed?: number;
}

/** Damping of the body. */
export interface DampingInput {
  /** Slows every motion, falling included [1/s]. Default: `0`. */
  mass?: number;
  /** Slows deformation, fast vibration most [s]. Default: `0.005`. */
  stiffness?: number;
  /** Drag of the air on the surface [kg/(m² s)]. Default: `0`. */
  air?: number;
}

/** The deformable model. */
export type ModelInput =
  | SolidModelInput
  | FramesModelInput
  | OctreeModelInput
  | LatticeModelInput
  | TetsModelInput
  | LayersModelInput
  | RigidModelInput;

export interface SolidModelInput {
  type: 'solid';
  /**
   * Distance of nodes [m]: the size of a linear element, half that of a quadratic one (a little
   * more where parts are thin). If missing, three quadratic elements lie across a box’s thinnest
   * side, one and a half across thin parts of other shapes; for linear elements an eighth of the
   * longest side.
   */
  cell?: number;
  /**
   * “grid” cuts a box into cubes of five tetrahedra, “stuffed” fits any shape, “given” uses those
   * of the shape’s .msh or .ele file. Default: “given” if the file has some, else “grid” for boxes.
   */
  mesh?: 'stuffed' | 'grid' | 'given';
  /**
   * “quadratic” elements have ten nodes and bend as they should; “linear” ones have four and need
   * eight across the thickness. Default: quadratic, but linear if `mesh` is “grid”.
   */
  elements?: 'quadratic' | 'linear';
  /**
   * “auto” keeps the factor of the undeformed body, or chooses one of the others; “direct” factors
   * in every step, for parts more than 20 000 times as stiff as others; “cg” is for very large
   * meshes. Default: `"auto"`.
   */
  solver?: 'auto' | 'direct' | 'cg';
}

/** The adaptive frames model. */
export interface FramesModelInput {
  /** Affine frames, active only where and while the motion needs them. */
  type: 'frames';
  /**
   * Number of frames at full resolution, or a list of the numbers per level, coarsest first. If the
   * shape is several separate solids, a list holds for each of them, a number is divided by volume,
   * and a common root frame is added. Default: `30`.
   */
  frames?: number | Numbers;
  /** Edge of a voxel for building [m]. */
  voxel?: number;
  /**
   * 0: mean strain only, without bending, for bodies that are stretched or squeezed; 1: also its
   * gradient, right for most; 4: exact for large bending, slower. Default: `1`.
   */
  order?: 0 | 1 | 4;
  /** False keeps all frames active. Default: `true`. */
  adaptive?: boolean;
  /**
   * “adaptive” merges integration points while few frames are active, “all” never merges. Default:
   * `"adaptive"`.
   */
  points?: 'adaptive' | 'all';
  /**
   * Motion that may be neglected, in body lengths a second and in fractions of gravity. Default:
   * `0.05`.
   */
  tolerance?: number;
  /** True: motion counts by its apparent size from the scene’s camera. Default: `false`. */
  camera?: boolean;
  /** Regions in which motion counts more, or less. */
  interest?: InterestInput[];
  /** Settings behind the tolerance. The defaults are right for nearly everything. */
  expert?: ExpertInput;
}

export interface InterestInput {
  /** The region. */
  shape: ShapeInput;
  /**
   * “body”: a part of the body, in its own coordinates; “world”: the part that is there now.
   * Default: `"body"`.
   */
  in?: 'body' | 'world';
  /** Factor on velocities inside: 10 keeps frames awake, 0.1 lets them sleep. */
  factor: number;
}

/** Settings behind the tolerance. The defaults are right for nearly everything. */
export interface ExpertInput {
  /**
   * “implicit” uses the residual of the step’s own equation, “lumped” an explicit step with a
   * lumped mass, as the paper does. Default: `"implicit"`.
   */
  test?: 'implicit' | 'lumped';
  /**
   * Least time between two switches of a frame [s]; a strong cause wakes it sooner. Default: `0.2`.
   */
  dwell?: number;
  /** Own acceleration that is neglected, in tolerances of gravity. Default: `1`. */
  acceleration?: number;
  /**
   * A frame wakes only if it could reach this own velocity, in tolerances; 0 wakes by acceleration
   * alone. Default: `0.1`.
   */
  reach?: number;
  /** Fraction of the neglected energy below which a frame falls asleep. Default: `0.25`. */
  calm?: number;
  /**
   * Fraction of their gradients that merged integration points may lose; 0 merges none. Default:
   * `0.2`.
   */
  merge?: number;
}

/** The octree shape matching model. */
export interface OctreeModelInput {
  /** Shape matching on an octree of cells: fast, and can be cut and refined. */
  type: 'octree';
  /** Edge of the finest cells [m]; a 32nd of the longest side if missing. */
  cell?: number;
  /** How often the cell width may double, from the finest cells. Default: `3`. */
  levels?: number;
  /** Widest cell, in local thicknesses of the body; 0 uses finest cells only. Default: `0.5`. */
  coarseness?: number;
  /**
   * Half width of a shape-matching region [m], at least one and a half cells; wider can be stiffer.
   * Grows with the root of the stiffness field. Default: `0`.
   */
  width?: number;
  /**
   * Largest number of cells after cuts and refining; three times the start plus 2000 if missing.
   */
  room?: number;
  /** Permanent dents. */
  plastic?: PlasticInput;
  /** Rules for dividing and merging cells at run time. */
  detail?: DetailInput;
}

/** Permanent dents. */
export interface PlasticInput {
  /** Strain of a region above which it flows. Default: `0.1`. */
  yield?: number;
  /** Rate at which strain beyond that becomes permanent [1/s]. Default: `5`. */
  creep?: number;
  /** Largest permanent strain. Default: `0.5`. */
  limit?: number;
}

/** Rules for dividing and merging cells at run time. */
export interface DetailInput {
  /** Levels by which cells near a contact or a pull become finer. Default: `0`. */
  touch?: number;
  /** Radius around the contact or pull [m]. Default: `0`. */
  reach?: number;
  /** Strain of a region beyond which its cells are divided; 0 never. Default: `0`. */
  motion?: number;
  /** Distance from the camera [m] beyond which cells become coarser; 0 never. Default: `0`. */
  camera?: number;
}

/** The lattice shape matching model. */
export interface LatticeModelInput {
  /** Shape matching on a regular lattice with sliding sums, for comparison with the octree. */
  type: 'lattice';
  /** Edge of the cells [m]; a 32nd of the longest side if missing. */
  cell?: number;
  /** Half width of a region [m], at least one cell. Default: `0`. */
  width?: number;
  /** Permanent dents. */
  plastic?: PlasticInput;
}

/** The tetrahedra trees. */
export interface TetsModelInput {
  /** Trees of tetrahedra, split where and while the motion needs it. */
  type: 'tets';
  /**
   * Size of the coarsest elements [m]; default a sixth of the longest side, or more if a box would
   * have more than about eight. A small held box with an odd number of them across gets elements of
   * half the size that split once less: its mesh is then its own mirror image.
   */
  cell?: number;
  /** How often an element may be split into eight. Default: `2`. */
  levels?: number;
  /**
   * “grid” cuts a box into cubes of six tetrahedra, “stuffed” fits any shape, “given” starts from
   * those of the shape’s .msh or .ele file. Default: “given” if the file has some, else “grid” for
   * boxes.
   */
  mesh?: 'stuffed' | 'grid' | 'given';
  /**
   * Elasticity of coarse elements from fine ones: “mean” of the bounds “voigt” (too stiff) and
   * “subc” (too soft), or “sampled” as in the paper. Default: `"mean"`.
   */
  estimation?: 'mean' | 'voigt' | 'subc' | 'sampled';
  /**
   * Criterion for splitting: the largest “error” of a point (a length, see tolerance), the missing
   * kinetic “energy” (see speed), or strain outside the “range” of the samples. Default: `"error"`.
   */
  criterion?: 'error' | 'energy' | 'range';
  /**
   * With the criterion “energy”: motion that may be neglected, in body lengths a second, like the
   * tolerance of frames. Default: `0.005`.
   */
  speed?: number;
  /** Ten-node elements where possible: they bend without locking. Default: `true`. */
  tenNode?: boolean;
  /** False keeps everything split. Default: `true`. */
  adaptive?: boolean;
  /** Allowed error [m]; the longest side over 2000 if missing. */
  tolerance?: number;
  /** The initial front of an adaptive body. Default: `"coarse"`. */
  start?: 'coarse' | 'fine';
  /** Initial shading of the elements in the studio; hues show levels. Default: `"stress"`. */
  shade?: 'stress' | 'stiffness';
}

/** The layered model. */
export interface LayersModelInput {
  /** Motion in layers, each adding detail to those below. */
  type: 'layers';
  /** The layers, coarsest first; the first moves the whole body. */
  layers: LayerInput[];
  /**
   * “full” solves the step, “prefactored” treats details as linear in their parents’ frames,
   * “coupled” is the slow reference. Default: `"full"`.
   */
  solve?: 'full' | 'prefactored' | 'coupled';
  /**
   * Distance of contact points [m]; if missing, two thirds of a cell, but less on round bodies and
   * at least a twentieth of the longest side.
   */
  contactSpacing?: number;
}

export type LayerInput =
  | RigidLayerInput
  | AffineLayerInput
  | FramesLayerInput
  | HexLayerInput
  | TetLayerInput
  | ModesLayerInput
  | ShellLayerInput
  | ScriptLayerInput
  | SkeletonLayerInput;

export interface RigidLayerInput {
  /** One rigid frame. */
  kind: 'rigid';
  /** A name, unique among the layers. */
  name: string;
}

export interface AffineLayerInput {
  /** Affine frames with smooth weights. */
  kind: 'affine';
  /** A name, unique among the layers. */
  name: string;
  /** Number of frames. */
  frames: number;
  /** Number of integration points; 12 per frame or mode if missing. */
  points?: number;
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
}

/** Replaces the body’s material where this layer is. */
export interface AffineLayerMaterialInput {
  /** Young’s modulus [Pa]. */
  young: number;
  /** Poisson’s ratio. Default: `0.3`. */
  poisson?: number;
  /** Its damping. */
  damping?: AffineLayerMaterialDampingInput;
}

/** Its damping. */
export interface AffineLayerMaterialDampingInput {
  /** Slows every motion [1/s]. Default: `0`. */
  mass?: number;
  /** Slows deformation [s]. Default: `0.005`. */
  stiffness?: number;
}

export interface FramesLayerInput {
  /** Affine frames that sleep while the motion does not need them; the first layer only. */
  kind: 'frames';
  /** A name, unique among the layers. */
  name: string;
  /** Number of frames, or a list of the numbers per level, coarsest first. Default: `15`. */
  frames?: number | Numbers;
  /** False keeps all frames awake. Default: `true`. */
  adaptive?: boolean;
  /**
   * Motion that may be neglected, in body lengths a second and in fractions of gravity. Default:
   * `0.05`.
   */
  tolerance?: number;
  /** Number of integration points; 12 per frame or mode if missing. */
  points?: number;
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
}

export interface HexLayerInput {
  /** Finite elements on cubes, over the body or a part of it. */
  kind: 'hex';
  /** A name, unique among the layers. */
  name: string;
  /** Size of an element [m]; a quarter of the body’s thickness if missing. */
  cell?: number;
  /** Region of the layer, in the body’s own coordinates; the whole body if missing. */
  region?: ShapeInput;
  /**
   * Source of the strain: composed gradients of the layers, or the elements’ nodes; default
   * “embedded” over layers that bend.
   */
  gradient?: 'composed' | 'embedded';
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
  /**
   * True removes all motion of coarser layers from this one: right for shells. Default: `false`.
   */
  strict?: boolean;
}

export interface TetLayerInput {
  /** Finite elements on tetrahedra, over the body or a part of it. */
  kind: 'tet';
  /** A name, unique among the layers. */
  name: string;
  /** Size of an element [m]; a quarter of the body’s thickness if missing. */
  cell?: number;
  /** Region of the layer, in the body’s own coordinates; the whole body if missing. */
  region?: ShapeInput;
  /**
   * Source of the strain: composed gradients of the layers, or the elements’ nodes; default
   * “embedded” over layers that bend.
   */
  gradient?: 'composed' | 'embedded';
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
  /**
   * True removes all motion of coarser layers from this one: right for shells. Default: `false`.
   */
  strict?: boolean;
}

export interface ModesLayerInput {
  /** Linear vibration modes. */
  kind: 'modes';
  /** A name, unique among the layers. */
  name: string;
  /** Number of modes to compute, slowest first. */
  count?: number;
  /** Your own modes, instead of “count”; interpolated between the points. */
  given?: GivenInput;
  /** Size of the elements the modes live on [m]; a quarter of the body’s thickness if missing. */
  cell?: number;
  /** Region of the layer, in the body’s own coordinates; the whole body if missing. */
  region?: ShapeInput;
  /** Number of integration points; 12 per frame or mode if missing. */
  points?: number;
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
  /**
   * True removes all motion of coarser layers from this one: right for shells. Default: `false`.
   */
  strict?: boolean;
}

/** Your own modes, instead of “count”; interpolated between the points. */
export interface GivenInput {
  /** Points at which the modes are known. */
  places: Vec3[];
  /** Displacements of all points in each mode, at any scale. */
  shapes: Vec3[][];
}

export interface ShellLayerInput {
  /** A thin sheet that stretches and bends. */
  kind: 'shell';
  /** A name, unique among the layers. */
  name: string;
  /** A sheet, flat or bent like an arch, in the body’s own coordinates. */
  sheet?: SheetInput;
  /** A part of a solid’s surface instead of a sheet: any curved rest shape. */
  surface?: SurfaceInput;
  /** Size of a triangle [m]. */
  cell: number;
  /** Thickness [m]. */
  thickness: number;
  /** Density [kg/m³]. Default: `1000`. */
  density?: number;
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
  /** True removes all motion of coarser layers from this one: right for shells. Default: `true`. */
  strict?: boolean;
}

/** A sheet, flat or bent like an arch, in the body’s own coordinates. */
export interface SheetInput {
  /** A corner of the sheet [m]. */
  from: Vec3;
  /** One edge [m]. */
  u: Vec3;
  /** The other edge [m]. */
  v: Vec3;
  /** Height of its middle above the plane of its edges [m]. */
  rise?: Vec3;
}

/** A part of a solid’s surface instead of a sheet: any curved rest shape. */
export interface SurfaceInput {
  /** A solid, in the body’s own coordinates. */
  shape: ShapeInput;
  /** The part of its surface to use. */
  region?: ShapeInput;
}

export interface ScriptLayerInput {
  /** Moved by keyframes. */
  kind: 'script';
  /** A name, unique among the layers. */
  name: string;
  /** Position of the body’s own origin. */
  keyframes: KeyframeInput[];
}

export interface KeyframeInput {
  /** When [s]. */
  time: number;
  /** Position at that time [m]; as before if missing. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface SkeletonLayerInput {
  /** Moved by bones, with smooth skinning. */
  kind: 'skeleton';
  /** A name, unique among the layers. */
  name: string;
  /** The bones. */
  bones: BoneInput[];
  /** An artist’s weights, as in a rigged mesh; by distance to the bones if missing. */
  weights?: WeightsInput;
  /**
   * Soft fraction of the distance from bones to skin. Adds a layer `NAME-flesh`, which can be muted
   * like others.
   */
  flesh?: number;
  /**
   * Where flesh is another than `flesh` (none if that is missing): belly, cheeks, tail. Later ones
   * cover earlier ones.
   */
  fleshPatches?: FleshPatcheInput[];
  /** Young’s modulus of the flesh; if missing, it sags by about 0.25 % of the body’s size. */
  fleshMaterial?: AffineLayerMaterialInput;
}

export interface BoneInput {
  /** A name, unique among the bones. */
  name: string;
  /** One end at rest, in the body’s own coordinates [m]. */
  from: Vec3;
  /** The other end [m]. */
  to: Vec3;
  /** The pose that this bone would give the body’s own origin. */
  keyframes?: KeyframeInput[];
  /** A bone of the scene that moves it instead, as `skeleton.bone`. */
  bone?: string;
}

/** An artist’s weights, as in a rigged mesh; by distance to the bones if missing. */
export interface WeightsInput {
  /** Points of the surface, in the body’s own coordinates [m]: three numbers each. */
  places: Numbers;
  /** Indices of the bones that move each point: equally many for each. */
  bones: Numbers;
  /** Weight of each of them; normalised to a sum of one. */
  weights: Numbers;
}

export interface FleshPatcheInput {
  /** Bones of this layer, by name: places belong to the patch as these move them. */
  bones?: string[];
  /**
   * Instead of bones, a number per vertex of the body’s PLY file, 0 to 1: how much it belongs to
   * the patch; the nearest vertex counts.
   */
  painted?: string;
  /** Part of the way from the bones to the skin that is soft there; 0 for none. */
  flesh: number;
}

export interface RigidModelInput {
  /**
   * Does not deform. Only density and mass damping of the material count; holding any region holds
   * the whole body.
   */
  type: 'rigid';
}

export interface AttachmentInput {
  /** Events release it as `body.attachment`. */
  name: string;
  /** The held part of the body, in the body’s own coordinates. */
  region: ShapeInput;
  /** The pose that the held part would give the body’s own origin; it stays in place if missing. */
  keyframes?: KeyframeInput[];
  /** A bone that moves the held part instead, as `skeleton.bone`. */
  bone?: string;
}

/**
 * A mesh to draw in place of the body’s own surface, in the body’s own coordinates; open or closed,
 * at any resolution. It follows the body.
 */
export interface BodySurfaceInput {
  /**
   * An OBJ, STL or PLY file beside the scene, or tetrahedra as Gmsh’s .msh, VTK’s .vtu or TetGen’s
   * .node and .ele; metres.
   */
  file?: string;
  /** Instead of a file: vertices [m], three numbers each. */
  positions?: Numbers;
  /** Instead of a file: three vertex indices per triangle, counter-clockwise from outside. */
  triangles?: Numbers;
  /** Factor on the vertices, for files in other units: 0.001 for millimetres. */
  scale?: number;
  /** Position of the shape [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface ObstacleInput {
  /** A name, unique among the obstacles. */
  name: string;
  shape: ShapeInput;
  /** Its position [m]. Default: `[0,0,0]`. */
  position?: Vec3;
  /**
   * Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. Default:
   * `[0,0,0]`.
   */
  rotation?: Vec3 | Vec4;
  /**
   * Velocity of its surface along itself, like a conveyor belt, in its own axes [m/s]. Default:
   * `[0,0,0]`.
   */
  surfaceVelocity?: Vec3;
  /** Coulomb’s coefficient; a contact uses √(one · other) of the two. Default: `0.5`. */
  friction?: number;
  /**
   * Fraction of the landing speed that comes back, 0 to 1; a contact uses the larger of the two.
   * Slow landings do not bounce. Default: `0`.
   */
  restitution?: number;
  /**
   * Rolling resistance: the force that keeps a rolling body going, as a fraction of the normal
   * force (0.001 steel on steel, 0.01 a tyre on asphalt, 0.1 in sand). It also stops spinning on
   * the spot; a contact uses the larger of the two. Default: `0`.
   */
  rolling?: number;
  /** Groups it is in; at most 16 names in a scene. */
  groups?: string[];
  /** Groups it touches; everything if missing. Two things touch if each lists the other. */
  touches?: string[];
  /** True: it reports things inside it (`world.on("sensor")`) and pushes nothing. */
  sensor?: boolean;
  /** Motion over time: linear between keyframes, constant before the first and after the last. */
  keyframes?: KeyframeInput[];
  /** When it appears [s]. Default: `0`. */
  from?: number;
  /** When it disappears [s]. */
  until?: number;
  /** How it is drawn: `#rrggbb`, or `#rrggbbaa` with transparency. */
  color?: string;
}

export interface SkeletonInput {
  /** A name, unique among the skeletons. */
  name: string;
  /** Bones, parents before children. */
  bones: SkeletonBoneInput[];
  /** Bones start and stop gently at every keyframe; false: constant speed. Default: `true`. */
  ease?: boolean;
  /** The motion starts again after this time [s]; the last keyframe holds if missing. */
  repeat?: number;
}

export interface SkeletonBoneInput {
  /** A name, unique among the bones. */
  name: string;
  /** Its parent: a bone further up in the list. */
  parent?: string;
  /** Rest position of its joint, in the own coordinates of the bodies it moves [m]. */
  joint: Vec3;
  /** Rotations about the joint and shifts of it, relative to the parent. */
  keyframes?: SkeletonBoneKeyframeInput[];
  /** Keyframes as flat arrays, instead of `keyframes`. */
  track?: TrackInput;
}

export interface SkeletonBoneKeyframeInput {
  /** When [s]. */
  time: number;
  /** Shift of the joint from its rest position, relative to the parent [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

/** Keyframes as flat arrays, instead of `keyframes`. */
export interface TrackInput {
  /** When [s], in order; two keys at the same time make a jump. */
  times: Numbers;
  /**
   * Shift of the joint from its rest position, relative to the parent [m]: three numbers per key.
   */
  positions?: Numbers;
  /** Rotation about the joint, relative to the parent: four numbers x, y, z, w per key. */
  quaternions?: Numbers;
}

export interface SpringInput {
  /** A unique name; events use it to release the spring. */
  name: string;
  /** A material point of a body (own coordinates), or a point of the world if no body is named. */
  a: EndInput;
  /** A material point of a body (own coordinates), or a point of the world if no body is named. */
  b: EndInput;
  /** Force per length [N/m]. */
  stiffness: number;
  /** Force per speed along it [N s/m]. Default: `0`. */
  damping?: number;
  /** Rest length [m]; the initial distance if missing. */
  length?: number;
}

/** A material point of a body (own coordinates), or a point of the world if no body is named. */
export interface EndInput {
  /** The body the point belongs to; the world if missing. */
  body?: string;
  /** The point [m]. */
  point: Vec3;
}

/** Holds two things together. */
export interface JointInput {
  /** A unique name; events use it to release the joint. */
  name: string;
  /**
   * “ball” holds a point, “hinge” allows rotation about an axis, “slider” motion along it, “weld”
   * neither.
   */
  type: 'ball' | 'hinge' | 'weld' | 'slider';
  /** One end. */
  a: JointEndInput;
  /** The other end: a body, an obstacle, or the world if neither is named. */
  b?: JointEnd2Input;
  /** The axis of a hinge or slider, in the coordinates of a’s body. Default: `[0,1,0]`. */
  axis?: Vec3;
  /** Least position: degrees of a hinge, metres of a slider; 0 is the initial position. */
  lower?: number;
  /** Largest position. */
  upper?: number;
  /** Drives a hinge or a slider at a speed. */
  motor?: MotorInput;
  /** Force at which it breaks [N]. */
  breakForce?: number;
  /** Torque at which it breaks [N m]. */
  breakTorque?: number;
  /**
   * Distance of the points by which it holds a soft body [m]; a tenth of the smaller body if
   * missing.
   */
  reach?: number;
  /** Whether the joined things touch each other. Default: `false`. */
  touch?: boolean;
  /** Friction of a hinge or slider without a motor [N m, N]. Default: `0`. */
  friction?: number;
}

/** One end. */
export interface JointEndInput {
  /** The body it is fixed to. */
  body: string;
  /** Where, in the body’s own coordinates [m]. */
  point: Vec3;
}

/** The other end: a body, an obstacle, or the world if neither is named. */
export interface JointEnd2Input {
  /** The body it is fixed to. */
  body?: string;
  /** The obstacle it is fixed to. */
  obstacle?: string;
  /** Where, in its own coordinates [m]; the position of end a if missing. */
  point?: Vec3;
  /** The axis, in the coordinates of that end; matches the other end if missing. */
  axis?: Vec3;
  /**
   * A direction across the axis, in the coordinates of that end; matches the other end if missing.
   */
  across?: Vec3;
}

/** Drives a hinge or a slider at a speed. */
export interface MotorInput {
  /** Of a relative to b: rad/s about the axis of a hinge, m/s along that of a slider. */
  speed: number;
  /** Largest torque of a hinge [N m] or force of a slider [N]. */
  force: number;
}

export type EventInput =
  | GravityEventInput
  | ForceEventInput
  | PullEventInput
  | CutEventInput
  | RefineEventInput
  | ReleaseEventInput
  | MotorEventInput
  | LayerEventInput
  | TuneEventInput
  | ImpulseEventInput
  | TorqueEventInput
  | VelocityEventInput
  | SpinEventInput
  | GravityScaleEventInput
  | PauseEventInput
  | WakeEventInput
  | RestEventInput
  | WindEventInput
  | RemoveEventInput
  | AddEventInput;

export interface GravityEventInput {
  do: 'gravity';
  /** When it happens [s]. */
  at: number;
  /** New gravity [m/s²]. */
  value: Vec3;
}

export interface ForceEventInput {
  do: 'force';
  /** When it happens [s]. */
  at: number;
  /** The body it acts on. */
  body: string;
  /** Where it acts, in the body’s own coordinates [m]. */
  point: Vec3;
  /** The force [N]. */
  force: Vec3;
  /** Duration [s]. */
  duration: number;
}

export interface PullEventInput {
  do: 'pull';
  /** When it happens [s]. */
  at: number;
  /** The body that is pulled. */
  body: string;
  /** The pulled point, in the body’s own coordinates [m]. */
  point: Vec3;
  /** Where it is pulled to [m]. */
  to: Vec3;
  /** Duration [s]. */
  duration: number;
  /** Stiffness of the pulling spring [N/m]; if missing, the whole body swings at 2 Hz. */
  stiffness?: number;
}

export interface CutEventInput {
  do: 'cut';
  /** When it happens [s]. */
  at: number;
  /** The body to cut. */
  body: string;
  /** Successive positions of the blade’s edge: it cuts the surface swept between them. */
  blade: (readonly [Vec3, Vec3])[];
}

export interface RefineEventInput {
  do: 'refine';
  /** When it happens [s]. */
  at: number;
  /** The body with these cells. */
  body: string;
  /** Centre, in the world [m]. */
  where: Vec3;
  /** Radius [m]. */
  radius: number;
  /** Levels finer than at the start; negative is coarser, 0 restores the start. */
  levels: number;
}

export interface ReleaseEventInput {
  do: 'release';
  /** When it happens [s]. */
  at: number;
  /** An attachment as `body.attachment`, or the name of a spring or joint. */
  target: string;
}

export interface MotorEventInput {
  do: 'motor';
  /** When it happens [s]. */
  at: number;
  /** The hinge or slider to drive. */
  joint: string;
  /** Speed of its motor from now on. */
  speed: number;
  /** Largest torque or force from now on [N m, N]; unchanged if missing, 0 for none. */
  force?: number;
}

export interface LayerEventInput {
  do: 'layer';
  /** When it happens [s]. */
  at: number;
  /** The body the layer belongs to. */
  body: string;
  /** The layer that changes. */
  layer: string;
  /** True fades it out. */
  mute?: boolean;
  /** True fades out all layers that are not solo. */
  solo?: boolean;
  /** Fraction of the layer’s motion that is drawn and touched. */
  weight?: number;
  /** Factor on its stiffness. */
  stiffness?: number;
  /** Factor on its damping. */
  damping?: number;
  /** Its place among the layers, 0 the coarsest. */
  order?: number;
  /** Where the layer may move. */
  paint?: PaintInput;
}

/** Where the layer may move. */
export interface PaintInput {
  /** Middle of the brush, in the body’s own coordinates [m]. */
  point: Vec3;
  /** Radius of the brush [m]. */
  radius: number;
  /** 1 lets the layer move there, 0 does not. */
  value: number;
}

export interface TuneEventInput {
  do: 'tune';
  /** When it happens [s]. */
  at: number;
  /** The adaptive body. */
  body: string;
  /** False keeps everything active. */
  adaptive?: boolean;
  /** Motion that may be neglected from now on. */
  tolerance?: number;
  /** The camera to adapt to; null: none. */
  camera?: CameraInput | null;
}

export interface CameraInput {
  /** Where the camera is [m]. */
  eye: Vec3;
  /** What it looks at [m]. */
  target: Vec3;
  /** Angle from bottom to top [degrees]. Default: `40`. */
  fov?: number;
  /**
   * For bodies that adapt to the camera: motion nearer than this counts fully [m]; half the
   * distance to the target if missing.
   */
  near?: number;
  /** Motion beyond this counts least [m]; eight times `near` if missing. */
  far?: number;
}

export interface ImpulseEventInput {
  do: 'impulse';
  /** When it happens [s]. */
  at: number;
  /** The body it acts on. */
  body: string;
  /** Change of its momentum [N s]. */
  impulse: Vec3;
  /** Where it acts, in the body’s own coordinates [m]; its centre if missing. */
  point?: Vec3;
  /** The same as a point in the world [m]. */
  where?: Vec3;
}

export interface TorqueEventInput {
  do: 'torque';
  /** When it happens [s]. */
  at: number;
  /** The body it acts on. */
  body: string;
  /** Change of its angular momentum [N m s]. */
  torque: Vec3;
}

export interface VelocityEventInput {
  do: 'velocity';
  /** When it happens [s]. */
  at: number;
  /** The body that gets it. */
  body: string;
  /** Velocity of its centre of mass from now on [m/s]. */
  velocity: Vec3;
}

export interface SpinEventInput {
  do: 'spin';
  /** When it happens [s]. */
  at: number;
  /** The body that gets it. */
  body: string;
  /** Angular velocity of the whole body from now on [rad/s]. */
  spin: Vec3;
}

export interface GravityScaleEventInput {
  do: 'gravityScale';
  /** When it happens [s]. */
  at: number;
  /** The body it applies to. */
  body: string;
  /** Factor on gravity: 0 floats. */
  scale: number;
}

export interface PauseEventInput {
  do: 'pause';
  /** When it happens [s]. */
  at: number;
  /** The body to pause or continue. */
  body: string;
  /** False continues. */
  paused?: boolean;
}

export interface WakeEventInput {
  do: 'wake';
  /** When it happens [s]. */
  at: number;
  /** The body to wake. */
  body: string;
}

export interface RestEventInput {
  do: 'rest';
  /** When it happens [s]. */
  at: number;
  /** The body to put to sleep. */
  body: string;
}

export interface WindEventInput {
  do: 'wind';
  /** When it happens [s]. */
  at: number;
  /** Which wind; "wind" if missing. */
  name?: string;
  /** Velocity of the air [m/s]; the wind ends if missing. */
  velocity?: Vec3;
  /** Where it blows [m]; everywhere if missing. */
  where?: Vec3;
  /** Radius around `where` [m]; 1 m if missing. */
  radius?: number;
}

export interface RemoveEventInput {
  do: 'remove';
  /** When it happens [s]. */
  at: number;
  /** The obstacle that disappears. */
  obstacle: string;
}

export interface AddEventInput {
  do: 'add';
  /** When it happens [s]. */
  at: number;
  /** The obstacle that appears again. */
  obstacle: string;
}

export interface CheckInput {
  /** What must hold, in words. */
  name: string;
  /** What is looked at after every step. */
  measure: 'probe' | 'centre' | 'speed' | 'kinetic' | 'elastic' | 'potential' | 'energy' | 'penetration' | 'volume' | 'dofs' | 'points' | 'switches' | 'jump' | 'kineticGain' | 'linear' | 'angular' | 'contacts';
  /** Of this body only; of all together if missing. */
  body?: string;
  /** The probe, for the measure `probe`. */
  probe?: string;
  /** Which coordinate of a vector; its length if missing. */
  axis?: 'x' | 'y' | 'z' | 'length';
  /** Subtract the value at the start. Default: `false`. */
  relative?: boolean;
  /** What of the values over time counts; “range” is largest minus smallest. Default: `"end"`. */
  when?: 'end' | 'max' | 'min' | 'mean' | 'range';
  /** Values before this time are left out [s]. Default: `0`. */
  after?: number;
  /** Values after this time are left out [s]. */
  before?: number;
  /** Smallest value allowed. */
  min?: number;
  /** Largest value allowed. */
  max?: number;
}
