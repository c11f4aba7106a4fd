import { setAt } from '@pliant/sweep/core';
import { InputError } from 'pliant';

/**
 * Changes one value of a scene before it is checked: `bodies[0].material.young=2e5`. The value is JSON, or text if it is not.
 */
export function setPath(scene: unknown, assignment: string): void {
  const equals = assignment.indexOf('=');
  if (equals < 1)
    throw new InputError(`--set ${assignment}: must be path=value, got no value. Write dt=0.01.`);
  const path = assignment.slice(0, equals);
  try {
    setAt(scene, path, parse(assignment.slice(equals + 1)));
  } catch (error) {
    throw error instanceof InputError ? new InputError(`--set ${error.message}`) : error;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
