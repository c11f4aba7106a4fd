/**
 * The part of a tet inside the surface, as tets. `corner` holds its four points sorted inside first, then on the
 * surface, then outside; `cut(a, b)` is the point where an edge crosses. Numbers of points order them for diagonals:
 * lattice points before cuts. Neighbours share their faces' points, hence their diagonals.
 */
export function clipTet(
  corner: ArrayLike<number>,
  inside: number,
  onSurface: number,
  cut: (a: number, b: number) => number,
  emit: (a: number, b: number, c: number, d: number) => void,
): void {
  const [a, b, c, d] = [corner[0], corner[1], corner[2], corner[3]];
  const outside = 4 - inside - onSurface;
  if (outside === 0) emit(a, b, c, d);
  else if (inside === 1) {
    const p = onSurface >= 1 ? b : cut(a, b);
    const q = onSurface >= 2 ? c : cut(a, c);
    emit(a, p, q, cut(a, d));
  } else if (inside === 2 && onSurface === 1) pyramid(a, b, cut(b, d), cut(a, d), c, emit);
  else if (inside === 2) prism(a, cut(a, c), cut(a, d), b, cut(b, c), cut(b, d), emit);
  else prism(a, b, c, cut(a, d), cut(b, d), cut(c, d), emit);
}

/** Quad p q r s with apex t. */
function pyramid(
  p: number,
  q: number,
  r: number,
  s: number,
  t: number,
  emit: (a: number, b: number, c: number, d: number) => void,
): void {
  if (startsAtFirst(p, q, r, s)) {
    emit(p, q, r, t);
    emit(p, r, s, t);
  } else {
    emit(q, r, s, t);
    emit(q, s, p, t);
  }
}

/**
 * Triangles a b c and d e f, with a above d, b above e, c above f. The smallest point is an end of both its quads'
 * diagonals.
 */
function prism(
  a: number,
  b: number,
  c: number,
  d: number,
  e: number,
  f: number,
  emit: (a: number, b: number, c: number, d: number) => void,
): void {
  const least = Math.min(a, b, c, d, e, f);
  if (least === b) prism(b, c, a, e, f, d, emit);
  else if (least === c) prism(c, a, b, f, d, e, emit);
  else if (least === d) prism(d, f, e, a, c, b, emit);
  else if (least === e) prism(e, d, f, b, a, c, emit);
  else if (least === f) prism(f, e, d, c, b, a, emit);
  else {
    emit(a, d, e, f);
    // What is left is a pyramid over the quad b c f e with apex a.
    pyramid(b, c, f, e, a, emit);
  }
}

/** True if the smallest of a quad's four points is p or its opposite r. */
function startsAtFirst(p: number, q: number, r: number, s: number): boolean {
  return Math.min(p, r) < Math.min(q, s);
}
