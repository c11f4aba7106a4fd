import { InputError } from '../core/errors.ts';
import { knownFields } from './known-fields.ts';
import { faultsOf } from './messages.ts';
import { checkReferences } from './references.ts';
import { MOST_BODIES, rules, type Scene } from './schema.ts';

/** Deeper nesting is refused before any recursion. */
const DEEPEST = 64;

/** All errors of a scene at once, each with its path. */
export class SceneError extends InputError {
  constructor(
    /** One line per error: `bodies[2].material.young: must be …`. */
    readonly faults: readonly string[],
  ) {
    super(
      faults.length === 1
        ? faults[0]
        : `${faults.length} faults in the scene:\n  ${faults.join('\n  ')}`,
    );
  }
}

/**
 * Checks a scene and fills in its defaults. Takes the parsed JSON, or its text. Throws a `SceneError` that lists every
 * error with its path.
 */
export function parseScene(input: unknown): Scene {
  const scene = withGroups(parseFields(input));
  const faults = checkReferences(scene);
  if (faults.length > 0) throw new SceneError(faults);
  return scene;
}

/** Lists the names of all groups, which stay known when their last member is removed. */
function withGroups(scene: Scene): Scene {
  const own = [...scene.bodies, ...scene.obstacles].flatMap((thing) => thing.groups ?? []);
  const groups = [...new Set([...(scene.groups ?? []), ...own])];
  return groups.length === 0 ? scene : { ...scene, groups };
}

/** Checks each field by itself. */
function parseFields(input: unknown): Scene {
  const given = typeof input === 'string' ? parseJson(input) : input;
  refuseDeep(given);
  const data = typeof input === 'string' ? given : withLists(given);
  const { scene } = rules();
  const result = scene.safeParse(data, { reportInput: true });
  if (!result.success) throw new SceneError(faultsOf(scene, 'scene', data, result.error));
  return result.data;
}

/**
 * Adds a body to a checked scene and checks only that body, fast enough for a running world. Paths of errors are those
 * of the whole scene.
 */
export function parseWithBody(scene: Scene, input: unknown): Scene {
  const { format, name, bodies } = scene;
  if (bodies.length >= MOST_BODIES) return parseScene({ ...scene, bodies: [...bodies, input] });
  let body: Scene['bodies'][number];
  try {
    [body] = parseFields({ format, name, bodies: [input] }).bodies;
  } catch (error) {
    if (!(error instanceof SceneError)) throw error;
    throw new SceneError(
      error.faults.map((f) => f.replace('bodies[0]', `bodies[${bodies.length}]`)),
    );
  }
  const whole = withGroups({ ...scene, bodies: [...bodies, body] });
  const faults = checkReferences(whole);
  if (faults.length > 0) throw new SceneError(faults);
  return whole;
}

/** Converts typed arrays anywhere in a scene to lists; returns the same object if there are none. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (ArrayBuffer.isView(value) && 'length' in value)
    return Array.from(value as unknown as ArrayLike<number>);
  if (Array.isArray(value)) {
    if (typeof value[0] === 'number') return value;
    const list = value.map(withLists);
    return list.every((one, i) => one === value[i]) ? value : list;
  }
  const fields = Object.entries(value).map(([key, one]) => [key, withLists(one)] as const);
  const isSame = fields.every(([key, one]) => one === (value as Record<string, unknown>)[key]);
  return isSame ? value : Object.fromEntries(fields);
}

/** Returns the fields that the object at a path of a scene may have, set or not; empty if there is no object. */
export function sceneFields(input: unknown, path: readonly (string | number)[]): readonly string[] {
  return knownFields(rules().scene, input, path);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new SceneError([
      `not valid JSON: ${(error as Error).message}. Check commas and quotes near there.`,
    ]);
  }
}

function refuseDeep(data: unknown): void {
  let level: unknown[] = [data];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) {
      throw new SceneError([
        `nested deeper than ${DEEPEST} levels. Flatten the shapes: a union takes many.`,
      ]);
    }
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
      if (Array.isArray(value) && typeof value[0] === 'number') continue;
      for (const child of Object.values(value)) if (typeof child === 'object') next.push(child);
    }
    level = next;
  }
}
