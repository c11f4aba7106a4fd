import type { TriangleMesh } from '../../src/geometry/types.ts';
import { registerSteps } from '../../src/register/register.ts';
import type { ResumableOptions } from '../../src/register/snapshot.ts';
import type { Registration } from '../../src/register/types.ts';

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
