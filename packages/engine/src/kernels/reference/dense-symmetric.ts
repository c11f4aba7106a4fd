/**
 * y = A x for a symmetric n×n matrix, row-major, of which the lower triangle alone is read. A row's product is the sum of its even
 * places plus the sum of its odd ones, then the diagonal; what the rows below add comes after, row by row.
 */
export function symmetricMultiply(
  y: Float64Array,
  A: Float64Array,
  x: Float64Array,
  n: number,
): void {
  for (let i = 0; i < n; i++) {
    const row = n * i;
    const xi = x[i];
    let even = 0;
    let odd = 0;
    const pairs = i - (i % 2);
    for (let j = 0; j < pairs; j += 2) {
      even += A[row + j] * x[j];
      odd += A[row + j + 1] * x[j + 1];
      y[j] += A[row + j] * xi;
      y[j + 1] += A[row + j + 1] * xi;
    }
    if (pairs < i) {
      even += A[row + pairs] * x[pairs];
      y[pairs] += A[row + pairs] * xi;
    }
    y[i] = even + odd + A[row + i] * xi;
  }
}
