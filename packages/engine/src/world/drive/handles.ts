import type {
  Action,
  MaterialChange,
  Point,
  PoseChange,
  Rotation,
  Where,
} from '../../scene/action-types.ts';

/** What a program can do to a body: each is the action of that name. */
export interface BodyDeeds {
  /** Changes its momentum [N s] by exactly this, at its centre or where it is told. */
  impulse(impulse: Point, where?: Where): void;
  /** Changes its angular momentum [N m s] by exactly this. */
  torque(torque: Point): void;
  /** Constant force [N] on a material point for some seconds. */
  force(force: Point, point: Point, duration: number): void;
  /** Sets the velocity of its centre of mass [m/s]. */
  setVelocity(velocity: Point): void;
  /** Sets how fast it turns as a whole [rad/s]. */
  setSpin(spin: Point): void;
  /** Puts it elsewhere as it is: its own origin [m], and turned so. `still` stops it. */
  place(position?: Point, rotation?: Rotation, options?: { still?: boolean }): void;
  /** Changes what it is made of. */
  setMaterial(change: MaterialChange): void;
  setGravityScale(scale: number): void;
  /** Stops computing it, or goes on. */
  pause(paused?: boolean): void;
  wake(): void;
  rest(): void;
  /** Takes it out of the world. */
  remove(): void;
}

/** Something that a program can move: it is there at the end of the next step, or after `seconds`. */
export interface Movable {
  readonly name: string;
  moveTo(pose: PoseChange): void;
}

export interface ObstacleHandle extends Movable {
  /** Where it is now: a 3×4 map. */
  readonly pose: Float64Array;
  readonly present: boolean;
  /** Shows it again, or hides it. */
  show(present?: boolean): void;
}

export interface AttachmentHandle extends Movable {
  readonly held: boolean;
  release(): void;
}

export interface SpringHandle {
  readonly name: string;
  readonly holds: boolean;
  /** Lets it go; `remove` takes it out of the world, too, and frees its name. */
  release(): void;
  remove(): void;
}

export interface JointHandle {
  readonly name: string;
  readonly holds: boolean;
  /** Where a hinge [degrees] or slider [m] is. */
  readonly position: number;
  /** Four places around the joint on either side now [m], shape [4, 3] each: they coincide where it holds. */
  readonly ends: readonly [Float64Array, Float64Array];
  /** What it bore in the last step [N, N m]. */
  readonly force: number;
  readonly torque: number;
  /** Drives a hinge [rad/s] or slider [m/s], with at most so much [N m, N]. */
  setMotor(speed: number, force?: number): void;
  /** Lets go; `remove` takes it out of the world, too, and frees its name. */
  release(): void;
  remove(): void;
}

type Apply = (action: Action) => void;

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
