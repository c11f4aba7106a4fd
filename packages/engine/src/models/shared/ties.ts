import type { Tied } from '../body.ts';

/** Embeds the same array of points only once: a built body has the same cage in every world. */
export function rememberTies(tie: (points: Float64Array) => Tied): (points: Float64Array) => Tied {
  const known = new WeakMap<Float64Array, Tied>();
  return (points) => {
    const tied = known.get(points) ?? tie(points);
    known.set(points, tied);
    return tied;
  };
}
