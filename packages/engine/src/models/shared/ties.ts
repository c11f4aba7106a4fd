import type { Tied } from '../body.ts';

/** Ties the same array of points once: the cage of a built body is the same in every world that it is put into. */
export function rememberTies(tie: (points: Float64Array) => Tied): (points: Float64Array) => Tied {
  const known = new WeakMap<Float64Array, Tied>();
  return (points) => {
    const tied = known.get(points) ?? tie(points);
    known.set(points, tied);
    return tied;
  };
}
