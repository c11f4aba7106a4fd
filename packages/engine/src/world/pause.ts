import type { Body, History } from '../models/contract.ts';

const asIs = (): void => {};

/**
 * A body that time passes by: it does not move, and answers to no impulse, so that others meet it like an obstacle. Its state stays as it
 * is, momentum and all, for when it goes on. Everything else is the body itself.
 */
export function pausedBody(body: Body): Body {
  const clear = (r: Float64Array): void => void r.fill(0, 0, body.unknowns());
  const none = (W: Float64Array, n: number): void => void W.fill(0, 0, 9 * n * n);
  clear(body.rhs);
  const { history } = body;
  const still: Partial<Body> & { paused: Body } = {
    paused: body,
    assemble: asIs,
    multiply: (y) => clear(y),
    precondition: (z) => clear(z),
    prescribe: (u) => clear(u),
    constrain: (r) => clear(r),
    polish: asIs,
    ease: asIs,
    merit: () => 0,
    hold: asIs,
    touch: asIs,
    pushVelocities: (set, _u, out) => void out.fill(0, 0, 3 * set.count),
    response: (_points, n, W) => none(W, n),
    refineStep: undefined,
    adapt: asIs,
    finish: asIs,
    settle: undefined,
    history: history && pausedHistory(history),
    ...(body.responseAt && { responseAt: (_cage, _spots, n, W) => none(W, n) }),
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
