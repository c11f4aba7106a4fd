import { checkAlpha } from '../../core/arguments.ts';
import { check } from '../../core/errors.ts';
import { show } from '../../core/show.ts';
import type { Action } from '../../scene/action-types.ts';
import type { WorldCore } from '../types.ts';
import { checkName, holdsNamed, jointNamed, obstacleNamed } from './actions/find.ts';
import type {
  AttachmentHandle,
  JointHandle,
  Movable,
  ObstacleHandle,
  SpringHandle,
} from './handles.ts';
import type { ObstaclePoses } from './obstacle-poses.ts';

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
        name,
        get held() {
          return holdsNamed(core, name, 'attachment').some(
            ({ live, index }) => live.holds[index].held,
          );
        },
        moveTo: (pose) => apply({ do: 'pose', attachment: name, ...pose }),
        release: () => apply({ do: 'release', target: name }),
      };
    },
    bone(name: string): Movable {
      const known = core.skeletons.flatMap((s) => s.bones.map((bone) => `${s.name}.${bone}`));
      checkName(known.includes(name), 'bone', name, known, 'bone');
      return { name, moveTo: (pose) => apply({ do: 'pose', bone: name, ...pose }) };
    },
    joint(name: string): JointHandle {
      const find = () => jointNamed(core, name, 'joint');
      find();
      return {
        name,
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
          return find().reading.force;
        },
        get torque() {
          return find().reading.torque;
        },
        setMotor: (speed, force) => apply({ do: 'motor', joint: name, speed, force }),
        release: () => apply({ do: 'release', target: name }),
        remove: () => apply({ do: 'remove', joint: name }),
      };
    },
    spring(name: string): SpringHandle {
      const find = () => core.springs.find((s) => s.name === name);
      const known = core.springs.map((s) => s.name);
      checkName(find() !== undefined, 'spring', name, known, 'spring');
      return {
        name,
        get holds() {
          return find()?.on === true;
        },
        release: () => apply({ do: 'release', target: name }),
        remove: () => apply({ do: 'remove', spring: name }),
      };
    },
  };
}
