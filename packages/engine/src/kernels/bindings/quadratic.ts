import type * as quadratic from '../reference/quadratic.ts';
import type { AddressOf, Exports } from './address.ts';

type Quadratic = typeof quadratic;

export function bindQuadratic(call: Exports<Quadratic>, at: AddressOf): Quadratic {
  return {
    quadraticGradients: (F, x, table, gradients, points, work, n) =>
      void call.quadraticGradients(at(F), at(x), at(table), at(gradients), at(points), at(work), n),
    quadraticForces: (f, table, gradients, points, R, F, mu, lambda, kappa, work, n) =>
      call.quadraticForces(
        at(f),
        at(table),
        at(gradients),
        at(points),
        at(R),
        at(F),
        at(mu),
        at(lambda),
        at(kappa),
        at(work),
        n,
      ),
    quadraticMultiply: (y, x, table, gradients, points, R, mu, lambda, kappa, work, scale, n) =>
      void call.quadraticMultiply(
        at(y),
        at(x),
        at(table),
        at(gradients),
        at(points),
        at(R),
        at(mu),
        at(lambda),
        at(kappa),
        at(work),
        scale,
        n,
      ),
  };
}
