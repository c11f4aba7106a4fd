/** A thin bar under its own weight across gravity, found by shooting: EI θ″ = −q (L − s) cos θ, θ(0) = 0, θ′(L) = 0. */
export interface Elastica {
  readonly length: number;
  /** Bending stiffness [N m²]. */
  readonly stiffness: number;
  /** Weight per length [N/m]. */
  readonly weight: number;
}

/** How far the tip comes down, and in towards the clamp [m]. */
export function elasticaTip({ length, stiffness, weight }: Elastica): {
  drop: number;
  pull: number;
} {
  const steps = 2000;
  const h = length / steps;
  const shoot = (bend: number): { bend: number; drop: number; along: number } => {
    // State: θ (downwards), θ′, drop, along.
    let y = [0, bend, 0, 0];
    const rate = (s: number, [theta, curve]: readonly number[]): number[] => [
      curve,
      (-weight * (length - s) * Math.cos(theta)) / stiffness,
      Math.sin(theta),
      Math.cos(theta),
    ];
    for (let n = 0; n < steps; n++) {
      const s = n * h;
      const a = rate(s, y);
      const b = rate(
        s + h / 2,
        y.map((v, i) => v + (h / 2) * a[i]),
      );
      const c = rate(
        s + h / 2,
        y.map((v, i) => v + (h / 2) * b[i]),
      );
      const d = rate(
        s + h,
        y.map((v, i) => v + h * c[i]),
      );
      y = y.map((v, i) => v + (h / 6) * (a[i] + 2 * b[i] + 2 * c[i] + d[i]));
    }
    return { bend: y[1], drop: y[2], along: y[3] };
  };
  let [low, high] = [0, (weight * length ** 2) / (2 * stiffness)];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (shoot(middle).bend > 0) high = middle;
    else low = middle;
  }
  const { drop, along } = shoot((low + high) / 2);
  return { drop, pull: length - along };
}
