import { Box3, PerspectiveCamera, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { cornersOf, frameScene } from '../src/view/framing.ts';

const camera = { eye: [1.2, 0.9, 2.4], target: [0, 0.4, 0], fov: 36 } as const;
const box = new Box3(new Vector3(-0.5, 0, -0.3), new Vector3(0.5, 1, 0.3));

/** Where a corner is in a picture, −1 to 1, farthest from the middle. */
function outermost(
  width: number,
  height: number,
  shown = box,
): { reach: number; distance: number } {
  const eye = new PerspectiveCamera(36, width / height);
  const target = new Vector3();
  frameScene(eye, target, camera, shown, [cornersOf(shown)], { left: 0, top: 0, width, height });
  eye.lookAt(target);
  eye.updateMatrixWorld(true);
  eye.updateProjectionMatrix();
  let reach = 0;
  for (const x of [shown.min.x, shown.max.x]) {
    for (const y of [shown.min.y, shown.max.y]) {
      for (const z of [shown.min.z, shown.max.z]) {
        const at = new Vector3(x, y, z).project(eye);
        reach = Math.max(reach, Math.abs(at.x), Math.abs(at.y));
      }
    }
  }
  return { reach, distance: eye.position.distanceTo(target) };
}

it('a narrow window sees everything, from no farther than that takes', () => {
  const { reach, distance } = outermost(370, 480);
  expect(reach).toBeLessThan(0.9);
  expect(reach).toBeGreaterThan(0.8);
  expect(distance).toBeGreaterThan(outermost(800, 500).distance);
});

it('a narrow window goes nearer to what is small', () => {
  const small = box.clone().expandByScalar(-0.12);
  const { reach, distance } = outermost(370, 480, small);
  expect(reach).toBeGreaterThan(0.8);
  expect(reach).toBeLessThan(0.9);
  expect(distance).toBeLessThan(outermost(370, 480).distance);
});

it('a wide window sees what the scene asks for', () => {
  const asked = new Vector3(...camera.eye).distanceTo(new Vector3(...camera.target));
  expect(outermost(800, 500).distance).toBeCloseTo(asked, 12);
});
