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
    if (!set.has(name)) faults.push(`${path}: there is no ${what} "${name}". ${listed(set, what)}`);
  };

  const { camera } = scene;
  if (camera?.eye.every((c, d) => c === camera.target[d])) {
    faults.push('camera.target: must differ from "eye": it defines the viewing direction.');
  }
  if (camera?.near !== undefined && camera.far !== undefined && camera.far <= camera.near) {
    faults.push(`camera.far: must be larger than "near" (${camera.near}), got ${camera.far}.`);
  }
  const releasable = new Set([...springs, ...joints]);
  scene.bodies.forEach((body, i) => {
    if (body.model.type === 'frames' && body.model.camera && camera === undefined) {
      faults.push(
        `bodies[${i}].model.camera: the scene has no camera to adapt to. Give it one, or leave this out.`,
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
        faults.push(`${path}: has both "keyframes" and a "bone". Leave one out.`);
      }
    });
  });
  scene.obstacles.forEach((obstacle, i) => {
    inOrder(obstacle.keyframes, `obstacles[${i}].keyframes`, faults);
    if (obstacle.until !== undefined && obstacle.until < obstacle.from) {
      faults.push(
        `obstacles[${i}].until: must not lie before "from" (${obstacle.from}), got ${obstacle.until}.`,
      );
    }
  });
  checkGroups(scene, faults);
  scene.springs.forEach((spring, i) => {
    if (spring.a.body !== undefined) known(bodies, `springs[${i}].a.body`, spring.a.body, 'body');
    if (spring.b.body !== undefined) known(bodies, `springs[${i}].b.body`, spring.b.body, 'body');
    if (spring.a.body === undefined && spring.b.body === undefined) {
      faults.push(`springs[${i}]: joins two points of the world. Name a body in "a" or "b".`);
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
      faults.push(`${path}.name: "${joint.name}" is a spring. Give each a name of its own.`);
  });
  scene.events.forEach((event, i) => {
    if ('body' in event) known(bodies, `events[${i}].body`, event.body, 'body');
    if (event.do === 'remove' || event.do === 'add') {
      known(obstacles, `events[${i}].obstacle`, event.obstacle, 'obstacle');
    }
    if (event.do === 'motor') known(joints, `events[${i}].joint`, event.joint, 'joint');
    if (event.do === 'release')
      known(releasable, `events[${i}].target`, event.target, 'attachment, spring or joint');
  });
  scene.checks.forEach((check, i) => {
    const path = `checks[${i}]`;
    if (check.min === undefined && check.max === undefined) {
      faults.push(`${path}: has neither "min" nor "max", so it could not fail. Add one.`);
    }
    if (check.body !== undefined) known(bodies, `${path}.body`, check.body, 'body');
    if (check.measure === 'probe') {
      const body = scene.bodies.find((b) => b.name === check.body);
      if (check.body === undefined)
        faults.push(`${path}.body: is missing: a probe belongs to a body.`);
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
    faults.push('.b: names a body and an obstacle. Leave one out.');
  if (!isFree && (lower ?? upper ?? motor) !== undefined)
    faults.push(
      `: a ${type} has no limits and no motor. Leave them out, or take a hinge or a slider.`,
    );
  if (lower !== undefined && upper !== undefined && lower > upper)
    faults.push(`.upper: must not be below "lower" (${lower}), got ${upper}.`);
  if (type === 'hinge' && (Math.abs(lower ?? 0) > 179 || Math.abs(upper ?? 0) > 179))
    faults.push('.lower, .upper: must be from -179 to 179 degrees. Leave them out for full turns.');
  if (axis.every((c) => c === 0))
    faults.push('.axis: must be a direction, got 0, 0, 0. Take [0, 1, 0] for one that points up.');
  return faults;
}

/** Largest number of groups in a scene: one bit each. */
const MOST_GROUPS = 16;

/** Refuses too many groups, and groups that are touched but have no members: a misspelling. */
function checkGroups(scene: Scene, faults: string[]): void {
  const things = [
    ...scene.bodies.map((one, i) => ({ ...one, path: `bodies[${i}]` })),
    ...scene.obstacles.map((one, i) => ({ ...one, path: `obstacles[${i}]` })),
  ];
  const known = new Set(things.flatMap((one) => one.groups ?? []));
  if (known.size > MOST_GROUPS)
    faults.push(`scene: names ${known.size} groups; there is room for ${MOST_GROUPS}. Merge some.`);
  for (const { path, touches = [] } of things) {
    touches.forEach((group, k) => {
      if (known.has(group)) return;
      faults.push(
        `${path}.touches[${k}]: nothing is in a group "${group}". ${listed(known, 'group')}`,
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
      if (!bones.has(one.bone))
        faults.push(`${at}.bone: there is no bone "${one.bone}". ${listed(bones, 'bone')}`);
      if (one.keyframes !== undefined)
        faults.push(`${at}: has both "keyframes" and a "bone". Leave one out.`);
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
    faults.push(`${path}.places: must be three numbers a place, got ${given.places.length}.`);
  } else if (!Number.isInteger(each) || each > 16) {
    faults.push(
      `${path}.bones: must be equally many for each of the ${places} places, 16 at most, got ${given.bones.length}.`,
    );
  } else if (given.weights.length !== given.bones.length) {
    faults.push(
      `${path}.weights: must be as many as there are bones (${given.bones.length}), got ${given.weights.length}.`,
    );
  }
  const wrong = given.bones.findIndex((bone) => bone >= count);
  if (wrong >= 0) {
    faults.push(
      `${path}.bones[${wrong}]: must be below ${count}, the number of bones, got ${given.bones[wrong]}.`,
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
          `${path}[${j}].parent: there is no bone "${bone.parent}" further up. Put it before its children.`,
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
          `${path}[${j}].${which}: end at ${last} s, after the motion has started again (${skeleton.repeat} s).`,
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
    faults.push(`${path}: has both "keyframes" and a "track". Leave one out.`);
  }
  const { times, positions, quaternions } = track;
  const late = times.findIndex((time, i) => i > 0 && time < times[i - 1]);
  if (late > 0) {
    faults.push(
      `${path}.track.times[${late}]: must not be before the one ahead of it (${times[late - 1]}), got ${times[late]}.`,
    );
  }
  for (const [name, list, width] of [
    ['positions', positions, 3],
    ['quaternions', quaternions, 4],
  ] as const) {
    if (list === undefined || list.length === width * times.length) continue;
    faults.push(
      `${path}.track.${name}: must be ${width} numbers for each of the ${times.length} times, got ${list.length}.`,
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
      faults.push(`${path}[${i}].name: "${thing.name}" is taken. Give each a name of its own.`);
    }
    seen.add(thing.name);
  });
  return seen;
}

/** Refuses two paths that read the same because a name contains a dot. */
const twice = (path: string, whole: string): string =>
  `${path}: "${whole}" is taken: another name with a dot in it reads the same. Rename one.`;

function inOrder(
  keyframes: readonly { time: number }[] | undefined,
  path: string,
  faults: string[],
): void {
  for (let i = 1; i < (keyframes?.length ?? 0); i++) {
    const before = keyframes![i - 1].time;
    if (keyframes![i].time <= before) {
      faults.push(
        `${path}[${i}].time: must be later than the one before (${before}), got ${keyframes![i].time}.`,
      );
      return;
    }
  }
}

function listed(names: Set<string>, what: string): string {
  if (names.size === 0) return `The scene has no ${what}.`;
  return `It knows: ${[...names].slice(0, 8).join(', ')}${names.size > 8 ? ', …' : ''}.`;
}
