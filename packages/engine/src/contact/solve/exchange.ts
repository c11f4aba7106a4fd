/**
 * What bodies give each other, so that second-order steps keep angular momentum; `exchange-rows.ts` finds it for rows,
 * `exchange-spins.ts` acts on it.
 *
 * A step of h seconds starts from x* = x + h/3 w and P* = P + ΔP/3, so an impulse p that acts in it acts again by a
 * third in the next step, by a ninth in the one after, when the bodies are elsewhere, perhaps no longer touching. All
 * of that is linear in p, so each body keeps an account of what others gave it: equal and opposite impulses at one
 * place leave accounts that cancel, for good. With c the place (of both) where the implicit part of a step begins and V
 * its velocity, sums being over rows with other bodies, and h, m the step and the mass,
 *
 *   S' = S/3 + Σ p                        change of momentum P
 *   Z' = Z/3 + Σ V × p
 *   T' = T/3 + 4/9 h Z + Σ c × p          change of angular momentum about the world's origin
 *   E' = (E − S')/3                       momentum of the mean velocity w, less P
 *   D' = T' − x'×S' − h/m (E' + S')×P     change of angular momentum about the body's centre, which is at x' then
 *
 * D' follows from x'×P' − x×P = x'×S' + h w'×P with m w' = P + E' + S'. The place goes on at V, 4/3 h in every step:
 * then D' is the same to all who look on from moving trains. Under a steady force it is the torque of half-way.
 */
export const EXCHANGE = {
  /** S, T, Z, E, D: three numbers each. */
  momentum: 0,
  moment: 3,
  drift: 6,
  lag: 9,
  spin: 12,
  /** Steps to come that all this matters in. */
  left: 15,
  /** Length of the last second-order step [s], 0 if there was none; negative: contacts were violated in that step. */
  seconds: 16,
  /** Gravity of that step [m/s²], and 1 if the body touched something. */
  fall: 17,
  touched: 20,
  length: 21,
} as const;

/** After so many steps without an impulse 3⁻ⁿ of the last one is below rounding. */
const LEFT = 40;

/** What a step does to a body's account: three numbers each. */
export interface Given {
  /** Σ p, Σ c × p and Σ V × p over the rows with other bodies. */
  readonly momentum: Float64Array;
  readonly moment: Float64Array;
  readonly drift: Float64Array;
}

export function createGiven(): Given {
  const [momentum, moment, drift] = [0, 1, 2].map(() => new Float64Array(3));
  return { momentum, moment, drift };
}

/** S', T', Z', E' after a step of h seconds into out, which may be the account itself; D' is for `spinOf`. */
export function nextAccount(
  out: Float64Array,
  account: Float64Array,
  { momentum, moment, drift }: Given,
  h: number,
): void {
  const { momentum: S, moment: T, drift: Z, lag: E, left } = EXCHANGE;
  let any = false;
  for (let c = 0; c < 3; c++) {
    any = any || momentum[c] !== 0 || moment[c] !== 0;
    out[T + c] = account[T + c] / 3 + (4 / 9) * h * account[Z + c] + moment[c];
    out[Z + c] = account[Z + c] / 3 + drift[c];
    out[S + c] = account[S + c] / 3 + momentum[c];
    out[E + c] = (account[E + c] - out[S + c]) / 3;
  }
  out[left] = any ? LEFT : Math.max(0, account[left] - 1);
  if (out[left] === 0) out.fill(0, 0, left);
}

/**
 * out = D' of an account after a step, for a body whose centre of mass is at `end` then, and whose momentum was P when
 * the step began.
 */
export function spinOf(
  out: Float64Array,
  account: Float64Array,
  h: number,
  mass: number,
  end: ArrayLike<number>,
  P: ArrayLike<number>,
): void {
  const { momentum: S, moment: T, lag: E } = EXCHANGE;
  for (let c = 0; c < 3; c++) {
    const d = (c + 1) % 3;
    const e = (c + 2) % 3;
    const wd = (h / mass) * (account[E + d] + account[S + d]);
    const we = (h / mass) * (account[E + e] + account[S + e]);
    out[c] =
      account[T + c] -
      (end[d] * account[S + e] - end[e] * account[S + d]) -
      (wd * P[e] - we * P[d]);
  }
}
