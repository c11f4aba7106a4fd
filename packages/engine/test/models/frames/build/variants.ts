import type { Neighbours } from '../../../../src/models/frames/build/weights.ts';

/** Weights exactly linear between two nodes: φ_i ∝ min_k clamp(½ + (d_k² − d_i²)/(2 d_ik²), 0, 1). */
export function powerFunctions(near: Neighbours): void {
  const { count, distance, phi, toNode } = near;
  let total = 0;
  for (let i = 0; i < count; i++) {
    phi[i] = 1;
    for (let k = 0; k < count; k++) {
      if (k === i) continue;
      let between = 0;
      for (let d = 0; d < 3; d++) between += (toNode[3 * i + d] - toNode[3 * k + d]) ** 2;
      const share = 0.5 + (distance[k] ** 2 - distance[i] ** 2) / (2 * between);
      phi[i] = Math.min(phi[i], Math.max(0, Math.min(1, share)));
    }
    total += phi[i];
  }
  for (let i = 0; i < count; i++) phi[i] /= total;
}

/** The first half of the default: shares that fall with distance, without the correction that makes them linear. */
export function plainShares(near: Neighbours, influences: number): void {
  const { count, distance, region, phi } = near;
  const far = count > influences ? distance[influences] : 1.5 * distance[count - 1];
  const radius = Math.min(far, 2 * distance[Math.min(3, count - 1)]);
  phi.fill(0, 0, count);
  if (region[0] === 1 && distance[0] === 0) {
    phi[0] = 1;
    return;
  }
  let total = 0;
  for (let i = 0; i < count; i++) {
    const t = distance[i] / radius;
    if (t < 1) phi[i] = (1 - t) / (t + (region[i] === 1 ? 0 : 0.1));
    total += phi[i];
  }
  for (let i = 0; i < count; i++) phi[i] /= total;
}
