// Follows src/kernels/svd3.ts. Addresses of 3×3 matrices; columns are 8 bytes apart, rows 24.
const MAX_SWEEPS: i32 = 24;
const ORTHOGONAL: f64 = 1e-16;
const NO_DIRECTION: f64 = 1e-150;

export function svd3(U: usize, S: usize, V: usize, A: usize): void {
  let m: f64 = 0;
  for (let i: usize = 0; i < 9; i++) {
    store<f64>(V + (i << 3), i % 4 == 0 ? 1 : 0);
    m = max(m, abs(load<f64>(A + (i << 3))));
  }
  if (!(m > 0 && m < Infinity)) {
    for (let i: usize = 0; i < 72; i += 8) store<f64>(U + i, load<f64>(V + i));
    for (let i: usize = 0; i < 24; i += 8) store<f64>(S + i, m == 0 ? 0 : NaN);
    return;
  }
  for (let i: usize = 0; i < 72; i += 8) store<f64>(U + i, load<f64>(A + i) / m);
  for (let sweep: i32 = 0; sweep < MAX_SWEEPS; sweep++) {
    const a = orthogonalise(U, V, 0, 8);
    const b = orthogonalise(U, V, 0, 16);
    const c = orthogonalise(U, V, 8, 16);
    if ((a | b | c) == 0) break;
  }
  sortColumns(U, V, 0, 8);
  sortColumns(U, V, 0, 16);
  sortColumns(U, V, 8, 16);

  const s0 = sqrt(columnDot(U, 0, 0));
  scaleColumn(U, 0, s0);
  let s1 = sqrt(columnDot(U, 8, 8));
  if (s1 > NO_DIRECTION) scaleColumn(U, 8, s1);
  else {
    s1 = 0;
    perpendicularColumn(U);
  }
  const x = load<f64>(U, 24) * load<f64>(U, 56) - load<f64>(U, 48) * load<f64>(U, 32);
  const y = load<f64>(U, 48) * load<f64>(U, 8) - load<f64>(U) * load<f64>(U, 56);
  const z = load<f64>(U) * load<f64>(U, 32) - load<f64>(U, 24) * load<f64>(U, 8);
  store<f64>(S, s0 * m);
  store<f64>(S, s1 * m, 8);
  store<f64>(S, (load<f64>(U, 16) * x + load<f64>(U, 40) * y + load<f64>(U, 64) * z) * m, 16);
  store<f64>(U, x, 16);
  store<f64>(U, y, 40);
  store<f64>(U, z, 64);
}

function orthogonalise(U: usize, V: usize, i: usize, j: usize): i32 {
  const ii = columnDot(U, i, i);
  const jj = columnDot(U, j, j);
  const ij = columnDot(U, i, j);
  if (!(abs(ij) > ORTHOGONAL * sqrt(ii * jj))) return 0;
  const t = jacobiTangent(ii, jj, ij);
  const c = 1 / sqrt(1 + t * t);
  rotateColumns(U, i, j, c, t * c);
  rotateColumns(V, i, j, c, t * c);
  return 1;
}

// @ts-ignore: decorator
@inline
function jacobiTangent(pp: f64, qq: f64, pq: f64): f64 {
  const zeta = (qq - pp) / (2 * pq);
  const t = 1 / (abs(zeta) + sqrt(1 + zeta * zeta));
  return zeta < 0 ? -t : t;
}

// @ts-ignore: decorator
@inline
function rotateColumns(M: usize, i: usize, j: usize, c: f64, s: f64): void {
  for (let k = M; k < M + 72; k += 24) {
    const a = load<f64>(k + i);
    const b = load<f64>(k + j);
    store<f64>(k + i, c * a - s * b);
    store<f64>(k + j, s * a + c * b);
  }
}

// @ts-ignore: decorator
@inline
function columnDot(M: usize, i: usize, j: usize): f64 {
  return (
    load<f64>(M + i) * load<f64>(M + j) +
    load<f64>(M + i, 24) * load<f64>(M + j, 24) +
    load<f64>(M + i, 48) * load<f64>(M + j, 48)
  );
}

function scaleColumn(M: usize, i: usize, length: f64): void {
  for (let k = M + i; k < M + 72; k += 24) store<f64>(k, load<f64>(k) / length);
}

function sortColumns(U: usize, V: usize, i: usize, j: usize): void {
  if (!(columnDot(U, i, i) < columnDot(U, j, j))) return;
  rotateColumns(U, i, j, 0, -1);
  rotateColumns(V, i, j, 0, -1);
}

function perpendicularColumn(U: usize): void {
  const ax = abs(load<f64>(U));
  const ay = abs(load<f64>(U, 24));
  const az = abs(load<f64>(U, 48));
  const k: usize = ax <= ay && ax <= az ? 0 : ay <= az ? 24 : 48;
  const along = load<f64>(U + k);
  for (let i: usize = 0; i < 72; i += 24) {
    store<f64>(U + i, (i == k ? 1 : 0) - along * load<f64>(U + i), 8);
  }
  scaleColumn(U, 8, sqrt(columnDot(U, 8, 8)));
}
