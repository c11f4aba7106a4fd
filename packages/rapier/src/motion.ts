import type { RigidBody, Rotation, SdpMatrix3, Vector } from '@dimforge/rapier3d-compat';
import type { GuestWeight } from 'pliant';

/** Where something is and how it moves, as arrays: what Rapier tells in single precision. */
export interface Motion {
  readonly position: Float64Array;
  readonly rotation: Float64Array;
  readonly velocity: Float64Array;
  readonly spin: Float64Array;
}

export function createMotion(): Motion {
  return {
    position: new Float64Array(3),
    rotation: Float64Array.of(0, 0, 0, 1),
    velocity: new Float64Array(3),
    spin: new Float64Array(3),
  };
}

/** Rapier writes into these: reading allocates nothing. */
const vector: Vector = { x: 0, y: 0, z: 0 };
const quaternion: Rotation = { x: 0, y: 0, z: 0, w: 1 };

export function take(out: Float64Array, { x, y, z }: Vector): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
}

export function takeRotation(out: Float64Array, { x, y, z, w }: Rotation): void {
  out[0] = x;
  out[1] = y;
  out[2] = z;
  out[3] = w;
}

/** Pose and velocities of a body now. */
export function readMotion(out: Motion, body: RigidBody): void {
  take(out.position, body.translation(vector));
  takeRotation(out.rotation, body.rotation(quaternion));
  take(out.velocity, body.linvel(vector));
  take(out.spin, body.angvel(vector));
}

/** Where a kinematic body will be at the end of Rapier's step of h seconds. */
export function readNext(next: Motion, body: RigidBody, now: Motion, h: number): void {
  if (!body.isKinematic()) {
    next.position.set(now.position);
    next.rotation.set(now.rotation);
    return;
  }
  const byVelocity = body.bodyType() === KINEMATIC_VELOCITY;
  if (!byVelocity) {
    take(next.position, body.nextTranslation(vector));
    takeRotation(next.rotation, body.nextRotation(quaternion));
    return;
  }
  for (let c = 0; c < 3; c++) next.position[c] = now.position[c] + h * now.velocity[c];
  turn(next.rotation, now.rotation, now.spin, h);
}

/** `RigidBodyType.KinematicVelocityBased` */
const KINEMATIC_VELOCITY = 3;

/** out = q after turning with angular velocity w for h seconds: q + ½ h w q, made a rotation again; right to third order in h w. */
function turn(out: Float64Array, q: Float64Array, w: Float64Array, h: number): void {
  const [x, y, z, s] = q;
  const [a, b, c] = w;
  const k = 0.5 * h;
  out[0] = x + k * (a * s + b * z - c * y);
  out[1] = y + k * (b * s + c * x - a * z);
  out[2] = z + k * (c * s + a * y - b * x);
  out[3] = s - k * (a * x + b * y + c * z);
  const length = Math.sqrt(out[0] ** 2 + out[1] ** 2 + out[2] ** 2 + out[3] ** 2);
  for (let i = 0; i < 4; i++) out[i] /= length;
}

/** Mass, centre and inertia of a body in its own coordinates, and the axes that are locked. */
export function weightOf(body: RigidBody): GuestWeight {
  const { x, y, z } = body.localCom();
  const free = body.effectiveInvMass();
  const locked = Uint8Array.of(...[free.x, free.y, free.z].map((m) => (m === 0 ? 1 : 0)), 0, 0, 0);
  const turns: SdpMatrix3 = body.effectiveWorldInvInertia();
  [turns.m11, turns.m22, turns.m33].forEach((i, axis) => {
    locked[3 + axis] = i === 0 ? 1 : 0;
  });
  return {
    mass: body.mass(),
    centre: [x, y, z],
    inertia: inertiaOf(body),
    locked: locked.includes(1) ? locked : null,
  };
}

/** R diag(principal) Rᵀ, row-major. */
function inertiaOf(body: RigidBody): Float64Array {
  const { x, y, z, w } = body.principalInertiaLocalFrame();
  const p = body.principalInertia();
  const axes = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
    [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
  ];
  const out = new Float64Array(9);
  [p.x, p.y, p.z].forEach((moment, k) => {
    for (let r = 0; r < 3; r++) {
      for (let c = 0; c < 3; c++) out[3 * r + c] += moment * axes[k][r] * axes[k][c];
    }
  });
  // A body whose turning is locked may tell no inertia at all: any will do, as long as it has one.
  for (let r = 0; r < 3; r++) if (!(out[4 * r] > 0)) out[4 * r] = body.mass();
  return out;
}
