import { check } from '../core/errors.ts';
import type { LayerTuning } from '../models/contract.ts';
import { type CameraInput, completeCamera } from './camera.ts';
import { addDynamic, removeSpring } from './drags.ts';
import { bodyWith } from './members.ts';
import { disturb, disturbAll } from './rest.ts';
import { addBody, type BodyInput, removeBody } from './roster.ts';
import { splitBodies } from './split.ts';
import type { WorldCore } from './types.ts';

/** A point of three coordinates [m]. */
export type Point = readonly [number, number, number];

/**
 * What can be done to a running world: by hand, by a scene's events, or by a replayed recording. Plain data, so that a
 * run can be written down and repeated.
 */
export type Action =
  /** New gravity [m/s²]. */
  | { do: 'gravity'; value: Point }
  /** Pulls a material point (the body's own coordinates) towards a place in the world until dropped. */
  | { do: 'drag'; id: string; body: string; point: Point; to: Point; stiffness?: number }
  | { do: 'move'; id: string; to: Point }
  | { do: 'drop'; id: string }
  /** Constant force [N] on a material point for some seconds. */
  | { do: 'force'; body: string; point: Point; force: Point; duration: number }
  /** Like a drag, for some seconds. */
  | { do: 'pull'; body: string; point: Point; to: Point; duration: number; stiffness?: number }
  /** Lets an attachment (`body.attachment`) or a spring go. */
  | { do: 'release'; target: string }
  /** Changes how a body adapts. */
  | {
      do: 'tune';
      body: string;
      adaptive?: boolean;
      tolerance?: number;
      camera?: CameraInput | null;
    }
  /** Cuts a body with the surface that a blade's edge sweeps: places of its two ends [m], one after the other. */
  | { do: 'cut'; body: string; blade: readonly (readonly [Point, Point])[] }
  /** Finer (coarser if negative) cells than at the start near a place. */
  | { do: 'refine'; body: string; where: Point; radius: number; levels: number }
  /** Changes a layer of a layered body. */
  | ({ do: 'layer'; body: string } & LayerTuning)
  | { do: 'remove'; obstacle: string }
  | { do: 'add'; obstacle: string }
  /** Another body, as a scene would write it; or takes one out. Memory is reserved anew: a pause like that of creating the world. */
  | { do: 'add'; body: BodyInput }
  | { do: 'remove'; body: string };

/** Frequency [Hz] that a drag's spring would give the whole body, if no stiffness is asked for. */
const DRAG_FREQUENCY = 2;

/** Carries out a well-formed action now, before the next step. Throws an `InputError` if it names something that is not there. */
export function applyAction(core: WorldCore, action: Action): void {
  switch (action.do) {
    case 'gravity':
      core.gravity.set(finite(action.value, 'value'));
      disturbAll(core);
      core.measured = -1;
      return;
    case 'drag':
      addDrag(core, action.id, action.body, action.point, action.to, action.stiffness, -1);
      return;
    case 'pull': {
      const until = core.steps + Math.max(1, Math.round(action.duration / core.scene.dt));
      const id = `pull-${core.steps}-${core.springs.length}`;
      addDrag(core, id, action.body, action.point, action.to, action.stiffness, until);
      return;
    }
    case 'force': {
      const point = finite(action.point, 'point');
      const body = bodyAt(core, action.body, point);
      disturb(core, body);
      addDynamic(core, {
        id: `force-${core.steps}-${core.springs.length}`,
        body,
        point,
        to: [0, 0, 0],
        stiffness: 0,
        damping: 0,
        force: finite(action.force, 'force'),
        until: core.steps + Math.max(1, Math.round(action.duration / core.scene.dt)),
      });
      return;
    }
    case 'move': {
      const spring = core.springs.find((s) => s.dynamic !== null && s.name === action.id);
      check(
        spring !== undefined,
        () => `there is no drag "${action.id}" to move. Start it with "drag".`,
        'id',
      );
      spring.places[1].x.set(finite(action.to, 'to'));
      disturb(core, spring.a);
      return;
    }
    case 'drop': {
      const spring = core.springs.find((s) => s.dynamic !== null && s.name === action.id);
      check(spring !== undefined, () => `there is no drag "${action.id}" to drop.`, 'id');
      removeSpring(core, spring);
      return;
    }
    case 'release':
      release(core, action.target);
      return;
    case 'tune': {
      const { tolerance } = action;
      check(
        tolerance === undefined || (tolerance > 0 && tolerance < 1e6),
        () => `must be a positive number, got ${tolerance}.`,
        'tolerance',
      );
      const camera = action.camera && completeCamera(action.camera);
      for (const index of bodiesNamed(core, action.body)) {
        core.bodies[index].body.tune({ ...action, camera });
        disturb(core, index);
      }
      return;
    }
    case 'cut':
      cut(core, action.body, action.blade);
      return;
    case 'refine': {
      const indices = bodiesNamed(core, action.body);
      const { refine, model } = core.bodies[indices[0]].body;
      check(
        refine !== undefined,
        () => `body "${action.body}" is a ${model.kind}; only an octree can be refined.`,
        'body',
      );
      check(action.radius > 0, () => `must be positive, got ${action.radius}.`, 'radius');
      check(
        Number.isInteger(action.levels) && Math.abs(action.levels) <= 8,
        () => `must be a whole number from -8 to 8, got ${action.levels}.`,
        'levels',
      );
      const where = Float64Array.from(finite(action.where, 'where'));
      for (const index of indices) {
        core.bodies[index].body.refine?.(where, action.radius, action.levels);
        disturb(core, index);
      }
      core.measured = -1;
      return;
    }
    case 'layer': {
      const { body } = core.bodies[bodiesNamed(core, action.body)[0]];
      check(
        body.layers !== undefined,
        () => `"${action.body}" has no layers. Give it the model "layers".`,
        'body',
      );
      body.tune({ layer: action });
      disturb(core, bodiesNamed(core, action.body)[0]);
      return;
    }
    case 'remove':
    case 'add': {
      if ('body' in action) {
        if (action.do === 'add') addBody(core, action.body);
        else removeBody(core, action.body);
        return;
      }
      const found = core.obstacles.find((o) => o.name === action.obstacle);
      check(found !== undefined, () => `there is no obstacle "${action.obstacle}".`, 'obstacle');
      found.present = action.do === 'add';
      disturbAll(core);
      return;
    }
  }
}

function addDrag(
  core: WorldCore,
  id: string,
  body: string,
  point: Point,
  to: Point,
  stiffness: number | undefined,
  until: number,
): void {
  check(
    !core.springs.some((s) => s.name === id),
    () => `the id "${id}" is in use. Drop that drag first, or take another id.`,
    'id',
  );
  const index = bodyAt(core, body, finite(point, 'point'));
  disturb(core, index);
  const mass = core.bodies[index].body.model.mass;
  const rate = 2 * Math.PI * DRAG_FREQUENCY;
  const k = stiffness ?? mass * rate * rate;
  check(k > 0 && k < 1e15, () => `must be a positive number of N/m, got ${k}.`, 'stiffness');
  addDynamic(core, {
    id,
    body: index,
    point: finite(point, 'point'),
    to: finite(to, 'to'),
    stiffness: k,
    damping: 0.3 * Math.sqrt(k * mass),
    force: [0, 0, 0],
    until,
  });
}

function release(core: WorldCore, target: string): void {
  const spring = core.springs.find((s) => s.name === target);
  if (spring !== undefined) {
    spring.on = false;
    disturb(core, spring.a);
    disturb(core, spring.b);
    return;
  }
  const [bodyName, holdName] = target.split('.');
  let found = false;
  core.bodies.forEach((live, b) => {
    if (live.name !== bodyName && core.scene.bodies[live.origin]?.name !== bodyName) return;
    const index = live.holds.findIndex((hold) => hold.name === holdName);
    if (index < 0) return;
    found = true;
    live.holds[index].held = false;
    disturb(core, b);
    live.body.release(index);
  });
  check(
    found,
    () => `there is no attachment or spring "${target}". Attachments are named body.attachment.`,
    'target',
  );
}

function cut(core: WorldCore, name: string, blade: readonly (readonly [Point, Point])[]): void {
  const indices = bodiesNamed(core, name);
  const first = core.bodies[indices[0]].body;
  check(
    first.cut !== undefined,
    () => `body "${name}" is a ${first.model.kind}, which cannot be cut. Use an octree.`,
    'body',
  );
  check(
    Array.isArray(blade) && blade.length >= 2,
    () => 'must hold at least two places of the blade.',
    'blade',
  );
  const places = blade.flatMap(([a, b], i) => [
    ...finite(a, `blade[${i}][0]`),
    ...finite(b, `blade[${i}][1]`),
  ]);
  for (const index of indices) {
    const severed = core.bodies[index].body.cut?.(Float64Array.from(places)) ?? 0;
    if (severed < 0) {
      const issue = `${name}: no room for what a cut would make; it was left out. Raise model.room`;
      core.issues.set(issue, (core.issues.get(issue) ?? 0) + 1);
    }
    if (severed > 0) disturb(core, index);
  }
  splitBodies(core);
  core.measured = -1;
}

/** The bodies a name stands for: a body of the scene with all that came off it, or one piece of it. */
function bodiesNamed({ scene, bodies }: WorldCore, name: string): number[] {
  const found: number[] = [];
  const origin = scene.bodies.findIndex((b) => b.name === name);
  bodies.forEach((b, i) => {
    if (origin >= 0 ? b.origin === origin : b.name === name) found.push(i);
  });
  check(found.length > 0, () => `there is no body "${name}".`, 'body');
  return found;
}

/** The one of them that has a material point. */
function bodyAt(core: WorldCore, name: string, point: Point): number {
  const found = bodiesNamed(core, name);
  return found.length === 1 ? found[0] : bodyWith(core.bodies, core.bodies[found[0]].origin, point);
}

function finite(point: Point, path: string): Point {
  check(
    Array.isArray(point) && point.length === 3 && point.every((c) => Number.isFinite(c)),
    () => `must be three finite numbers, got ${JSON.stringify(point)}.`,
    path,
  );
  return [point[0], point[1], point[2]];
}
