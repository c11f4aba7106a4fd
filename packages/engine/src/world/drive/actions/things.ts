import { check } from '../../../core/errors.ts';
import { primitiveOf } from '../../../geometry/primitive.ts';
import type { ActionOf } from '../../../scene/action-types.ts';
import type {
  JointInput,
  ObstacleInput,
  SpringInput,
} from '../../../scene/generated/scene-input.ts';
import { parseScene } from '../../../scene/parse.ts';
import type { Scene } from '../../../scene/schema.ts';
import { addBody, removeBody } from '../../bodies/add-remove.ts';
import { createSceneSpring } from '../../bodies/body-set.ts';
import { type BuiltScene, buildObstacle } from '../../build/build.ts';
import { createLiveObstacle } from '../../build/core.ts';
import { useGroups } from '../../build/groups.ts';
import { disturb, disturbAll } from '../../sleep.ts';
import type { WorldCore } from '../../types.ts';
import { createSceneJoint, releaseJoint, useJoints } from '../joints/make.ts';
import { checkName, jointNamed, obstacleNamed } from './find.ts';

/** Adds a body, a hidden or new obstacle, a spring or a joint. */
export function add(core: WorldCore, action: ActionOf<'add'>): void {
  if ('body' in action) addBody(core, action.body);
  else if ('spring' in action) addSpring(core, action.spring);
  else if ('joint' in action) addJoint(core, action.joint);
  else if (typeof action.obstacle === 'string') show(core, action.obstacle, true);
  else addObstacle(core, action.obstacle);
}

/** Removes a thing. An obstacle is only hidden: it can be shown again or replaced by another of its name. */
export function remove(core: WorldCore, action: ActionOf<'remove'>): void {
  if ('body' in action) removeBody(core, action.body);
  else if ('spring' in action) dropSpring(core, action.spring);
  else if ('joint' in action) dropJoint(core, action.joint);
  else show(core, action.obstacle, false);
}

function show(core: WorldCore, name: string, present: boolean): void {
  obstacleNamed(core, name).present = present;
  disturbAll(core);
}

function use(core: WorldCore, built: Partial<BuiltScene> & { scene: Scene }): void {
  Object.assign(core, { built: { ...core.built, ...built }, scene: built.scene });
}

function addObstacle(core: WorldCore, input: ObstacleInput): void {
  const { built, scene: before } = core;
  const old = before.obstacles.findIndex((o) => o.name === input.name);
  const taken = core.obstacles.find((o) => o.guest === null && o.name === input.name);
  check(
    taken === undefined || !taken.present,
    () => `"${input.name}" is there already. Remove it first, or take another name.`,
    'obstacle.name',
  );
  const at = old < 0 ? before.obstacles.length : old;
  const put = <T>(list: readonly T[], one: T): T[] => [
    ...list.slice(0, at),
    one,
    ...list.slice(at + 1),
  ];
  const scene = parseScene({ ...before, obstacles: put<unknown>(before.obstacles, input) });
  const spec = scene.obstacles[at];
  const { sdf, notes } = buildObstacle(spec.shape, 'obstacle.shape', core.options.files);
  const primitive = primitiveOf(spec.shape);
  const live = createLiveObstacle(spec, sdf, primitive, core.time);
  live.present = spec.from <= core.time;
  use(core, {
    scene,
    obstacles: put(built.obstacles, sdf),
    obstacleNotes: put(built.obstacleNotes, notes),
    primitives: put(built.primitives, primitive),
  });
  if (taken === undefined) core.obstacles.push(live);
  else core.obstacles[core.obstacles.indexOf(taken)] = live;
  useGroups(core);
  disturbAll(core);
}

function addSpring(core: WorldCore, input: SpringInput): void {
  const taken = core.springs.some((s) => s.name === input.name);
  check(!taken, () => `"${input.name}" is taken. Take another name.`, 'spring.name');
  const springs = [...core.scene.springs, input];
  const scene = parseScene({ ...core.scene, springs });
  const spec = scene.springs[springs.length - 1];
  const live = createSceneSpring(spec, scene.bodies, core.bodies);
  checkTies(core, 1);
  // A missing rest length means the distance now, also after a later rebuild.
  spec.length ??= live.law[2];
  use(core, { scene });
  // The index it would have if the scene had contained it from the start: sums have a fixed order.
  const at = core.springs.filter((s) => s.dynamic === null).length;
  const before = core.springs[at];
  core.springs.splice(at, 0, live);
  const place = before === undefined ? core.couplings.length : core.couplings.indexOf(before);
  core.couplings.splice(place, 0, live);
  disturb(core, live.a);
  disturb(core, live.b);
}

function addJoint(core: WorldCore, input: JointInput): void {
  const taken = [...core.scene.joints, ...core.scene.springs].some((j) => j.name === input.name);
  check(!taken, () => `"${input.name}" is taken. Take another name.`, 'joint.name');
  const joints = [...core.scene.joints, input];
  const scene = parseScene({ ...core.scene, joints });
  const spec = scene.joints[joints.length - 1];
  const live = createSceneJoint(spec, scene.bodies, core.bodies, core.obstacles);
  checkTies(core, live.rows.length);
  use(core, { scene });
  // The indices they would have if the scene had contained them from the start: after the winds and the other joints.
  const winds = core.couplings.filter((coupling) => 'wind' in coupling).length;
  const rows = core.joints.reduce((sum, joint) => sum + joint.rows.length, winds);
  core.joints.push(live);
  core.couplings.splice(rows, 0, ...live.rows);
  for (const { body } of live.ends) disturb(core, body);
  useJoints(core);
}

function dropJoint(core: WorldCore, name: string): void {
  const live = jointNamed(core, name, 'joint');
  releaseJoint(core, live);
  forget(core, name, { joints: core.scene.joints.filter((j) => j.name !== name) });
  core.joints.splice(core.joints.indexOf(live), 1);
  core.couplings.splice(core.couplings.indexOf(live.rows[0]), live.rows.length);
}

/** Sets the motor of a hinge or slider. */
export function motor(core: WorldCore, { joint, speed, force }: ActionOf<'motor'>): void {
  const { spec, state, ends } = jointNamed(core, joint, 'joint');
  check(
    spec.type === 'hinge' || spec.type === 'slider',
    () => `"${joint}" is a ${spec.type}, which has no motor. Take a hinge or a slider.`,
    'joint',
  );
  const most = force ?? state[1];
  check(
    most > 0,
    () =>
      `must be given, got nothing: "${joint}" has no motor yet. Write its largest torque [N m] or force [N].`,
    'force',
  );
  state[0] = speed;
  state[1] = most;
  for (const { body } of ends) disturb(core, body);
}

/** Memory for rows is reserved when the world is created. */
function checkTies({ couplings, contacts }: WorldCore, more: number): void {
  const { ties } = contacts.memory;
  const needed = couplings.length + more;
  check(
    needed <= ties,
    () =>
      `needs ${needed} rows of springs and joints; there is room for ${ties}. Remove some first.`,
    'add',
  );
}

/** Removes a thing from the scene, with the events that would release it. */
function forget(core: WorldCore, name: string, left: Partial<Scene>): void {
  const stays = (event: Scene['events'][number]): boolean =>
    !('target' in event && event.target === name) && !('joint' in event && event.joint === name);
  const done = core.events.slice(0, core.nextEvent).filter(stays).length;
  const scene = { ...core.scene, ...left, events: core.scene.events.filter(stays) };
  use(core, { scene });
  Object.assign(core, { events: core.events.filter(stays), nextEvent: done });
}

function dropSpring(core: WorldCore, name: string): void {
  const known = core.scene.springs.map((s) => s.name);
  checkName(known.includes(name), 'spring', name, known, 'spring');
  const live = core.springs.find((s) => s.name === name && s.dynamic === null)!;
  forget(core, name, { springs: core.scene.springs.filter((s) => s.name !== name) });
  core.springs.splice(core.springs.indexOf(live), 1);
  core.couplings.splice(core.couplings.indexOf(live), 1);
  disturb(core, live.a);
  disturb(core, live.b);
}
