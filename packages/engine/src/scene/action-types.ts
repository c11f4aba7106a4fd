import type { BodyInput, JointInput, ObstacleInput, SpringInput } from './generated/scene-input.ts';

/** A point of three coordinates [m], or another triple. */
export type Point = readonly [number, number, number];
/** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
export type Rotation = Point | readonly [number, number, number, number];

/** A camera as a scene or an action gives it: what is missing is chosen. Lengths [m], fov in degrees. */
export interface CameraInput {
  readonly eye: Point;
  readonly target: Point;
  readonly fov?: number;
  readonly near?: number;
  readonly far?: number;
}

/** What can be changed about a layer of a layered body. Nothing jumps: what changes fades. */
export interface LayerChange {
  layer: string;
  mute?: boolean;
  solo?: boolean;
  weight?: number;
  stiffness?: number;
  damping?: number;
  order?: number;
  paint?: { point: readonly number[]; radius: number; value: number };
}

/**
 * Where a kick acts: a material point (own coordinates) or a place of the world [m]; the centre of mass if neither is
 * given.
 */
export interface Where {
  point?: Point;
  where?: Point;
}

/** What can be changed about the matter of a running body. */
export interface MaterialChange {
  /** Young’s modulus [Pa]. */
  young?: number;
  /** Poisson’s ratio, in models that have one. */
  poisson?: number;
  /** Factor on the stiffness that all this makes: 1 as the material says. */
  stiffness?: number;
  /** By mass [1/s], by stiffness [s], by the air [kg/(m² s)]. */
  damping?: { mass?: number; stiffness?: number; air?: number };
  friction?: number;
  restitution?: number;
}

/** Where something is to be; what is left out stays as it is. */
export interface PoseChange {
  position?: Point;
  rotation?: Rotation;
  /** Seconds until it is there, at even speed; one step if missing. */
  seconds?: number;
}

/** Air that moves [m/s]: everywhere, or within `radius` [m] of a place, falling off smoothly. */
export interface WindChange {
  velocity: Point;
  where?: Point;
  radius?: number;
}

/**
 * What can be done to a running world: by hand, by a scene’s events, or by a replayed recording. Plain data, so that a
 * run can be written down and repeated. Each stands in `action-fields.ts` with its rules, and in `world/actions` with
 * what it does.
 */
export type Action =
  /** New gravity [m/s²]. */
  | { do: 'gravity'; value: Point }
  /** Pulls a material point (the body’s own coordinates) towards a place in the world until dropped. */
  | { do: 'drag'; id: string; body: string; point: Point; to: Point; stiffness?: number }
  | { do: 'move'; id: string; to: Point }
  | { do: 'drop'; id: string }
  /** Constant force [N] on a material point for some seconds. */
  | { do: 'force'; body: string; point: Point; force: Point; duration: number }
  /** Like a drag, for some seconds. */
  | { do: 'pull'; body: string; point: Point; to: Point; duration: number; stiffness?: number }
  /**
   * Changes momentum [N s] by exactly this, and angular momentum by what the place gives it; the body moves as a whole.
   */
  | ({ do: 'impulse'; body: string; impulse: Point } & Where)
  /** Changes angular momentum [N m s] by exactly this. */
  | { do: 'torque'; body: string; torque: Point }
  /** Sets the velocity of the centre of mass [m/s]; how the body turns and swings stays. */
  | { do: 'velocity'; body: string; velocity: Point }
  /** Sets how fast the body turns as a whole [rad/s]. */
  | { do: 'spin'; body: string; spin: Point }
  /**
   * Puts the body elsewhere as it is, deformed and moving: its own origin and axes, as well as they fit. `still` stops
   * all motion.
   */
  | { do: 'place'; body: string; position?: Point; rotation?: Rotation; still?: boolean }
  /** Changes what a running body is made of. */
  | ({ do: 'material'; body: string } & MaterialChange)
  /**
   * Where an obstacle, an attachment (`body.attachment`) or a bone (`skeleton.bone`) is at the end of the next step.
   */
  | ({ do: 'pose'; obstacle?: string; attachment?: string; bone?: string } & PoseChange)
  /** Factor on gravity for one body. */
  | { do: 'gravityScale'; body: string; scale: number }
  /** Stops computing a body, or goes on. While paused it is an obstacle to others, and keeps its momentum for later. */
  | { do: 'pause'; body: string; paused?: boolean }
  /** Wakes a sleeping body; puts one to sleep, without any motion, until something disturbs it. */
  | { do: 'wake'; body: string }
  | { do: 'rest'; body: string }
  /** Wind of that name from now on; without `velocity` it ends. Acts through `damping.air`. */
  | ({ do: 'wind'; name?: string } & Partial<WindChange>)
  /** Lets an attachment (`body.attachment`), a spring or a joint go. */
  | { do: 'release'; target: string }
  /** Sets the speed of a hinge's or slider's motor [rad/s, m/s], and the most it may use [N m, N]. */
  | { do: 'motor'; joint: string; speed: number; force?: number }
  /** Changes how a body adapts. */
  | {
      do: 'tune';
      body: string;
      adaptive?: boolean;
      tolerance?: number;
      camera?: CameraInput | null;
    }
  /** Cuts a body with the surface that a blade’s edge sweeps: places of its two ends [m], one after the other. */
  | { do: 'cut'; body: string; blade: readonly (readonly [Point, Point])[] }
  /** Finer (coarser if negative) cells than at the start near a place. */
  | { do: 'refine'; body: string; where: Point; radius: number; levels: number }
  /** Changes a layer of a layered body. */
  | ({ do: 'layer'; body: string } & LayerChange)
  /** An obstacle that was hidden appears again, or a new one as a scene would write it. */
  | { do: 'add'; obstacle: string | ObstacleInput }
  /** Another body. Memory is reserved again, which takes as long as creating the world. */
  | { do: 'add'; body: BodyInput }
  | { do: 'add'; spring: SpringInput }
  | { do: 'add'; joint: JointInput }
  | { do: 'remove'; obstacle: string }
  | { do: 'remove'; body: string }
  | { do: 'remove'; spring: string }
  | { do: 'remove'; joint: string };

export type ActionName = Action['do'];
/** The action of a name. */
export type ActionOf<N extends ActionName> = Extract<Action, { do: N }>;
