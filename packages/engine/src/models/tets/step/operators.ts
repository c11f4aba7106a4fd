import { gatherForces, gatherSlaves, spreadSlaves } from '../front/spread.ts';
import type { TetsRuntime } from '../runtime.ts';

/** What a front does to vectors on its free vertices. */
export interface Operators {
  /** Elastic forces at x + h·iterate on all places (`memory.f`); slaves keep what they feel. Returns the energy [J]. */
  evaluate(h: number, iterate: Float64Array | null, q: 'q' | 'lookQ'): number;
  /** The stiffness where `evaluate` was, as `product` needs it. */
  stiffen(): void;
  /** y = (m M + s K) u, m the mass arrays given. */
  product(
    y: Float64Array,
    u: Float64Array,
    ownMass: Float64Array,
    edgeMass: Float64Array,
    s: number,
  ): void;
}

export function createOperators(run: TetsRuntime): Operators {
  const { front, memory, elastic, kernels } = run;
  const { x, at, f, X, Y, vertexOf } = memory;
  return {
    evaluate(h, iterate, q) {
      const n = front.free + front.slaves;
      if (iterate === null) {
        for (let i = 0; i < n; i++)
          for (let c = 0; c < 3; c++) at[3 * i + c] = x[3 * vertexOf[i] + c];
      } else {
        for (let i = 0; i < 3 * front.free; i++) X[i] = iterate[i];
        spreadSlaves(X, front, memory);
        for (let i = 0; i < n; i++)
          for (let c = 0; c < 3; c++) at[3 * i + c] = x[3 * vertexOf[i] + c] + h * X[3 * i + c];
      }
      f.fill(0, 0, 3 * n);
      let energy = 0;
      for (let k = 0; k < front.groups.length; k++) {
        const g = front.groups[k];
        if (g.count === 0) continue;
        elastic.deform(g, at, g[q]);
        energy += elastic.forces(g, f);
      }
      const { stiffness } = run.matter;
      if (stiffness !== 1) for (let i = 0; i < 3 * n; i++) f[i] *= stiffness;
      gatherForces(f, front, memory);
      return stiffness * energy;
    },
    stiffen() {
      front.own.fill(0, 0, 9 * (front.free + front.slaves));
      front.across.fill(0, 0, 9 * front.edges);
      for (let k = 0; k < front.groups.length; k++)
        if (front.groups[k].count > 0) elastic.stiffness(front.groups[k]);
    },
    product(y, u, ownMass, edgeMass, factor) {
      const s = factor * run.matter.stiffness;
      for (let i = 0; i < 3 * front.free; i++) X[i] = u[i];
      spreadSlaves(X, front, memory);
      kernels.edgeMultiply(
        Y,
        X,
        front.own,
        ownMass,
        front.free + front.slaves,
        front.across,
        edgeMass,
        memory.ends,
        front.edges,
        s,
      );
      elastic.tenProduct(Y, X, s);
      gatherSlaves(Y, front, memory);
      for (let i = 0; i < 3 * front.free; i++) y[i] = Y[i];
    },
  };
}
