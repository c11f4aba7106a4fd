import type { Body, History, Metric } from '../../models/contract.ts';

const asIs = (): void => {};

/**
 * A body that time passes by: it does not move, and answers to no impulse, so that others meet it like an obstacle. Its state stays as it
 * is, momentum and all, for when it goes on. Everything else is the body itself.
 */
export function pausedBody(body: Body): Body {
  const clear = (r: Float64Array): void => void r.fill(0, 0, body.unknowns());
  clear(body.rhs);
  const { history } = body;
  const still: Partial<Body> & { paused: Body } = {
    paused: body,
    assemble: asIs,
    multiply: (y) => clear(y),
    metric: pausedMetric(body, clear),
    prescribe: (u) => clear(u),
    constrain: (r) => clear(r),
    polish: asIs,
    ease: asIs,
    merit: () => 0,
    hold: asIs,
    touch: asIs,
    pushVelocities: (set, _u, out) => void out.fill(0, 0, 3 * set.count),
    refineStep: undefined,
    adapt: asIs,
    finish: asIs,
    settle: undefined,
    history: history && pausedHistory(history),
  };
  return Object.create(body, Object.getOwnPropertyDescriptors(still)) as Body;
}

/** The body that is paused, or the body itself. */
export function goesOn(body: Body): Body {
  return (body as Body & { paused?: Body }).paused ?? body;
}

function pausedHistory({ mean, forget }: History): History {
  return { mean, predicted: false, predict: asIs, learn: asIs, forget };
}

/** Nothing answers to any impulse. */
function pausedMetric({ metric }: Body, clear: (z: Float64Array) => void): Metric {
  return {
    apply: (z) => clear(z),
    exact: true,
    compliance(_groups, _places, n, W) {
      W.fill(0, 0, 9 * n * n);
      return true;
    },
    ...(metric.factor && {
      rank: () => 1,
      factor: (_groups, _places, n, X) => void X.fill(0, 0, 3 * n),
    }),
  };
}
