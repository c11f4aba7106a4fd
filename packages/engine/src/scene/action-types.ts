import type { BodyInput, JointInput, ObstacleInput, SpringInput } from './generated/scene-input.ts';

/** A point of three coordinates [m], or another triple. */
export type Point = readonly [number, number, number];
/** Turns about the fixed x, then y, then z axis [degrees], or a quaternion [x, y, z, w]. */
export type Rotation = Point | readonly [number, number, number, number];

/** A camera as a scene or an action writes it; missing fields get defaults. Lengths [m], fov in degrees. */
export interface CameraInput {
  readonly eye: Point;
  readonly target: Point;
  readonly fov?: number;
  readonly near?: number;
  readonly far?: number;
}

/** Changes to a layer of a layered body. Changes fade in, so nothing jumps. */
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
 * Where an impulse acts: a material point (own coordinates) or a point in the world [m]; the centre of mass if both are
 * missing.
 */
export interface Where {
  point?: Point;
  where?: Point;
}

/** Changes to the material of a running body. */
export interface MaterialChange {
  /** Young’s modulus [Pa]. */
  young?: number;
  /** Poisson’s ratio, in models that have one. */
  poisson?: number;
  /** Factor on the resulting stiffness; 1 is the material's own. */
  stiffness?: number;
  /** By mass [1/s], by stiffness [s], by the air [kg/(m² s)]. */
  damping?: { mass?: number; stiffness?: number; air?: number };
  friction?: number;
  restitution?: number;
  rolling?: number;
}

/** A new pose; missing fields do not change. */
export interface PoseChange {
  position?: Point;
  rotation?: Rotation;
  /** Seconds until it is there, at constant speed; one step if missing. */
  seconds?: number;
}

/** Air that moves [m/s]: everywhere, or within `radius` [m] of a place, falling off smoothly. */
export interface WindChange {
  velocity: Point;
  where?: Point;
  radius?: number;
}

/**
 * An action on a running world, from a program, a scene's event or a replayed recording. Plain data, so that a run can
 * be recorded and repeated. `action-fields.ts` has the rules of each, `world/drive/actions` its effect.
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
  /** Changes momentum [N s] by exactly this, and angular momentum by its lever arm; the body moves as a whole. */
  | ({ do: 'impulse'; body: string; impulse: Point } & Where)
  /** Changes angular momentum [N m s] by exactly this. */
  | { do: 'torque'; body: string; torque: Point }
  /** Sets the velocity of the centre of mass [m/s]; rotation and vibration do not change. */
  | { do: 'velocity'; body: string; velocity: Point }
  /** Sets the angular velocity of the whole body [rad/s]. */
  | { do: 'spin'; body: string; spin: Point }
  /**
   * Moves the body, deformed and moving as it is, so that its own origin and axes (best rigid fit) have this pose.
   * `still` stops all motion.
   */
  | { do: 'place'; body: string; position?: Point; rotation?: Rotation; still?: boolean }
  /** Changes the material of a running body. */
  | ({ do: 'material'; body: string } & MaterialChange)
  /**
   * Sets the pose of an obstacle, an attachment (`body.attachment`) or a bone (`skeleton.bone`) at the end of the next
   * step.
   */
  | ({ do: 'pose'; obstacle?: string; attachment?: string; bone?: string } & PoseChange)
  /** Factor on gravity for one body. */
  | { do: 'gravityScale'; body: string; scale: number }
  /** Pauses a body, or continues it. A paused body is an obstacle to others, and keeps its momentum for later. */
  | { do: 'pause'; body: string; paused?: boolean }
  /** Wakes a sleeping body; puts one to sleep, without any motion, until something disturbs it. */
  | { do: 'wake'; body: string }
  | { do: 'rest'; body: string }
  /** Starts or changes the wind of that name; without `velocity` it ends. Acts through `damping.air`. */
  | ({ do: 'wind'; name?: string } & Partial<WindChange>)
  /** Releases an attachment (`body.attachment`), a spring or a joint. */
  | { do: 'release'; target: string }
  /** Sets the speed of a hinge's or slider's motor [rad/s, m/s], and its largest torque or force [N m, N]. */
  | { do: 'motor'; joint: string; speed: number; force?: number }
  /** Changes how a body adapts. */
  | {
      do: 'tune';
      body: string;
      adaptive?: boolean;
      tolerance?: number;
      camera?: CameraInput | null;
    }
  /** Cuts a body with the surface that a blade's edge sweeps: successive positions of its two ends [m]. */
  | { do: 'cut'; body: string; blade: readonly (readonly [Point, Point])[] }
  /** Makes cells near a point finer than at the start (coarser if negative). */
  | { do: 'refine'; body: string; where: Point; radius: number; levels: number }
  /** Changes a layer of a layered body. */
  | ({ do: 'layer'; body: string } & LayerChange)
  /** Shows a hidden obstacle again, or adds a new one, written as in a scene. */
  | { do: 'add'; obstacle: string | ObstacleInput }
  /**
   * Adds a body, written as in a scene. The contact tables are rebuilt; if memory is full, all bodies are recreated in
   * a larger block.
   */
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
