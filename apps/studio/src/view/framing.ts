import { Box3, MathUtils, type PerspectiveCamera, Sphere, Vector3 } from 'three';
import type { SceneInfo } from '../protocol.ts';

/** A part of the window [px], such as the one that no panel covers: where the scene should be. */
export interface Free {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** From where a scene without a camera is seen. */
const VIEW = new Vector3(0.55, 0.38, 1).normalize();
/** Shape of the picture that scenes' cameras are meant for, width over height. */
const MEANT_ASPECT = 1.35;
/** How near a narrow window may go, of the distance that the scene asks for. */
const NEAREST = 0.7;

/** Bounds of all bodies at the start [m]; something the size of a hand if there are none. */
export function bodyBounds(arrays: readonly Float32Array[]): Box3 {
  const box = new Box3();
  const point = new Vector3();
  for (const positions of arrays) {
    for (let i = 0; i < positions.length; i += 3) box.expandByPoint(point.fromArray(positions, i));
  }
  if (box.isEmpty()) box.set(new Vector3(-0.2, -0.2, -0.2), new Vector3(0.2, 0.2, 0.2));
  return box;
}

/** Corners of a box, x, y and z of each. */
export function cornersOf({ min, max }: Box3): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((i) => [
    i & 1 ? max.x : min.x,
    i & 2 ? max.y : min.y,
    i & 4 ? max.z : min.z,
  ]);
}

/**
 * Puts the camera where the scene asks, or so that all bodies are well in the picture. Sets `target`. `seen`: places that are to be in the
 * picture, three numbers each.
 */
export function frameScene(
  camera: PerspectiveCamera,
  target: Vector3,
  wanted: SceneInfo['camera'],
  bounds: Box3,
  seen: readonly ArrayLike<number>[],
  free: Free,
): void {
  const aspect = free.width / free.height;
  const sphere = bounds.getBoundingSphere(new Sphere());
  camera.fov = wanted?.fov ?? 36;
  if (wanted !== undefined) {
    target.fromArray(wanted.target);
    const back = new Vector3().fromArray(wanted.eye).sub(target);
    // A narrow window shows as much from side to side, from farther away; no farther than it takes to see everything, and nearer if that does.
    const farther = Math.max(1, MEANT_ASPECT / aspect);
    const least = aspect < MEANT_ASPECT ? NEAREST : 1;
    const enough = Math.max(least, distanceToSee(seen, target, back, camera.fov, aspect));
    camera.position.copy(target).addScaledVector(back, Math.min(farther, enough));
  } else {
    target.copy(sphere.center);
    const half = MathUtils.degToRad(camera.fov) / 2;
    const narrow = Math.min(1, aspect);
    const distance = (1.5 * sphere.radius) / (Math.tan(half) * narrow);
    camera.position.copy(target).addScaledVector(VIEW, distance);
  }
  const distance = camera.position.distanceTo(target);
  camera.near = distance / 100;
  camera.far = distance * 100;
}

/** Looks at a box along `back`, from where it just fits into the free part. Sets `target`. */
export function frameBox(
  camera: PerspectiveCamera,
  target: Vector3,
  box: Box3,
  back: Vector3,
  free: Free,
): void {
  box.getCenter(target);
  const aspect = free.width / free.height;
  const enough = distanceToSee([cornersOf(box)], target, back, camera.fov, aspect);
  camera.position.copy(target).addScaledVector(back, enough);
  const distance = camera.position.distanceTo(target);
  camera.near = distance / 100;
  camera.far = distance * 100;
}

/** How much of the half picture a scene may fill. */
const FILL = 0.88;

/** From how far along `back`, in lengths of it, all places are seen. */
function distanceToSee(
  seen: readonly ArrayLike<number>[],
  target: Vector3,
  back: Vector3,
  fov: number,
  aspect: number,
): number {
  const depth = back.clone().normalize();
  const right = new Vector3(0, 1, 0).cross(depth).normalize();
  const up = depth.clone().cross(right);
  const tall = FILL * Math.tan(MathUtils.degToRad(fov) / 2);
  const at = new Vector3();
  let most = 0;
  for (const places of seen) {
    for (let i = 0; i < places.length; i += 3) {
      at.fromArray(places as number[], i).sub(target);
      const beside = Math.abs(at.dot(right)) / (tall * aspect);
      const above = Math.abs(at.dot(up)) / tall;
      most = Math.max(most, Math.max(beside, above) + at.dot(depth));
    }
  }
  return most / back.length();
}

/**
 * Moves the middle of the picture to the middle of its free part, keeping its height in degrees. `frame` is the picture's own place
 * in the window [px]; `shrink` is a factor on what is drawn.
 */
export function fitToFree(camera: PerspectiveCamera, frame: Free, free: Free, shrink = 1): void {
  const { width, height } = frame;
  const x = free.left + free.width / 2 - frame.left - width / 2;
  const y = free.top + free.height / 2 - frame.top - height / 2;
  camera.aspect = width / height;
  // The field of view is that of the free part: the whole window sees more.
  camera.zoom = (shrink * free.height) / height;
  camera.setViewOffset(width, height, -x, -y, width, height);
  camera.updateProjectionMatrix();
}

/** How much smaller things are drawn in a part of the free window than its height alone asks, so that what fits into all of it fits there. */
export function shrinkFor(part: Free, free: Free): number {
  return Math.min(1, fillOf(part) / fillOf(free));
}

/** How much of the height counts: in a narrow window, what fits from side to side. */
function fillOf({ width, height }: Free): number {
  return Math.min(width / height, MEANT_ASPECT);
}

/** Room over a picture for its numbers, where two stand one above the other [px]. */
const NUMBERS = 46;

/** Two halves side by side; one above the other, below their numbers, if it is taller than wide. */
export function halvesOf({ left, top, width, height }: Free): [Free, Free] {
  if (width >= height) {
    const half = width / 2;
    return [
      { left, top, width: half, height },
      { left: left + half, top, width: half, height },
    ];
  }
  const half = height / 2;
  const rest = Math.max(half / 2, half - NUMBERS);
  return [
    { left, top: top + half - rest, width, height: rest },
    { left, top: top + height - rest, width, height: rest },
  ];
}

/** The window cut where its free part is cut in half. */
export function cutLike(window: Free, free: Free): [Free, Free] {
  const { left, top, width, height } = window;
  if (free.width >= free.height) {
    const cut = Math.round(free.left + free.width / 2 - left);
    return [
      { left, top, width: cut, height },
      { left: left + cut, top, width: width - cut, height },
    ];
  }
  const cut = Math.round(free.top + free.height / 2 - top);
  return [
    { left, top, width, height: cut },
    { left, top: top + cut, width, height: height - cut },
  ];
}
