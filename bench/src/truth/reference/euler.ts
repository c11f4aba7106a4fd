/** Where a free rigid box points: its third own axis in the world, after `time` seconds, by Runge–Kutta on Euler's equations. */
export function freeAxis(
  size: readonly [number, number, number],
  spin: readonly [number, number, number],
  time: number,
): [number, number, number] {
  const [a, b, c] = size;
  const inertia = [b * b + c * c, a * a + c * c, a * a + b * b];
  const [i1, i2, i3] = inertia;
  // State: spin in the body's axes (which are the world's at first), then a quaternion x, y, z, w.
  const rate = (y: readonly number[]): number[] => {
    const [p, q, r, x, yy, z, w] = y;
    return [
      ((i2 - i3) / i1) * q * r,
      ((i3 - i1) / i2) * r * p,
      ((i1 - i2) / i3) * p * q,
      (w * p + yy * r - z * q) / 2,
      (w * q + z * p - x * r) / 2,
      (w * r + x * q - yy * p) / 2,
      -(x * p + yy * q + z * r) / 2,
    ];
  };
  const steps = Math.max(1, Math.ceil(time * 4000));
  const h = time / steps;
  let y = [...spin, 0, 0, 0, 1];
  for (let s = 0; s < steps; s++) {
    const k1 = rate(y);
    const k2 = rate(y.map((v, i) => v + (h / 2) * k1[i]));
    const k3 = rate(y.map((v, i) => v + (h / 2) * k2[i]));
    const k4 = rate(y.map((v, i) => v + h * k3[i]));
    y = y.map((v, i) => v + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  const [x, yy, z, w] = y.slice(3);
  return [2 * (x * z + w * yy), 2 * (yy * z - w * x), 1 - 2 * (x * x + yy * yy)];
}
