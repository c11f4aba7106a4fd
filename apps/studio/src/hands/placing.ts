import { Euler, MathUtils, Quaternion, Vector3 } from 'three';
import type { Json } from '../document/json.ts';

/** Digits after the point of metres and degrees that a hand has set. */
const METRES = 4;
const DEGREES = 2;

const { degToRad: radians, radToDeg: degrees } = MathUtils;

/** Where the middle of a body is, and how it is turned, if the scene puts the body's own origin so. */
export function placementTo(
  middle: Vector3,
  position: Json | undefined,
  rotation: Json | undefined,
): { at: Vector3; turn: Quaternion } {
  const [x, y, z, w] = (rotation ?? [0, 0, 0]) as readonly number[];
  const turn =
    w === undefined
      ? new Quaternion().setFromEuler(new Euler(radians(x), radians(y), radians(z), 'ZYX'))
      : new Quaternion(x, y, z, w).normalize();
  const at = new Vector3(...((position ?? [0, 0, 0]) as readonly number[]));
  return { at: at.add(middle.clone().applyQuaternion(turn)), turn };
}

/** What the scene says of a body whose middle is there and that is turned so: the inverse of `placementTo`. */
export function placementFrom(
  middle: Vector3,
  { position: at, quaternion: turn }: { position: Vector3; quaternion: Quaternion },
): { position: number[]; rotation: number[] } {
  const { x, y, z } = new Euler().setFromQuaternion(turn, 'ZYX');
  const origin = at.clone().sub(middle.clone().applyQuaternion(turn));
  const short = (value: number, digits: number): number => Number(value.toFixed(digits)) + 0;
  return {
    position: origin.toArray().map((c) => short(c, METRES)),
    rotation: [x, y, z].map((angle) => short(degrees(angle), DEGREES)),
  };
}
