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
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface EllipsoidShapeInput {
  type: 'ellipsoid';
  /** Half axes along x, y, z [m]. */
  radii: Vec3;
  /** Where the shape is [m]. */
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
  /** Where the shape is [m]. */
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
  /** Where the shape is [m]. */
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
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface BoxShapeInput {
  type: 'box';
  /** Full edges [m]. */
  size: Vec3;
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface RoundedBoxShapeInput {
  type: 'rounded-box';
  /** Full edges [m]. */
  size: Vec3;
  /** Of the rounded edges [m]; at most half the shortest edge. */
  radius: number;
  /** Where the shape is [m]. */
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
  /** Where the shape is [m]. */
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
  /** Where the shape is [m]. */
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
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface UnionShapeInput {
  type: 'union';
  shapes: readonly ShapeInput[];
  /** Width over which joins are rounded [m]. */
  smooth?: number;
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface IntersectionShapeInput {
  type: 'intersection';
  shapes: readonly ShapeInput[];
  /** Width over which joins are rounded [m]. */
  smooth?: number;
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface DifferenceShapeInput {
  type: 'difference';
  base: ShapeInput;
  cut: readonly ShapeInput[];
  /** Width over which joins are rounded [m]. */
  smooth?: number;
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface TransformShapeInput {
  type: 'transform';
  shape: ShapeInput;
  /** Factor on the size. */
  scale?: number;
  /** Where the shape is [m]. */
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
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface ShellShapeInput {
  type: 'shell';
  shape: ShapeInput;
  /** Thickness inwards from the surface [m]. */
  thickness: number;
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface ThingShapeInput {
  type: 'thing';
  /** From the library: hand, liver, octopus, … */
  name: string;
  /** A named part alone, in its place. */
  part?: string;
  /** Factor on the size. */
  scale?: number;
  /** Where the shape is [m]. */
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
  /** Instead of a file: three vertex indices a triangle, counter-clockwise from outside. */
  triangles?: Numbers;
  /** Factor on the vertices, for files in other units: 0.001 for millimetres. */
  scale?: number;
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
  /** False refuses a mesh that would need mending. */
  repair?: boolean;
  /**
   * What a mesh that bounds no solid becomes; it is still what is seen, and rides on that. “auto”
   * mends what is safe to mend, fills what is nearly closed and wraps the rest; “fill” closes every
   * hole; “wrap” gives all that is open a thickness.
   */
  solid?: 'auto' | 'fill' | 'wrap';
  /** Of what is wrapped [m]; a sixteenth of the longest side if missing. */
  thickness?: number;
}

/** A Pliant scene. SI units. */
export interface SceneInput {
  /** The version of this format. */
  format: 'pliant/1';
  /** Where editors find the rules of this format. */
  $schema?: string;
  /** Letters, digits, - and _. */
  name: string;
  /** A few words for lists. */
  title?: string;
  /** What there is to see. */
  description?: string;
  /** Length of a step [s]. Default: `0.016666666666666666`. */
  dt?: number;
  /** How long a run takes [s]. Default: `5`. */
  duration?: number;
  /** Gravity [m/s²]. Default: `[0,-9.81,0]`. */
  gravity?: Vec3;
  /** How exactly a step is solved. */
  solver?: SolverInput;
  /** Soft bodies. */
  bodies?: BodyInput[];
  /** Rigid things that bodies bump into. */
  obstacles?: ObstacleInput[];
  /** Bones with keyframes that move parts of bodies. */
  skeletons?: SkeletonInput[];
  /** Springs between bodies, or to the world. */
  springs?: SpringInput[];
  /** Joints between bodies, or to obstacles or the world. */
  joints?: JointInput[];
  /** Things that happen at a time. */
  events?: EventInput[];
  /** Where the studio looks from; it finds a place of its own if missing. */
  camera?: CameraInput;
  /** What must hold in a run: the scene’s own test. */
  checks?: CheckInput[];
}

/** How exactly a step is solved. */
export interface SolverInput {
  /**
   * “bdf2” is of second order: bodies ring and bounce as they should. “euler” is of first order and
   * calms everything that swings. Default: `"euler"`.
   */
  integrator?: 'euler' | 'bdf2';
  /**
   * Equal parts that every step is made of: finer steps without more of them to look at. Two, with
   * “bdf2”, for things that shall bounce. If missing, one, or as many (128 at most) as bodies of
   * the octree need to be as stiff as their material.
   */
  substeps?: number;
  /** Linear solves a step at most; 1 is enough for most scenes. Default: `1`. */
  newton?: number;
  /** Part of a step’s change, measured as energy, that the solver may leave. Default: `0.01`. */
  tolerance?: number;
  /** Iterations of conjugate gradients at most. Default: `300`. */
  iterations?: number;
  /** Iterations of the loop that solves contacts and springs, at most. Default: `20`. */
  contactIterations?: number;
  /**
   * Touching bodies slower than this for half a second are put to rest [body sizes/s]; 0: never.
   * Default: `0.003`.
   */
  rest?: number;
}

export interface BodyInput {
  /** A name of its own among the bodies. */
  name: string;
  shape: ShapeInput;
  /** Where the body’s own origin is put [m]. Default: `[0,0,0]`. */
  position?: Vec3;
  /**
   * Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. Default:
   * `[0,0,0]`.
   */
  rotation?: Vec3 | Vec4;
  /** What the body is made of. */
  material: MaterialInput;
  /** How the body is computed. */
  model?: ModelInput;
  /** Parts that are held still, or moved by keyframes or by a skeleton’s bones. */
  attachments?: AttachmentInput[];
  /** Parts that stay as they are and move as one, in the body’s own coordinates; frames only. */
  rigid?: readonly ShapeInput[];
  /** Velocity at the start [m/s]. Default: `[0,0,0]`. */
  velocity?: Vec3;
  /** Angular velocity at the start [rad/s]. Default: `[0,0,0]`. */
  spin?: Vec3;
  /**
   * Coulomb’s coefficient; a contact takes √(one · other) of the two that touch. Default: `0.5`.
   */
  friction?: number;
  /**
   * Part of the speed of a landing that comes back, 0 to 1; a contact takes the larger of the two
   * that touch. Slow landings do not bounce. Default: `0`.
   */
  restitution?: number;
  /** Groups it is in; at most 16 names in a scene. */
  groups?: string[];
  /** Groups it touches; everything if missing. Two things touch if each wants the other. */
  touches?: string[];
  /** True: it tells what is in it (`world.on("sensor")`) and pushes nothing. */
  sensor?: boolean;
  /** What it touches: everything, obstacles but no bodies, or nothing. Default: `"all"`. */
  contact?: 'all' | 'obstacles' | 'none';
  /** Whether parts of it touch each other; if missing, only a body of several pieces does. */
  selfContact?: boolean;
  /** Size of a triangle of the visible surface [m]; 0.6 cells if missing. */
  detail?: number;
  /**
   * Another mesh that is seen in place of the body’s own surface and rides on it, in the body’s own
   * coordinates; open or closed, as fine as you like.
   */
  surface?: BodySurfaceInput;
  /** Named material points to follow, in the body’s own coordinates [m]. */
  probes?: Record<string, Vec3>;
  /** How it is drawn: `#rrggbb`. */
  color?: string;
}

/** What the body is made of. */
export interface MaterialInput {
  /** How stress follows from strain. Default: `"corotational"`. */
  law?: 'corotational' | 'stvk' | 'neo-hookean' | 'mooney-rivlin';
  /** Young’s modulus [Pa]: jelly is about 1e4, rubber 1e6, wood 1e10. */
  young: number;
  /** Poisson’s ratio: how much it thins when pulled. Rubber is near 0.49. Default: `0.3`. */
  poisson?: number;
  /** Density [kg/m³]: water is 1000. Default: `1000`. */
  density?: number;
  /** Factor on Young’s modulus, constant or varying in the body’s own coordinates. */
  stiffness?: number | StiffnessInput;
  /** Full 6×6 elasticity [Pa], row by row, order xx yy zz yz xz xy; replaces young and poisson. */
  elasticity?: Numbers;
  /** What slows the body down. */
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
  /** Factor at `from` and at `to`; straight between, constant beyond. */
  values: readonly [number, number];
}

export interface RegionsStiffnessInput {
  type: 'regions';
  /** Factor outside all regions. Default: `1`. */
  base?: number;
  /**
   * Shapes in the body’s own coordinates, each with its factor; the first that holds a point
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
  /** Across the sheets. */
  normal: Vec3;
  /** Where the first sheet begins [m]. Default: `[0,0,0]`. */
  origin?: Vec3;
  /** Of one sheet [m]. */
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
  /** The line in the tube’s middle [m]. */
  points: Vec3[];
  /** Of the tube [m]. */
  radius: number;
}

export interface CellsStiffnessInput {
  type: 'cells';
  /** Edge of the cubes [m]. */
  size: number;
  /** Least and largest factor; evenly spread in the logarithm. */
  values: readonly [number, number];
  /** Which random numbers. Default: `1`. */
  seed?: number;
}

/** What slows the body down. */
export interface DampingInput {
  /** Slows every motion, falling included [1/s]. Default: `0`. */
  mass?: number;
  /** Slows deformation, fast vibration most [s]. Default: `0.005`. */
  stiffness?: number;
  /** Drag of the air on the surface [kg/(m² s)]. Default: `0`. */
  air?: number;
}

/** How the body is computed. */
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
   * more where parts are thin). If missing, chosen so that three quadratic elements lie through a
   * box’s thinnest side, one and a half through thin parts of other shapes; an eighth of the
   * longest side where they are linear.
   */
  cell?: number;
  /**
   * “grid” cuts a box into cubes of five tetrahedra, “stuffed” fits any shape, “given” takes those
   * of the shape’s .msh or .ele file; if missing given where there are some, else grid for boxes.
   */
  mesh?: 'stuffed' | 'grid' | 'given';
  /**
   * “quadratic” ones have ten nodes and bend as they should; “linear” ones have four, and want
   * eight through the thickness. Quadratic if missing, but linear where `mesh` asks for a grid.
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
   * Frames at full resolution, or a list of how many there are at each level, coarsest first. If
   * the shape is several separate solids, a list holds for each of them, a number is shared out by
   * volume, and one frame that they all follow comes on top. Default: `30`.
   */
  frames?: number | Numbers;
  /** Edge of a voxel for building [m]. */
  voxel?: number;
  /**
   * 0: points see the mean strain only, of which bending has none: for bodies that are stretched or
   * squeezed and hardly bend; 1: also its change, right for most; 4: exact for large bending,
   * slower. Default: `1`.
   */
  order?: 0 | 1 | 4;
  /** False keeps all frames active. Default: `true`. */
  adaptive?: boolean;
  /**
   * “adaptive” merges integration points while few frames are active, “all” keeps them apart.
   * Default: `"adaptive"`.
   */
  points?: 'adaptive' | 'all';
  /**
   * Motion that may be overlooked, in body lengths a second and in parts of gravity. Default:
   * `0.05`.
   */
  tolerance?: number;
  /** True counts motion by how large it looks from the scene’s camera. Default: `false`. */
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
   * “body”: part of the body, in its own coordinates; “world”: whatever of the body is there now.
   * Default: `"body"`.
   */
  in?: 'body' | 'world';
  /** How many times a velocity counts inside: 10 keeps frames awake, 0.1 lets them sleep. */
  factor: number;
}

/** Settings behind the tolerance. The defaults are right for nearly everything. */
export interface ExpertInput {
  /**
   * “implicit” asks the step’s own equations what holds a passive frame, “lumped” makes an explicit
   * step of it with a lumped mass, as the paper does. Default: `"implicit"`.
   */
  test?: 'implicit' | 'lumped';
  /**
   * How long a frame stays as it is after a switch [s]; it wakes sooner for a strong cause.
   * Default: `0.2`.
   */
  dwell?: number;
  /** Own acceleration that is overlooked, in tolerances of gravity. Default: `1`. */
  acceleration?: number;
  /**
   * A frame is woken only if it could come to this own velocity, in tolerances; 0 wakes by
   * acceleration alone. Default: `0.1`.
   */
  reach?: number;
  /** Part of the overlooked energy below which a frame falls asleep. Default: `0.25`. */
  calm?: number;
  /** What merged integration points may miss of their gradients; 0 merges none. Default: `0.2`. */
  merge?: number;
}

/** The octree shape matching model. */
export interface OctreeModelInput {
  /** Shape matching on an octree of cells: fast, and can be cut and refined. */
  type: 'octree';
  /** Edge of the finest cells [m]; a 32nd of the longest side if missing. */
  cell?: number;
  /** How many times cells may be twice as wide as the finest. Default: `3`. */
  levels?: number;
  /** Widest cell, in thicknesses of the body there; 0 uses finest cells only. Default: `0.5`. */
  coarseness?: number;
  /**
   * Half width of a shape-matching region [m], at least one and a half cells; wider can be stiffer.
   * Grows with the root of the stiffness field. Default: `0`.
   */
  width?: number;
  /** Cells there is room for after cuts and refining; three times the start and 2000 if missing. */
  room?: number;
  /** Dents that stay. */
  plastic?: PlasticInput;
  /** When cells are divided and merged while the body moves. */
  detail?: DetailInput;
}

/** Dents that stay. */
export interface PlasticInput {
  /** Strain of a region above which it flows. Default: `0.1`. */
  yield?: number;
  /** How fast strain beyond that stays [1/s]. Default: `5`. */
  creep?: number;
  /** Largest strain that stays. Default: `0.5`. */
  limit?: number;
}

/** When cells are divided and merged while the body moves. */
export interface DetailInput {
  /** Levels by which cells near a contact or a pull become finer. Default: `0`. */
  touch?: number;
  /** How far from the contact or pull [m]. Default: `0`. */
  reach?: number;
  /** Strain of a region beyond which its cells are divided; 0 never. Default: `0`. */
  motion?: number;
  /** Distance from the camera [m] beyond which cells become coarser; 0 never. Default: `0`. */
  camera?: number;
}

/** The lattice shape matching model. */
export interface LatticeModelInput {
  /** Shape matching on a regular lattice with sliding sums: what the octree is compared with. */
  type: 'lattice';
  /** Edge of the cells [m]; a 32nd of the longest side if missing. */
  cell?: number;
  /** Half width of a region [m], at least one cell. Default: `0`. */
  width?: number;
  /** Dents that stay. */
  plastic?: PlasticInput;
}

/** The tetrahedra trees. */
export interface TetsModelInput {
  /** Trees of tetrahedra, split where and while the motion needs it. */
  type: 'tets';
  /**
   * Size of the coarsest elements [m]; if missing a sixth of the longest side, or more where that
   * would cut a box into more than about eight.
   */
  cell?: number;
  /** How often an element may be split into eight. Default: `2`. */
  levels?: number;
  /**
   * “grid” cuts a box into cubes of six tetrahedra, “stuffed” fits any shape, “given” starts from
   * those of the shape’s .msh or .ele file; if missing given where there are some, else grid for
   * boxes.
   */
  mesh?: 'stuffed' | 'grid' | 'given';
  /**
   * Elasticity of coarse elements from fine ones: “mean” of the bounds “voigt” (too stiff) and
   * “subc” (too soft), or “sampled” as in the paper. Default: `"mean"`.
   */
  estimation?: 'mean' | 'voigt' | 'subc' | 'sampled';
  /**
   * What splits elements: the largest “error” of a point (a length, see tolerance), its kinetic
   * “energy” in the mean (see speed), or strain out of the “range” that sampling found. Default:
   * `"error"`.
   */
  criterion?: 'error' | 'energy' | 'range';
  /**
   * With the criterion “energy”: motion that may be overlooked, in body lengths a second, as the
   * tolerance of frames. Default: `0.005`.
   */
  speed?: number;
  /** Ten-node elements where possible: they bend without locking. Default: `true`. */
  tenNode?: boolean;
  /** False keeps everything split. Default: `true`. */
  adaptive?: boolean;
  /** Error that may be overlooked [m]; the longest side over 2000 if missing. */
  tolerance?: number;
  /** What the body starts with, when it is adaptive. Default: `"coarse"`. */
  start?: 'coarse' | 'fine';
  /**
   * What shades the elements where they are shown, at the start; hues tell levels. The studio can
   * change it while it runs. Default: `"stress"`.
   */
  shade?: 'stress' | 'stiffness';
}

/** The layered model. */
export interface LayersModelInput {
  /** Motion in layers, each adding detail to those below. */
  type: 'layers';
  /** The layers, coarsest first; the first moves the whole body. */
  layers: LayerInput[];
  /**
   * “full” solves the step, “prefactored” takes details as linear in their parents’ frames,
   * “coupled” is the slow reference. Default: `"full"`.
   */
  solve?: 'full' | 'prefactored' | 'coupled';
  /** Distance of contact points [m]; a twentieth of the longest side if missing. */
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
  /** A name of its own among the layers. */
  name: string;
}

export interface AffineLayerInput {
  /** Affine frames with smooth weights. */
  kind: 'affine';
  /** A name of its own among the layers. */
  name: string;
  /** How many frames. */
  frames: number;
  /** Integration points for the matter it bends; 12 a frame or mode if missing. */
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
  /** What slows it down. */
  damping?: AffineLayerMaterialDampingInput;
}

/** What slows it down. */
export interface AffineLayerMaterialDampingInput {
  /** Slows every motion [1/s]. Default: `0`. */
  mass?: number;
  /** Slows deformation [s]. Default: `0.005`. */
  stiffness?: number;
}

export interface FramesLayerInput {
  /** Affine frames that sleep while the motion does not need them; the first layer only. */
  kind: 'frames';
  /** A name of its own among the layers. */
  name: string;
  /** Frames in all, or how many there are at each level, coarsest first. Default: `15`. */
  frames?: number | Numbers;
  /** False keeps all frames awake. Default: `true`. */
  adaptive?: boolean;
  /**
   * Motion that may be overlooked, in body lengths a second and in parts of gravity. Default:
   * `0.05`.
   */
  tolerance?: number;
  /** Integration points for the matter it bends; 12 a frame or mode if missing. */
  points?: number;
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
}

export interface HexLayerInput {
  /** Finite elements on cubes, over the body or a part of it. */
  kind: 'hex';
  /** A name of its own among the layers. */
  name: string;
  /** Size of an element [m]; a quarter of the body’s thickness if missing. */
  cell?: number;
  /** Where the layer is, in the body’s own coordinates; all of the body if missing. */
  region?: ShapeInput;
  /**
   * How strain is found: by composing the layers’ gradients, or from the elements’ nodes;
   * “embedded” over layers that bend, if missing.
   */
  gradient?: 'composed' | 'embedded';
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
  /**
   * True takes all motion of coarser layers out of this one: right for shells. Default: `false`.
   */
  strict?: boolean;
}

export interface TetLayerInput {
  /** Finite elements on tetrahedra, over the body or a part of it. */
  kind: 'tet';
  /** A name of its own among the layers. */
  name: string;
  /** Size of an element [m]; a quarter of the body’s thickness if missing. */
  cell?: number;
  /** Where the layer is, in the body’s own coordinates; all of the body if missing. */
  region?: ShapeInput;
  /**
   * How strain is found: by composing the layers’ gradients, or from the elements’ nodes;
   * “embedded” over layers that bend, if missing.
   */
  gradient?: 'composed' | 'embedded';
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
  /**
   * True takes all motion of coarser layers out of this one: right for shells. Default: `false`.
   */
  strict?: boolean;
}

export interface ModesLayerInput {
  /** Linear vibration modes. */
  kind: 'modes';
  /** A name of its own among the layers. */
  name: string;
  /** How many modes to compute, slowest first. */
  count?: number;
  /** Modes of your own, instead of “count”; fitted between the places. */
  given?: GivenInput;
  /** Size of the elements the modes live on [m]; a quarter of the body’s thickness if missing. */
  cell?: number;
  /** Where the layer is, in the body’s own coordinates; all of the body if missing. */
  region?: ShapeInput;
  /** Integration points for the matter it bends; 12 a frame or mode if missing. */
  points?: number;
  /** Replaces the body’s material where this layer is. */
  material?: AffineLayerMaterialInput;
  /**
   * True takes all motion of coarser layers out of this one: right for shells. Default: `false`.
   */
  strict?: boolean;
}

/** Modes of your own, instead of “count”; fitted between the places. */
export interface GivenInput {
  /** Places at which the modes are known. */
  places: Vec3[];
  /** How all places move in each mode, in any scale. */
  shapes: Vec3[][];
}

export interface ShellLayerInput {
  /** A thin sheet that stretches and bends. */
  kind: 'shell';
  /** A name of its own among the layers. */
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
  /** True takes all motion of coarser layers out of this one: right for shells. Default: `true`. */
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
  /** How far its middle stands out of the plane of its edges [m]. */
  rise?: Vec3;
}

/** A part of a solid’s surface instead of a sheet: any curved rest shape. */
export interface SurfaceInput {
  /** A solid, in the body’s own coordinates. */
  shape: ShapeInput;
  /** The part of its surface that is taken. */
  region?: ShapeInput;
}

export interface ScriptLayerInput {
  /** Moves as keyframes say. */
  kind: 'script';
  /** A name of its own among the layers. */
  name: string;
  /** Where the body’s own origin is. */
  keyframes: KeyframeInput[];
}

export interface KeyframeInput {
  /** When [s]. */
  time: number;
  /** Where it is at that time [m]; as before if missing. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface SkeletonLayerInput {
  /** Moves as bones do, with smooth skinning. */
  kind: 'skeleton';
  /** A name of its own among the layers. */
  name: string;
  /** The bones. */
  bones: BoneInput[];
  /** An artist’s weights, as in a rigged mesh; they fall with the distance to bones if missing. */
  weights?: WeightsInput;
  /**
   * Part of the way from the bones to the skin that is soft. Adds a layer `NAME-flesh` that can be
   * muted like others.
   */
  flesh?: number;
  /**
   * Where flesh is another than `flesh` (none if that is missing): belly, cheeks, tail. Later ones
   * cover earlier ones.
   */
  fleshPatches?: FleshPatcheInput[];
  /** Of the flesh; if missing, it sags by about a quarter of a percent of the body’s size. */
  fleshMaterial?: AffineLayerMaterialInput;
}

export interface BoneInput {
  /** A name of its own among the bones. */
  name: string;
  /** One end at rest, in the body’s own coordinates [m]. */
  from: Vec3;
  /** The other end [m]. */
  to: Vec3;
  /** Where the body’s own origin would be, as far as this bone goes. */
  keyframes?: KeyframeInput[];
  /** A bone of a skeleton of the scene that moves it instead, as `skeleton.bone`. */
  bone?: string;
}

/** An artist’s weights, as in a rigged mesh; they fall with the distance to bones if missing. */
export interface WeightsInput {
  /** Places of the surface, in the body’s own coordinates [m]: three numbers each. */
  places: Numbers;
  /** Which of the bones above move each place, by number: equally many for each. */
  bones: Numbers;
  /** How much each of them does; made to add up to one. */
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
   * Does not deform. Of the material only density and damping by mass count; holding a region holds
   * it all.
   */
  type: 'rigid';
}

export interface AttachmentInput {
  /** Events release it as `body.attachment`. */
  name: string;
  /** What of the body is held, in the body’s own coordinates. */
  region: ShapeInput;
  /**
   * Where the body’s own origin would be, as far as the held part goes; it stays put if missing.
   */
  keyframes?: KeyframeInput[];
  /** A bone that moves the held part instead, as `skeleton.bone`. */
  bone?: string;
}

/**
 * Another mesh that is seen in place of the body’s own surface and rides on it, in the body’s own
 * coordinates; open or closed, as fine as you like.
 */
export interface BodySurfaceInput {
  /**
   * An OBJ, STL or PLY file beside the scene, or tetrahedra as Gmsh’s .msh, VTK’s .vtu or TetGen’s
   * .node and .ele; metres.
   */
  file?: string;
  /** Instead of a file: vertices [m], three numbers each. */
  positions?: Numbers;
  /** Instead of a file: three vertex indices a triangle, counter-clockwise from outside. */
  triangles?: Numbers;
  /** Factor on the vertices, for files in other units: 0.001 for millimetres. */
  scale?: number;
  /** Where the shape is [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

export interface ObstacleInput {
  /** A name of its own among the obstacles. */
  name: string;
  shape: ShapeInput;
  /** Where it is [m]. Default: `[0,0,0]`. */
  position?: Vec3;
  /**
   * Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. Default:
   * `[0,0,0]`.
   */
  rotation?: Vec3 | Vec4;
  /**
   * Coulomb’s coefficient; a contact takes √(one · other) of the two that touch. Default: `0.5`.
   */
  friction?: number;
  /**
   * How fast its surface runs along itself, like a conveyor belt’s, in its own axes [m/s]. Default:
   * `[0,0,0]`.
   */
  surfaceVelocity?: Vec3;
  /**
   * Part of the speed of a landing that comes back, 0 to 1; a contact takes the larger of the two
   * that touch. Slow landings do not bounce. Default: `0`.
   */
  restitution?: number;
  /** Groups it is in; at most 16 names in a scene. */
  groups?: string[];
  /** Groups it touches; everything if missing. Two things touch if each wants the other. */
  touches?: string[];
  /** True: it tells what is in it (`world.on("sensor")`) and pushes nothing. */
  sensor?: boolean;
  /** Motion over time: straight between keyframes, still before the first and after the last. */
  keyframes?: KeyframeInput[];
  /** When it appears [s]. Default: `0`. */
  from?: number;
  /** When it disappears [s]. */
  until?: number;
  /** How it is drawn: `#rrggbb`, or `#rrggbbaa` to see what is behind or in it. */
  color?: string;
}

export interface SkeletonInput {
  /** A name of its own among the skeletons. */
  name: string;
  /** Bones, parents before children. */
  bones: SkeletonBoneInput[];
  /**
   * Bones start and stop gently at every keyframe; false moves them at even speed. Default: `true`.
   */
  ease?: boolean;
  /** The motion starts again after this time [s]; the last keyframe holds if missing. */
  repeat?: number;
}

export interface SkeletonBoneInput {
  /** A name of its own among the bones. */
  name: string;
  /** A bone further up in the list that carries this one along. */
  parent?: string;
  /** Where it is hinged at rest, in the own coordinates of the bodies it moves [m]. */
  joint: Vec3;
  /** Turns about the joint and shifts of it, seen from the parent. */
  keyframes?: SkeletonBoneKeyframeInput[];
  /** Keyframes as flat arrays, instead of `keyframes`. */
  track?: TrackInput;
}

export interface SkeletonBoneKeyframeInput {
  /** When [s]. */
  time: number;
  /** Shift of the joint from its place at rest, seen from the parent [m]. */
  position?: Vec3;
  /** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
  rotation?: Vec3 | Vec4;
}

/** Keyframes as flat arrays, instead of `keyframes`. */
export interface TrackInput {
  /** When [s], in order; two keys at the same time make a jump. */
  times: Numbers;
  /** Shift of the joint from its place at rest, seen from the parent [m]: three numbers a key. */
  positions?: Numbers;
  /** Turn about the joint, seen from the parent: four numbers x, y, z, w a key. */
  quaternions?: Numbers;
}

export interface SpringInput {
  /** A name of its own; events release it by that. */
  name: string;
  /** A material point of a body (own coordinates), or a point of the world if no body is named. */
  a: EndInput;
  /** A material point of a body (own coordinates), or a point of the world if no body is named. */
  b: EndInput;
  /** Force per length [N/m]. */
  stiffness: number;
  /** Force per speed along it [N s/m]. Default: `0`. */
  damping?: number;
  /** Rest length [m]; as placed if missing. */
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
  /** A name of its own; events release it by that. */
  name: string;
  /**
   * “ball” holds a point, “hinge” lets turn about an axis, “slider” move along it, “weld” neither.
   */
  type: 'ball' | 'hinge' | 'weld' | 'slider';
  /** One end. */
  a: JointEndInput;
  /** The other end: a body, an obstacle, or the world if neither is named. */
  b?: JointEnd2Input;
  /** The axis of a hinge or slider, in the coordinates of a’s body. Default: `[0,1,0]`. */
  axis?: Vec3;
  /** Least position: degrees of a hinge, metres of a slider; 0 is as it was made. */
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
   * How far around its point it holds on to a soft body [m]; a tenth of the smaller body if
   * missing.
   */
  reach?: number;
  /** Whether what it joins may touch each other. Default: `false`. */
  touch?: boolean;
  /** Slows a hinge or slider without a motor, by so much at most [N m, N]. Default: `0`. */
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
  /** Where, in its own coordinates [m]; where end a is if missing. */
  point?: Vec3;
  /** The axis, in the coordinates of what it is fixed to; as the other end stands if missing. */
  axis?: Vec3;
  /**
   * A direction across the axis, in the coordinates of what it is fixed to; as the other end stands
   * if missing.
   */
  across?: Vec3;
}

/** Drives a hinge or a slider at a speed. */
export interface MotorInput {
  /** Of a relative to b: rad/s about the axis of a hinge, m/s along that of a slider. */
  speed: number;
  /** The most it may use: N m of a hinge, N of a slider. */
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
  /** How long [s]. */
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
  /** How long [s]. */
  duration: number;
  /** Of the pulling spring [N/m]; one that swings the whole body at 2 Hz if missing. */
  stiffness?: number;
}

export interface CutEventInput {
  do: 'cut';
  /** When it happens [s]. */
  at: number;
  /** The body that is cut. */
  body: string;
  /** Places of the blade’s edge, one after the other: what it sweeps between them is cut. */
  blade: (readonly [Vec3, Vec3])[];
}

export interface RefineEventInput {
  do: 'refine';
  /** When it happens [s]. */
  at: number;
  /** The body whose cells change. */
  body: string;
  /** Middle of the place, in the world [m]. */
  where: Vec3;
  /** How far around [m]. */
  radius: number;
  /** Levels finer than at the start; negative ones coarser, 0 as at the start. */
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
  /** The hinge or slider that is driven. */
  joint: string;
  /** Speed of its motor from now on. */
  speed: number;
  /** The most it may use from now on [N m, N]; as it is if missing, 0 for none. */
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
  /** Part of the layer’s motion that shows and touches. */
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
  /** Motion that may be overlooked from now on. */
  tolerance?: number;
  /** Where it is looked at from; null: from nowhere. */
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
   * For bodies that adapt to the camera: motion nearer than this counts fully [m]; half the way to
   * the target if missing.
   */
  near?: number;
  /** And beyond this least [m]; eight times `near` if missing. */
  far?: number;
}

export interface ImpulseEventInput {
  do: 'impulse';
  /** When it happens [s]. */
  at: number;
  /** The body that is kicked. */
  body: string;
  /** By how much its momentum changes [N s]. */
  impulse: Vec3;
  /** Where it acts, in the body’s own coordinates [m]; its centre if missing. */
  point?: Vec3;
  /** The same as a place of the world [m]. */
  where?: Vec3;
}

export interface TorqueEventInput {
  do: 'torque';
  /** When it happens [s]. */
  at: number;
  /** The body that is turned. */
  body: string;
  /** By how much its angular momentum changes [N m s]. */
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
  /** How fast it turns as a whole from now on [rad/s]. */
  spin: Vec3;
}

export interface GravityScaleEventInput {
  do: 'gravityScale';
  /** When it happens [s]. */
  at: number;
  /** The body it is about. */
  body: string;
  /** Factor on gravity: 0 floats. */
  scale: number;
}

export interface PauseEventInput {
  do: 'pause';
  /** When it happens [s]. */
  at: number;
  /** The body that stops or goes on. */
  body: string;
  /** False goes on. */
  paused?: boolean;
}

export interface WakeEventInput {
  do: 'wake';
  /** When it happens [s]. */
  at: number;
  /** The body that is woken. */
  body: string;
}

export interface RestEventInput {
  do: 'rest';
  /** When it happens [s]. */
  at: number;
  /** The body that is put to rest. */
  body: string;
}

export interface WindEventInput {
  do: 'wind';
  /** When it happens [s]. */
  at: number;
  /** Which wind; "wind" if missing. */
  name?: string;
  /** How fast the air moves [m/s]; the wind ends if missing. */
  velocity?: Vec3;
  /** Where it blows [m]; everywhere if missing. */
  where?: Vec3;
  /** How far around `where` [m]; 1 m if missing. */
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
