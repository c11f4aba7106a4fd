import type { Scene } from './schema.ts';

/** Faults that no field shows alone: names used twice, names that name nothing, keyframes out of order. */
export function checkReferences(scene: Scene): string[] {
  const faults: string[] = [];
  const bodies = unique(scene.bodies, 'bodies', faults);
  const obstacles = unique(scene.obstacles, 'obstacles', faults);
  const springs = unique(scene.springs, 'springs', faults);
  const known = (set: Set<string>, path: string, name: string, what: string): void => {
    if (!set.has(name)) faults.push(`${path}: there is no ${what} "${name}". ${listed(set, what)}`);
  };

  const releasable = new Set(springs);
  scene.bodies.forEach((body, i) => {
    for (const one of unique(body.attachments, `bodies[${i}].attachments`, faults)) {
      releasable.add(`${body.name}.${one}`);
    }
    body.attachments.forEach((attachment, j) => {
      inOrder(attachment.keyframes, `bodies[${i}].attachments[${j}].keyframes`, faults);
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
  scene.springs.forEach((spring, i) => {
    if (spring.a.body !== undefined) known(bodies, `springs[${i}].a.body`, spring.a.body, 'body');
    if (spring.b.body !== undefined) known(bodies, `springs[${i}].b.body`, spring.b.body, 'body');
    if (spring.a.body === undefined && spring.b.body === undefined) {
      faults.push(`springs[${i}]: joins two points of the world. Name a body in "a" or "b".`);
    }
  });
  scene.events.forEach((event, i) => {
    if (event.do === 'force' || event.do === 'pull' || event.do === 'layer')
      known(bodies, `events[${i}].body`, event.body, 'body');
    if (event.do === 'remove' || event.do === 'add') {
      known(obstacles, `events[${i}].obstacle`, event.obstacle, 'obstacle');
    }
    if (event.do === 'release')
      known(releasable, `events[${i}].target`, event.target, 'attachment or spring');
  });
  scene.checks.forEach((check, i) => {
    const path = `checks[${i}]`;
    if (check.min === undefined && check.max === undefined) {
      faults.push(`${path}: gives neither "min" nor "max", so it could not fail. Give one.`);
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
