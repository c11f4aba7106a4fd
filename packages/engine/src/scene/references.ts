import { show } from '../core/show.ts';
import type { Scene } from './schema.ts';

/** Finds errors across fields: duplicate names, unknown names, keyframes out of order. */
export function checkReferences(scene: Scene): string[] {
  const faults: string[] = [];
  const bodies = unique(scene.bodies, 'bodies', faults);
  const obstacles = unique(scene.obstacles, 'obstacles', faults);
  const springs = unique(scene.springs, 'springs', faults);
  const joints = unique(scene.joints, 'joints', faults);
  const bones = checkSkeletons(scene, faults);
  const known = (set: Set<string>, path: string, name: string, what: string): void => {
    if (!set.has(name)) faults.push(`${path}: ${noSuch(set, name, what)}`);
  };

  const { camera } = scene;
  if (camera?.eye.every((c, d) => c === camera.target[d])) {
    faults.push('camera.target: must be another point than "eye", got the same. Move one of them.');
  }
  if (camera?.near !== undefined && camera.far !== undefined && camera.far <= camera.near) {
    faults.push(
      `camera.far: must be larger than "near" (${camera.near}), got ${camera.far}. Make it larger.`,
    );
  }
  const releasable = new Set([...springs, ...joints]);
  scene.bodies.forEach((body, i) => {
    if (body.model.type === 'frames' && body.model.camera && camera === undefined) {
      faults.push(
        `bodies[${i}].model.camera: must be left out in a scene without a camera, got true. Give the scene one, or leave this out.`,
      );
    }
    for (const one of unique(body.attachments, `bodies[${i}].attachments`, faults)) {
      const path = `${body.name}.${one}`;
      if (releasable.has(path)) faults.push(twice(`bodies[${i}].attachments`, path));
      releasable.add(path);
    }
    if (body.model.type === 'layers') checkLayers(body.model.layers, i, bones, faults);
    body.attachments.forEach((attachment, j) => {
      const path = `bodies[${i}].attachments[${j}]`;
      inOrder(attachment.keyframes, `${path}.keyframes`, faults);
      if (attachment.bone === undefined) return;
      known(bones, `${path}.bone`, attachment.bone, 'bone');
      if (attachment.keyframes !== undefined) {
        faults.push(`${path}: must have "keyframes" or a "bone", got both. Leave one out.`);
      }
    });
  });
  scene.obstacles.forEach((obstacle, i) => {
    inOrder(obstacle.keyframes, `obstacles[${i}].keyframes`, faults);
    if (obstacle.until !== undefined && obstacle.until < obstacle.from) {
      faults.push(
        `obstacles[${i}].until: must be "from" (${obstacle.from}) or later, got ${obstacle.until}. Swap them.`,
      );
    }
  });
  checkGroups(scene, faults);
  scene.springs.forEach((spring, i) => {
    if (spring.a.body !== undefined) known(bodies, `springs[${i}].a.body`, spring.a.body, 'body');
    if (spring.b.body !== undefined) known(bodies, `springs[${i}].b.body`, spring.b.body, 'body');
    if (spring.a.body === undefined && spring.b.body === undefined) {
      faults.push(
        `springs[${i}]: must have a body at one end, got two points of the world. Name one in "a" or "b".`,
      );
    }
  });
  scene.joints.forEach((joint, i) => {
    const path = `joints[${i}]`;
    known(bodies, `${path}.a.body`, joint.a.body, 'body');
    if (joint.b.body !== undefined) known(bodies, `${path}.b.body`, joint.b.body, 'body');
    if (joint.b.obstacle !== undefined)
      known(obstacles, `${path}.b.obstacle`, joint.b.obstacle, 'obstacle');
    for (const fault of jointFaults(joint)) faults.push(`${path}${fault}`);
    if (springs.has(joint.name))
      faults.push(
        `${path}.name: must be another than any spring’s, got "${joint.name}". Give each a name of its own.`,
      );
  });
  scene.events.forEach((event, i) => {
    if ('body' in event) known(bodies, `events[${i}].body`, event.body, 'body');
    if (event.do === 'remove' || event.do === 'add') {
      known(obstacles, `events[${i}].obstacle`, event.obstacle, 'obstacle');
    }
    if (event.do === 'motor') {
      known(joints, `events[${i}].joint`, event.joint, 'joint');
      const { type = 'hinge' } = scene.joints.find(({ name }) => name === event.joint) ?? {};
      if (type !== 'hinge' && type !== 'slider')
        faults.push(
          `events[${i}].joint: must be a hinge or a slider, got "${event.joint}", a ${type}. Take another joint.`,
        );
    }
    if (event.do === 'wind' && event.radius !== undefined && event.where === undefined)
      faults.push(
        `events[${i}].radius: must be left out without "where", got ${event.radius}. Say where the wind blows, too.`,
      );
    if (event.do === 'release')
      known(releasable, `events[${i}].target`, event.target, 'attachment, spring or joint');
  });
  scene.checks.forEach((check, i) => {
    const path = `checks[${i}]`;
    if (check.min === undefined && check.max === undefined) {
      faults.push(`${path}: must have "min" or "max", got neither, so it could not fail. Add one.`);
    }
    if (check.body !== undefined) known(bodies, `${path}.body`, check.body, 'body');
    if (check.measure === 'probe') {
      const body = scene.bodies.find((b) => b.name === check.body);
      if (check.body === undefined)
        faults.push(
          `${path}.body: must be the name of a body, got nothing. A probe belongs to a body.`,
        );
      else if (body !== undefined) {
        known(new Set(Object.keys(body.probes)), `${path}.probe`, check.probe ?? '', 'probe');
      }
    }
  });
  return faults;
}

/** Finds errors within one joint. */
function jointFaults(joint: Scene['joints'][number]): string[] {
  const faults: string[] = [];
  const { type, b, lower, upper, motor, axis } = joint;
  const isFree = type === 'hinge' || type === 'slider';
  if (b.body !== undefined && b.obstacle !== undefined)
    faults.push('.b: must have a body or an obstacle, got both. Leave one out.');
  if (b.body === joint.a.body)
    faults.push(
      '.b.body: must be another body than that of "a", got the same. Name another, or an obstacle.',
    );
  if (!isFree && (lower ?? upper ?? motor) !== undefined)
    faults.push(
      `: must be a hinge or a slider to have limits or a motor, got a ${type}. Leave them out, or take one of these.`,
    );
  if (lower !== undefined && upper !== undefined && lower > upper)
    faults.push(`.upper: must be "lower" (${lower}) or more, got ${upper}. Swap them.`);
  for (const [end, angle] of [
    ['lower', lower],
    ['upper', upper],
  ] as const)
    if (type === 'hinge' && Math.abs(angle ?? 0) > 179)
      faults.push(
        `.${end}: must be from -179 to 179 degrees, got ${angle}. Leave it out for full turns.`,
      );
  if (axis.every((c) => c === 0))
    faults.push('.axis: must be a direction, got 0, 0, 0. Take [0, 1, 0] for one that points up.');
  return faults;
}

/** Largest number of groups in a scene: one bit each. */
const MOST_GROUPS = 16;

/** Refuses too many groups, and names of none: a misspelling, or a group whose members are yet to come. */
function checkGroups(scene: Scene, faults: string[]): void {
  const things = [
    ...scene.bodies.map((one, i) => ({ ...one, path: `bodies[${i}]` })),
    ...scene.obstacles.map((one, i) => ({ ...one, path: `obstacles[${i}]` })),
  ];
  const known = new Set(scene.groups);
  if (known.size > MOST_GROUPS)
    faults.push(`scene: must have at most ${MOST_GROUPS} groups, got ${known.size}. Merge some.`);
  for (const { path, touches = [] } of things) {
    touches.forEach((group, k) => {
      if (known.has(group)) return;
      faults.push(
        `${path}.touches[${k}]: must be the name of a group, got ${show(group)}. There are: ${[...known].join(', ') || 'none'}. List it in the "groups" of the scene if its members come later.`,
      );
    });
  }
}

type Layers = Extract<Scene['bodies'][number]['model'], { type: 'layers' }>['layers'];

/** Layers need unique names; scripted ones need keyframes in order, or existing bones. */
function checkLayers(layers: Layers, body: number, bones: Set<string>, faults: string[]): void {
  const path = `bodies[${body}].model.layers`;
  unique(layers, path, faults);
  layers.forEach((layer, k) => {
    if (layer.kind === 'script') inOrder(layer.keyframes, `${path}[${k}].keyframes`, faults);
    if (layer.kind !== 'skeleton') return;
    unique(layer.bones, `${path}[${k}].bones`, faults);
    if (layer.weights) {
      checkWeights(layer.weights, layer.bones.length, `${path}[${k}].weights`, faults);
    }
    layer.bones.forEach((one, j) => {
      const at = `${path}[${k}].bones[${j}]`;
      inOrder(one.keyframes, `${at}.keyframes`, faults);
      if (one.bone === undefined) return;
      if (!bones.has(one.bone)) faults.push(`${at}.bone: ${noSuch(bones, one.bone, 'bone')}`);
      if (one.keyframes !== undefined)
        faults.push(`${at}: must have "keyframes" or a "bone", got both. Leave one out.`);
    });
  });
}

/** Weights need as many bones as weights, equally many per point, and only existing bones. */
function checkWeights(
  given: { places: number[]; bones: number[]; weights: number[] },
  count: number,
  path: string,
  faults: string[],
): void {
  const places = given.places.length / 3;
  const each = given.bones.length / places;
  if (!Number.isInteger(places)) {
    faults.push(
      `${path}.places: must be three numbers a place, got ${given.places.length}. Write [x0, y0, z0, x1, …].`,
    );
  } else if (!Number.isInteger(each) || each > 16) {
    faults.push(
      `${path}.bones: must be equally many for each of the ${places} places, 16 at most, got ${given.bones.length}. Fill up with bones of weight 0.`,
    );
  } else if (given.weights.length !== given.bones.length) {
    faults.push(
      `${path}.weights: must be as many as there are bones (${given.bones.length}), got ${given.weights.length}. Give each bone one.`,
    );
  }
  const wrong = given.bones.findIndex((bone) => bone >= count);
  if (wrong >= 0) {
    faults.push(
      `${path}.bones[${wrong}]: must be below ${count}, the number of bones, got ${given.bones[wrong]}. Bones are counted from 0.`,
    );
  }
}

/** All bones as `skeleton.bone`. A parent must come first, so there are no circles. */
function checkSkeletons(scene: Scene, faults: string[]): Set<string> {
  unique(scene.skeletons, 'skeletons', faults);
  const bones = new Set<string>();
  scene.skeletons.forEach((skeleton, i) => {
    const path = `skeletons[${i}].bones`;
    unique(skeleton.bones, path, faults);
    const before = new Set<string>();
    skeleton.bones.forEach((bone, j) => {
      if (bone.parent !== undefined && !before.has(bone.parent)) {
        faults.push(
          `${path}[${j}].parent: must be a bone further up, got "${bone.parent}". Put parents before their children.`,
        );
      }
      before.add(bone.name);
      const whole = `${skeleton.name}.${bone.name}`;
      if (bones.has(whole)) faults.push(twice(`${path}[${j}].name`, whole));
      bones.add(whole);
      inOrder(bone.keyframes, `${path}[${j}].keyframes`, faults);
      checkTrack(bone, `${path}[${j}]`, faults);
      const last = bone.track?.times.at(-1) ?? bone.keyframes?.at(-1)?.time ?? 0;
      if (skeleton.repeat !== undefined && last > skeleton.repeat) {
        const which = bone.track ? 'track.times' : 'keyframes';
        faults.push(
          `${path}[${j}].${which}: must be over when the motion starts again (${skeleton.repeat} s), got ${last} s. Repeat later.`,
        );
      }
    });
  });
  return bones;
}

/** Flat keyframes exclude others, and need times in order, one shift and one turn per time, and unit quaternions. */
function checkTrack(
  { keyframes, track }: Scene['skeletons'][number]['bones'][number],
  path: string,
  faults: string[],
): void {
  if (track === undefined) return;
  if (keyframes !== undefined) {
    faults.push(`${path}: must have "keyframes" or a "track", got both. Leave one out.`);
  }
  const { times, positions, quaternions } = track;
  const late = times.findIndex((time, i) => i > 0 && time < times[i - 1]);
  if (late > 0) {
    faults.push(
      `${path}.track.times[${late}]: must be the time before it (${times[late - 1]}) or later, got ${times[late]}. Sort them.`,
    );
  }
  for (const [name, list, width] of [
    ['positions', positions, 3],
    ['quaternions', quaternions, 4],
  ] as const) {
    if (list === undefined || list.length === width * times.length) continue;
    faults.push(
      `${path}.track.${name}: must be ${width} numbers for each of the ${times.length} times, got ${list.length}. Write them one after the other.`,
    );
  }
  for (let k = 0; 4 * k + 3 < (quaternions?.length ?? 0); k++) {
    const size = Math.sqrt(quaternions!.slice(4 * k, 4 * k + 4).reduce((sum, c) => sum + c * c, 0));
    if (size > 0.5 && size < 2) continue;
    faults.push(
      `${path}.track.quaternions[${4 * k}]: must have a length of 1, got ${size}. No turn is 0, 0, 0, 1.`,
    );
    return;
  }
}

function unique(things: readonly { name: string }[], path: string, faults: string[]): Set<string> {
  const seen = new Set<string>();
  things.forEach((thing, i) => {
    if (seen.has(thing.name)) {
      faults.push(
        `${path}[${i}].name: must be a name of its own, got "${thing.name}" again. Rename one.`,
      );
    }
    seen.add(thing.name);
  });
  return seen;
}

/** Refuses two paths that read the same because a name contains a dot. */
const twice = (path: string, whole: string): string =>
  `${path}: must be a name of its own, got "${whole}", as another name with a dot in it reads. Rename one.`;

function inOrder(
  keyframes: readonly { time: number }[] | undefined,
  path: string,
  faults: string[],
): void {
  for (let i = 1; i < (keyframes?.length ?? 0); i++) {
    const before = keyframes![i - 1].time;
    if (keyframes![i].time <= before) {
      faults.push(
        `${path}[${i}].time: must be later than the one before (${before}), got ${keyframes![i].time}. Sort them.`,
      );
      return;
    }
  }
}

/** A name that names nothing, and the names there are. */
function noSuch(names: Set<string>, name: string, what: string): string {
  const list = `There are: ${[...names].slice(0, 8).join(', ')}${names.size > 8 ? ', …' : ''}.`;
  const remedy = names.size === 0 ? `The scene has no ${what}.` : list;
  return `must be the name of ${/^[ao]/.test(what) ? 'an' : 'a'} ${what}, got ${show(name)}. ${remedy}`;
}
