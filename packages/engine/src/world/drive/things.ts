import { checkAlpha } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import { composeAffine } from '../../math/affine.ts';
import type { Action } from '../../scene/action-types.ts';
import type { LiveHold } from '../live.ts';
import type { WorldCore } from '../types.ts';
import { checkName, holdsNamed, jointNamed, obstacleNamed } from './actions/find.ts';
import {
  type AttachmentHandle,
  attachmentDeeds,
  type BoneHandle,
  boneDeeds,
  type JointHandle,
  jointDeeds,
  type ObstacleHandle,
  type SpringHandle,
  springDeeds,
} from './handles.ts';
import type { ObstaclePoses } from './obstacle-poses.ts';
import { boneNamed, poseSkeleton } from './skeleton.ts';
import { samplePose } from './tracks.ts';

/**
 * Creates the handles of obstacles, attachments, bones, springs and joints, by name. A handle looks up its thing at
 * each call.
 */
export function createThings(
  core: WorldCore,
  poses: ObstaclePoses,
  apply: (action: Action) => void,
) {
  return {
    obstacle(which: number | string): ObstacleHandle {
      const name = typeof which === 'number' ? core.scene.obstacles[which]?.name : which;
      check(
        name !== undefined,
        () =>
          `must be from 0 to ${core.scene.obstacles.length - 1}, got ${show(which)}. See scene.obstacles.`,
        'obstacle',
      );
      obstacleNamed(core, name);
      const between = new Float64Array(12);
      return {
        name,
        get pose() {
          return obstacleNamed(core, name).nextPose;
        },
        poseAt: (alpha) => poses.at(between, obstacleNamed(core, name), checkAlpha(alpha)),
        get present() {
          return obstacleNamed(core, name).present;
        },
        moveTo: (pose) => apply({ do: 'pose', obstacle: name, ...pose }),
        show: (present = true) =>
          apply(present ? { do: 'add', obstacle: name } : { do: 'remove', obstacle: name }),
      };
    },
    attachment(name: string): AttachmentHandle {
      holdsNamed(core, name, 'attachment');
      return {
        ...attachmentDeeds(name, apply),
        get held() {
          return holdsNamed(core, name, 'attachment').some(
            ({ live, index }) => live.holds[index].held,
          );
        },
        get pose() {
          const [{ live, index }] = holdsNamed(core, name, 'attachment');
          return holdPose(live.holds[index], core.time);
        },
      };
    },
    bone(name: string): BoneHandle {
      const known = core.skeletons.flatMap((s) => s.bones.map((bone) => `${s.name}.${bone}`));
      checkName(known.includes(name), 'bone', name, known, 'bone');
      return {
        ...boneDeeds(name, apply),
        get pose() {
          const { skeleton, index } = boneNamed(core.skeletons, name);
          poseSkeleton(skeleton, core.time);
          return skeleton.poses.slice(12 * index, 12 * index + 12);
        },
      };
    },
    joint(name: string): JointHandle {
      const find = () => jointNamed(core, name, 'joint');
      find();
      return {
        ...jointDeeds(name, apply),
        get holds() {
          return core.joints.some((j) => j.name === name && j.on);
        },
        get position() {
          return find().position();
        },
        get ends() {
          const joint = find();
          joint.look();
          return [joint.ends[0].x.slice(), joint.ends[1].x.slice()] as const;
        },
        get force() {
          return find().load[0];
        },
        get torque() {
          return find().load[1];
        },
      };
    },
    spring(name: string): SpringHandle {
      const find = () => core.springs.find((s) => s.name === name);
      const known = core.springs.map((s) => s.name);
      checkName(find() !== undefined, 'spring', name, known, 'spring');
      return {
        ...springDeeds(name, apply),
        get holds() {
          return find()?.on === true;
        },
      };
    },
  };
}

/** The pose of a held region at a time [s], where a step that ends then leaves it. */
function holdPose({ pose, track, bone }: LiveHold, time: number): Float64Array {
  const now = pose.slice();
  if (track !== null) samplePose(now, track, time);
  if (bone === null) return now;
  poseSkeleton(bone.skeleton, time);
  composeAffine(now, 0, bone.placement, 0, bone.skeleton.poses, 12 * bone.index);
  return now;
}
