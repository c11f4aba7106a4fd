import type {
  Adapt,
  Body,
  Compliance,
  Equation,
  History,
  Motion,
  Points,
} from '../../models/body.ts';

const asIs = (): void => {};

/**
 * Wraps a body so that it does not move and has zero compliance: to others it is an obstacle. It keeps its state,
 * including momentum, until it continues. All other calls go to the body itself.
 */
export function pausedBody(body: Body): Body {
  body.equation.rhs.fill(0, 0, body.equation.unknowns());
  const paused: Body & { paused: Body } = {
    ...body,
    paused: body,
    equation: pausedEquation(body.equation),
    points: pausedPoints(body.points),
    motion: pausedMotion(body.motion),
    adapt: body.adapt && pausedAdapt(body.adapt),
  };
  return paused;
}

/** Returns the body inside a paused one, or the body itself. */
export function goesOn(body: Body): Body {
  return (body as Body & { paused?: Body }).paused ?? body;
}

function pausedEquation(equation: Equation): Equation {
  const clear = (r: Float64Array): void => void r.fill(0, 0, equation.unknowns());
  return {
    ...equation,
    hold: asIs,
    assemble: asIs,
    multiply: clear,
    precondition: clear,
    exact: true,
    prescribe: clear,
    constrain: clear,
    correctMomentum: asIs,
    solveDiagonal: equation.solveDiagonal && asIs,
    limit: asIs,
    potential: () => 0,
  };
}

function pausedPoints(points: Points): Points {
  return {
    ...points,
    velocities: (set, _u, out) => void out.fill(0, 0, 3 * set.count),
    compliance: noCompliance(points.compliance),
  };
}

function pausedMotion(motion: Motion): Motion {
  return { ...motion, advance: asIs, history: motion.history && pausedHistory(motion.history) };
}

function pausedAdapt({ tune, refine }: Adapt): Adapt {
  return { tune, refine };
}

function pausedHistory({ mean, exchange, started, momenta, forget }: History): History {
  const free = (): boolean => false;
  return {
    mean,
    predicted: false,
    exchange,
    started,
    free,
    momenta,
    expect: () => false,
    predict: asIs,
    learn: asIs,
    follow: asIs,
    move: asIs,
    hasten: (_linear, add) => add(),
    forget,
  };
}

/** Zero compliance. */
function noCompliance(compliance: Compliance | undefined): Compliance {
  return {
    dense(_groups, _places, n, W) {
      W.fill(0, 0, 9 * n * n);
      return true;
    },
    ...(compliance?.sparse && {
      sparse: {
        stride: compliance.sparse.stride,
        fill(_groups, _places, n, records) {
          for (let s = 0; s < n; s++) records.fill(0, s * this.stride, s * this.stride + 2);
          for (let s = 0; s < n; s++) records[s * this.stride + 1] = -1;
          return 0;
        },
      } satisfies Compliance['sparse'],
    }),
    ...(compliance?.factor && {
      rank: () => 1,
      factor: (_groups, _places, n, X) => void X.fill(0, 0, 3 * n),
    }),
  };
}
