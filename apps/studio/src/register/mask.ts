import type { RegisterSide } from './protocol.ts';

/** Which vertices of the two meshes are left out of a fit. */
export interface Mask {
  /** A mesh of so many vertices, all of which count. */
  reset(side: RegisterSide, vertices: number): void;
  /** Leaves out what is nearer to a place than `radius`, or takes it in again. False if that changes nothing. */
  paint(
    side: RegisterSide,
    positions: ArrayLike<number>,
    at: readonly number[],
    radius: number,
    isLeftOut: boolean,
  ): boolean;
  /** How many are left out. */
  count(side: RegisterSide): number;
  /** A weight a vertex, as a fit takes it; undefined if all count. */
  weights(side: RegisterSide): Float64Array | undefined;
}

export function createMask(): Mask {
  const weights: Record<RegisterSide, Float64Array> = {
    template: new Float64Array(0),
    scan: new Float64Array(0),
  };
  const count = (side: RegisterSide): number =>
    weights[side].reduce((sum, w) => sum + (w === 0 ? 1 : 0), 0);
  return {
    reset(side, vertices) {
      weights[side] = new Float64Array(vertices).fill(1);
    },
    paint(side, positions, [x, y, z], radius, isLeftOut) {
      const own = weights[side];
      const weight = isLeftOut ? 0 : 1;
      let isChanged = false;
      for (let v = 0; v < own.length; v++) {
        const d2 =
          (positions[3 * v] - x) ** 2 +
          (positions[3 * v + 1] - y) ** 2 +
          (positions[3 * v + 2] - z) ** 2;
        if (d2 > radius * radius || own[v] === weight) continue;
        own[v] = weight;
        isChanged = true;
      }
      return isChanged;
    },
    count,
    weights: (side) => (count(side) > 0 ? weights[side] : undefined),
  };
}
