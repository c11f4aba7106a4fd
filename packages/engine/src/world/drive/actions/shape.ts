import { check } from '../../../core/errors.ts';
import type { ActionOf } from '../../../scene/action-types.ts';
import { splitBodies } from '../../bodies/split.ts';
import { noteIssue } from '../../issues.ts';
import { disturb } from '../../sleep.ts';
import { substepsOf } from '../../substeps.ts';
import type { WorldCore } from '../../types.ts';
import { completeCamera } from '../camera.ts';
import { releaseJoint } from '../joints/make.ts';
import { bodiesNamed, holdsNamed } from './find.ts';

export function tune(core: WorldCore, action: ActionOf<'tune'>): void {
  const camera = action.camera && completeCamera(action.camera);
  for (const index of bodiesNamed(core, action.body)) {
    core.bodies[index].body.adapt?.tune({ ...action, camera });
    disturb(core, index);
  }
}

export function layer(core: WorldCore, action: ActionOf<'layer'>): void {
  const index = bodiesNamed(core, action.body)[0];
  const { body } = core.bodies[index];
  check(
    body.look.layers !== undefined,
    () => `"${action.body}" has no layers. Give it the model "layers".`,
    'body',
  );
  body.adapt?.tune({ layer: action });
  disturb(core, index);
}

export function release(core: WorldCore, { target }: ActionOf<'release'>): void {
  const spring = core.springs.find((s) => s.name === target);
  if (spring !== undefined) {
    spring.on = false;
    disturb(core, spring.a);
    disturb(core, spring.b);
    return;
  }
  const joint = core.joints.find((j) => j.name === target);
  if (joint !== undefined) {
    releaseJoint(core, joint);
    return;
  }
  check(
    target.includes('.'),
    () =>
      `there is no attachment, spring or joint "${target}". Attachments are named body.attachment.`,
    'target',
  );
  for (const { live, body, index } of holdsNamed(core, target, 'target')) {
    live.holds[index].held = false;
    disturb(core, body);
    live.body.equation.release(index);
  }
}

export function refine(core: WorldCore, action: ActionOf<'refine'>): void {
  const indices = bodiesNamed(core, action.body);
  const { adapt, model } = core.bodies[indices[0]].body;
  check(
    adapt?.refine !== undefined,
    () => `body "${action.body}" is a ${model.kind}. Only an octree can be refined.`,
    'body',
  );
  const where = Float64Array.from(action.where);
  for (const index of indices) {
    core.bodies[index].body.adapt?.refine?.(where, action.radius, action.levels);
    disturb(core, index);
  }
  core.measured = -1;
}

export function cut(core: WorldCore, { body: name, blade }: ActionOf<'cut'>): void {
  const indices = bodiesNamed(core, name);
  const first = core.bodies[indices[0]].body;
  check(
    first.cut !== undefined,
    () => `body "${name}" is a ${first.model.kind}, which cannot be cut. Use an octree.`,
    'body',
  );
  const places = Float64Array.from(blade.flat(2));
  const h = core.scene.dt / substepsOf(core);
  for (const index of indices) {
    const severed = core.bodies[index].body.cut?.along(places, h) ?? 0;
    if (severed < 0) {
      noteIssue(
        core,
        `${name}: no room for what a cut would make; it was left out. Raise model.room`,
      );
    }
    if (severed > 0) disturb(core, index);
  }
  splitBodies(core);
  core.measured = -1;
}
