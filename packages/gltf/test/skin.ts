import type { SceneInput } from 'pliant';
import type { Imported } from '../src/index.ts';

type Skeleton = NonNullable<SceneInput['skeletons']>[number];

/** Where the bones of a scene take the material at a time, by the words of the scene format: 3×4 maps. */
export function poseBones(skeleton: Skeleton, time: number): number[][] {
  const poses: number[][] = [];
  const t = skeleton.repeat ? time - skeleton.repeat * Math.floor(time / skeleton.repeat) : time;
  skeleton.bones.forEach((bone) => {
    const local = bone.track
      ? poseAt(bone.track, t, bone.joint)
      : [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    const parent = skeleton.bones.findIndex(({ name }) => name === bone.parent);
    poses.push(parent < 0 ? local : compose(poses[parent], local));
  });
  return poses;
}

function poseAt(
  track: NonNullable<Skeleton['bones'][number]['track']>,
  t: number,
  joint: readonly number[],
): number[] {
  const { times } = track;
  let k = 0;
  while (k + 1 < times.length && times[k + 1] <= t) k++;
  const next = Math.min(k + 1, times.length - 1);
  const span = times[next] - times[k];
  const part = span > 0 ? Math.min(1, Math.max(0, (t - times[k]) / span)) : 0;
  const quaternions = track.quaternions!;
  const a = quaternions.slice(4 * k, 4 * k + 4);
  let b = quaternions.slice(4 * next, 4 * next + 4);
  let dot = a.reduce((sum, c, i) => sum + c * b[i], 0);
  if (dot < 0) {
    b = b.map((c) => -c);
    dot = -dot;
  }
  const angle = Math.acos(Math.min(1, dot));
  const s = Math.sin(angle);
  const [wa, wb] =
    s < 1e-7 ? [1 - part, part] : [Math.sin((1 - part) * angle) / s, Math.sin(part * angle) / s];
  const [x, y, z, w] = a.map((c, i) => wa * c + wb * b[i]);
  const r = [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
  const out: number[] = [];
  for (let i = 0; i < 3; i++) {
    const [p, q] = [track.positions![3 * k + i], track.positions![3 * next + i]];
    const turned = r[3 * i] * joint[0] + r[3 * i + 1] * joint[1] + r[3 * i + 2] * joint[2];
    out.push(r[3 * i], r[3 * i + 1], r[3 * i + 2], p + part * (q - p) + joint[i] - turned);
  }
  return out;
}

function compose(a: readonly number[], b: readonly number[]): number[] {
  const out: number[] = [];
  for (let i = 0; i < 3; i++) {
    for (let c = 0; c < 4; c++) {
      let sum = c === 3 ? a[4 * i + 3] : 0;
      for (let k = 0; k < 3; k++) sum += a[4 * i + k] * b[4 * k + c];
      out.push(sum);
    }
  }
  return out;
}

/** The imported skin at a time: linear blend skinning with the file's weights and the scene's bones. */
export function skinned({ scene, drawn }: Imported, time: number, m = 0): Float64Array {
  const { positions, source, rig } = drawn[m];
  const poses = poseBones(scene.skeletons!.find(({ name }) => name === rig!.name)!, time);
  const out = new Float64Array(positions.length);
  for (let v = 0; v < positions.length / 3; v++) {
    for (let k = 0; k < source.influences; k++) {
      const o = source.influences * v + k;
      const pose = poses[rig!.boneOf[source.joints[o]]];
      for (let i = 0; i < 3; i++) {
        let sum = pose[4 * i + 3];
        for (let c = 0; c < 3; c++) sum += pose[4 * i + c] * positions[3 * v + c];
        out[3 * v + i] += source.weights[o] * sum;
      }
    }
  }
  return out;
}

export function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let most = 0;
  for (let i = 0; i < a.length; i++) most = Math.max(most, Math.abs(a[i] - b[i]));
  return a.length === b.length ? most : Infinity;
}
