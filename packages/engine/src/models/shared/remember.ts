/**
 * Finds something for an array of points, and again only if the array has other contents by then: a built body has the
 * same cage in every world.
 */
export function remember<T>(find: (points: Float64Array) => T): (points: Float64Array) => T {
  const known = new WeakMap<Float64Array, { readonly points: Float64Array; readonly found: T }>();
  return (points) => {
    const last = known.get(points);
    if (last?.points.every((x, i) => Object.is(x, points[i]))) return last.found;
    const found = find(points);
    known.set(points, { points: points.slice(), found });
    return found;
  };
}
