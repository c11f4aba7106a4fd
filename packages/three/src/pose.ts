import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from 'three';

/** The engine's 3×4 row-major affine map as a three.js matrix. Writes into `out`. */
export function poseMatrix(pose: ArrayLike<number>, out: Matrix4 = new Matrix4()): Matrix4 {
  // biome-ignore format: a matrix reads as rows
  return out.set(
    pose[0], pose[1], pose[2], pose[3],
    pose[4], pose[5], pose[6], pose[7],
    pose[8], pose[9], pose[10], pose[11],
    0, 0, 0, 1,
  );
}

/** Where a shape is put: turned about the fixed x, y, z axes [degrees], then moved [m]. */
export function placementMatrix(placement: {
  position?: readonly number[];
  rotation?: readonly number[];
}): Matrix4 {
  const { rotation = [0, 0, 0] } = placement;
  const [x, y, z] = rotation.map(MathUtils.degToRad);
  const matrix =
    rotation.length === 4
      ? new Matrix4().makeRotationFromQuaternion(new Quaternion().fromArray(rotation).normalize())
      : // Fixed x, then y, then z is Rz·Ry·Rx, which three.js names by its factors.
        new Matrix4().makeRotationFromEuler(new Euler(x, y, z, 'ZYX'));
  return matrix.setPosition(new Vector3().fromArray(placement.position ?? [0, 0, 0]));
}

/** out[o..o+16) = the 3×4 row-major map at p with its axes times `scale`, as three.js has it: column by column. */
export function writePose(
  out: Float32Array,
  o: number,
  pose: Float32Array,
  p: number,
  scale: number,
): void {
  for (let c = 0; c < 3; c++) {
    for (let r = 0; r < 3; r++) out[o + 4 * c + r] = scale * pose[p + 4 * r + c];
    out[o + 4 * c + 3] = 0;
    out[o + 12 + c] = pose[p + 4 * c + 3];
  }
  out[o + 15] = 1;
}
