import type { BodyModel } from '../body.ts';
import { adaptPromise } from './adapt.ts';
import { compliancePromise, symmetryPromise } from './equation.ts';
import { advancePromise, momentumPromise, movePromise } from './motion.ts';
import { recordPromise, transposePromise } from './points.ts';
import { lookPromise, restorePromise } from './state.ts';
import { createSubject, type ModelPromise } from './subject.ts';

export { createSubject, type ModelPromise } from './subject.ts';

/** The promises of the contract, in the order of its facets; `docs/contract.md` explains each. */
export const PROMISES: readonly ModelPromise[] = [
  symmetryPromise,
  momentumPromise,
  transposePromise,
  recordPromise,
  compliancePromise,
  advancePromise,
  movePromise,
  adaptPromise,
  lookPromise,
  restorePromise,
];

/**
 * Puts live bodies of a model to the test: names of the promises it breaks, each with what was found. For who writes a
 * model of their own; small bodies are enough, of at most a few thousand unknowns.
 */
export function brokenPromises(model: BodyModel): { name: string; found: string }[] {
  return PROMISES.flatMap(({ name, broken }) => {
    const found = broken(() => createSubject(model));
    return found === null ? [] : [{ name, found }];
  });
}
