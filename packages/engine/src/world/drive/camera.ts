import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import type { Camera } from '../../models/views.ts';
import type { CameraInput } from '../../scene/action-types.ts';
import { DEPTH } from '../numbers.ts';

/**
 * Fills in missing fields: near is half the distance to the target, far eight times that. Throws on an impossible
 * camera.
 */
export function completeCamera(camera: CameraInput): Camera {
  const { eye, target, fov = 40 } = camera;
  for (const [name, point] of [
    ['eye', eye],
    ['target', target],
  ] as const) {
    check(
      Array.isArray(point) && point.length === 3 && point.every(Number.isFinite),
      () => `must be three finite numbers, got ${show(point)}. Write [x, y, z].`,
      `camera.${name}`,
    );
  }
  const view = target.map((t, d) => t - eye[d]);
  const distance = Math.sqrt(view[0] * view[0] + view[1] * view[1] + view[2] * view[2]);
  check(
    distance > 0,
    () => 'must be another point than "eye", got the same. Move one of them.',
    'camera.target',
  );
  check(
    fov > 0 && fov < 180,
    () => `must be from 0 to 180 degrees, got ${fov}. Take 40.`,
    'camera.fov',
  );
  const near = camera.near ?? distance / 2;
  check(
    near > 0 && near < 1e9,
    () => `must be a positive length, got ${near}. Take 0.1.`,
    'camera.near',
  );
  const far = camera.far ?? DEPTH * near;
  check(
    far > near && far < 1e12,
    () => `must be larger than "near" (${near}), got ${far}. Make it larger.`,
    'camera.far',
  );
  return { eye, target, fov, near, far };
}
