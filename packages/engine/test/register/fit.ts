import type { TriangleMesh } from '../../src/geometry/types.ts';
import { type Registration, registerSteps } from '../../src/register/register.ts';
import type { ResumableOptions } from '../../src/register/snapshot.ts';

/** A registration to its end, at once. */
export function fit(
  template: TriangleMesh,
  target: TriangleMesh,
  options: ResumableOptions = {},
): Registration {
  const work = registerSteps(template, target, options);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}
