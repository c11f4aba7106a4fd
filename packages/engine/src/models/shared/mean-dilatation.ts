/**
 * The part of λ that acts at each integration point of a ten-node element, at most `most` times μ; the rest acts on the
 * mean dilatation of the element. Four points that all must keep their volume are too many for ten nodes, so that the
 * element locks as ν → ½. If only the mean must keep it, an element bends too easily by itself: by 22 % at ν = ½ if
 * half of μ is kept at the points, by 13 % with 1.5 μ, over n² with n elements through the thickness.
 */
export function localLambda(mu: number, lambda: number, most: number): number {
  return Math.min(lambda, most * mu);
}
