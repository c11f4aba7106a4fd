import type { Damage, Field, Shape } from './cases.ts';
import { ball, compactBelow, fused, limb, pairOf } from './seventh.ts';

/** Shapes that no parameter, rule or earlier case has met. */
export const SHAPES: Readonly<Record<string, Shape>> = {
  teddy: fused(
    0.04,
    limb(0.15, [0, 0.22, 0], [0, 0.32, 0]),
    ball(0.13, [0, 0.58, 0.02]),
    ball(0.05, [0, 0.55, 0.14]),
    ...pairOf((s) => ball(0.045, [0.11 * s, 0.69, 0])),
    ...pairOf((s) => limb(0.05, [0.13 * s, 0.38, 0.03], [0.25 * s, 0.28, 0.14])),
    ...pairOf((s) => limb(0.065, [0.09 * s, 0.1, 0.06], [0.14 * s, 0.07, 0.28])),
  ),
  gourd: fused(
    0.07,
    ball(0.2, [0, 0.2, 0]),
    ball(0.12, [0.03, 0.46, 0.02]),
    limb(0.025, [0.04, 0.56, 0.02], [0.1, 0.66, 0.03]),
    ball(0.05, [0.17, 0.22, 0.06]),
  ),
  dolphin: fused(
    0.05,
    limb(0.12, [0, 0, -0.15], [0, 0, 0.15]),
    limb(0.07, [0, -0.01, 0.28], [0, -0.02, 0.34]),
    limb(0.03, [0, -0.04, 0.4], [0, -0.05, 0.47]),
    limb(0.06, [0, 0.01, -0.28], [0, 0.03, -0.45]),
    limb(0.025, [0, 0.12, -0.02], [0, 0.22, -0.1]),
    ...pairOf((s) => limb(0.025, [0.02 * s, 0.03, -0.5], [0.16 * s, 0.04, -0.6])),
    ...pairOf((s) => limb(0.025, [0.1 * s, -0.06, 0.1], [0.24 * s, -0.12, 0])),
  ),
  stool: fused(
    0.03,
    ...[0, 1, 2].flatMap((k) => {
      const [c, s] = [Math.cos(2.1 * k + 0.3), Math.sin(2.1 * k + 0.3)];
      return [
        limb(0.05, [0, 0.5, 0], [0.14 * c, 0.5, 0.14 * s]),
        limb(0.03, [0.14 * c, 0.48, 0.14 * s], [0.24 * c, 0.03, 0.24 * s]),
      ];
    }),
    limb(0.025, [0.16, 0.25, 0.05], [-0.1, 0.25, 0.14]),
  ),
  cactus: fused(
    0.03,
    limb(0.1, [0, 0.1, 0], [0, 0.72, 0]),
    limb(0.05, [0.08, 0.35, 0], [0.22, 0.38, 0.02]),
    limb(0.05, [0.22, 0.38, 0.02], [0.24, 0.6, 0.02]),
    limb(0.045, [-0.07, 0.5, 0.02], [-0.18, 0.52, 0.05]),
    limb(0.045, [-0.18, 0.52, 0.05], [-0.19, 0.68, 0.06]),
  ),
  duck: fused(
    0.05,
    limb(0.16, [0, 0.17, -0.08], [0, 0.16, 0.08]),
    ball(0.11, [0, 0.4, 0.14]),
    limb(0.03, [0, 0.38, 0.23], [0, 0.37, 0.29]),
    limb(0.05, [0, 0.22, -0.2], [0, 0.28, -0.3]),
  ),
};

/** An arch: the longest axis lifts by a part of L in its middle and leans over at its upper end. */
export const arch =
  (height: number): Field =>
  ({ L, length, axes: [a, b, c] }) =>
  (p) => {
    const s = (2 * p[a]) / length;
    p[b] += height * L * (1 - s * s);
    p[c] += 0.5 * height * L * s * s * s;
  };

/** A squeeze: one side is flattened, the other bulges, more so at one end. */
export const squeeze =
  (part: number): Field =>
  ({ L, length, axes: [a, b, c] }) =>
  (p) => {
    const end = 0.5 + p[a] / length;
    p[b] *= 1 - part * end;
    p[c] *= 1 + 0.7 * part * end;
    p[a] += (0.3 * part * (p[b] * p[b] - p[c] * p[c])) / L;
  };

/** What a scanner on the ground loses: the lowest part of the height is not there. */
export const withoutFeet =
  (part: number): Damage =>
  (whole) => {
    const x = whole.target.positions;
    let [low, high] = [Infinity, -Infinity];
    for (let i = 1; i < x.length; i += 3) {
      low = Math.min(low, x[i]);
      high = Math.max(high, x[i]);
    }
    return { ...whole, target: compactBelow(whole.target, low + part * (high - low)) };
  };
