import type {
  Action,
  MaterialChange,
  Point,
  PoseChange,
  Rotation,
  Where,
} from '../../scene/action-types.ts';

/** Actions on a body, as methods. */
export interface BodyDeeds {
  /** Changes its momentum [N s] by exactly this, at its centre or at the given point. */
  impulse(impulse: Point, where?: Where): void;
  /** Changes its angular momentum [N m s] by exactly this. */
  torque(torque: Point): void;
  /** Constant force [N] on a material point for some seconds. */
  force(force: Point, point: Point, duration: number): void;
  /** Sets the velocity of its centre of mass [m/s]. */
  setVelocity(velocity: Point): void;
  /** Sets its angular velocity [rad/s]. */
  setSpin(spin: Point): void;
  /** Moves it, deformed and moving as it is, to this position of its own origin [m] and rotation. `still` stops it. */
  place(position?: Point, rotation?: Rotation, options?: { still?: boolean }): void;
  /** Changes its material. */
  setMaterial(change: MaterialChange): void;
  setGravityScale(scale: number): void;
  /** Pauses or continues it. */
  pause(paused?: boolean): void;
  wake(): void;
  rest(): void;
  /** Removes it from the world. */
  remove(): void;
}

/** A thing that a program can move: it reaches the pose at the end of the next step, or after `seconds`. */
export interface Movable {
  readonly name: string;
  moveTo(pose: PoseChange): void;
}

export interface BoneHandle extends Movable {
  /** A 3×4 map from rest to now, in its skeleton's own coordinates. */
  readonly pose: Float64Array;
}

export interface ObstacleHandle extends Movable {
  /** Its pose now: a 3×4 map. */
  readonly pose: Float64Array;
  /** The same between the last two states: 0 the one before, 1 now. For drawing with `world.alpha`. */
  poseAt(alpha: number): Float64Array;
  readonly present: boolean;
  /** Shows it again, or hides it. */
  show(present?: boolean): void;
}

export interface AttachmentHandle extends Movable {
  readonly held: boolean;
  /** The pose that the held part gives the body's own origin now, a 3×4 map; that of the start if nothing moved it. */
  readonly pose: Float64Array;
  release(): void;
}

export interface SpringHandle {
  readonly name: string;
  readonly holds: boolean;
  /** Releases it; `remove` also removes it from the world and frees its name. */
  release(): void;
  remove(): void;
}

export interface JointHandle {
  readonly name: string;
  readonly holds: boolean;
  /** Position of a hinge [degrees] or slider [m]. */
  readonly position: number;
  /**
   * Four points around the joint on either side now [m], shape [4, 3] each. While it holds the first ones coincide, of
   * a hinge the first two, of a weld all four; of a slider they lie on one line.
   */
  readonly ends: readonly [Float64Array, Float64Array];
  /** Its load in the last step [N, N m]; 0 once it holds no more. */
  readonly force: number;
  readonly torque: number;
  /** Drives a hinge [rad/s] or slider [m/s], with at most this torque or force [N m, N]. */
  setMotor(speed: number, force?: number): void;
  /** Releases it; `remove` also removes it from the world and frees its name. */
  release(): void;
  remove(): void;
}

type Apply = (action: Action) => void;

/** Actions on attachments, springs and joints, as methods; a handle's own fields come beside them. */
export const attachmentDeeds = (name: string, apply: Apply) => ({
  name,
  moveTo: (pose: PoseChange) => apply({ do: 'pose', attachment: name, ...pose }),
  release: () => apply({ do: 'release', target: name }),
});

export const boneDeeds = (name: string, apply: Apply) => ({
  name,
  moveTo: (pose: PoseChange) => apply({ do: 'pose', bone: name, ...pose }),
});

export const springDeeds = (name: string, apply: Apply) => ({
  name,
  release: () => apply({ do: 'release', target: name }),
  remove: () => apply({ do: 'remove', spring: name }),
});

export const jointDeeds = (name: string, apply: Apply) => ({
  name,
  setMotor: (speed: number, force?: number) => apply({ do: 'motor', joint: name, speed, force }),
  release: () => apply({ do: 'release', target: name }),
  remove: () => apply({ do: 'remove', joint: name }),
});

export function bodyDeeds(body: string, apply: Apply): BodyDeeds {
  return {
    impulse: (impulse, where) => apply({ do: 'impulse', body, impulse, ...where }),
    torque: (torque) => apply({ do: 'torque', body, torque }),
    force: (force, point, duration) => apply({ do: 'force', body, point, force, duration }),
    setVelocity: (velocity) => apply({ do: 'velocity', body, velocity }),
    setSpin: (spin) => apply({ do: 'spin', body, spin }),
    place: (position, rotation, options) =>
      apply({ do: 'place', body, position, rotation, ...options }),
    setMaterial: (change) => apply({ do: 'material', body, ...change }),
    setGravityScale: (scale) => apply({ do: 'gravityScale', body, scale }),
    pause: (paused) => apply({ do: 'pause', body, paused }),
    wake: () => apply({ do: 'wake', body }),
    rest: () => apply({ do: 'rest', body }),
    remove: () => apply({ do: 'remove', body }),
  };
}
