import { InputError } from 'pliant';

/**
 * Changes one value of a scene before it is checked: `bodies[0].material.young=2e5`. The value is JSON, or text if it is not.
 */
export function setPath(scene: unknown, assignment: string): void {
  const equals = assignment.indexOf('=');
  if (equals < 1)
    throw new InputError(`--set ${assignment}: must look like path=value, for example dt=0.01.`);
  const path = assignment.slice(0, equals);
  const steps = path.split(/[.[\]]/).filter((part) => part !== '');
  let at: unknown = scene;
  for (const step of steps.slice(0, -1)) {
    const next = child(at, step);
    if (typeof next !== 'object' || next === null) {
      if (typeof at !== 'object' || at === null || Array.isArray(at)) {
        throw new InputError(`--set ${path}: there is no "${step}" in the scene.`);
      }
      (at as Record<string, unknown>)[step] = {};
    }
    at = child(at, step);
  }
  if (typeof at !== 'object' || at === null)
    throw new InputError(`--set ${path}: there is no such place in the scene.`);
  const last = steps.at(-1);
  if (last === undefined || last === '__proto__')
    throw new InputError(`--set ${path}: is not a path.`);
  (at as Record<string, unknown>)[last] = parse(assignment.slice(equals + 1));
}

function child(at: unknown, step: string): unknown {
  if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
  return (at as Record<string, unknown>)[step];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
