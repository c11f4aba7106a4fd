import { cos, sin } from '../../math/elementary.ts';
import { quatToMat3 } from '../../math/quat.ts';
import { BLOCK, type Node } from './node.ts';
import type { Vec3 } from './shape.ts';

const RADIANS = Math.PI / 180;

/** Cosine and sine of an angle in degrees; whole quarter turns come out exact. */
function turn(degrees: number): readonly [number, number] {
  const quarters = Math.round(degrees / 90);
  const rest = (degrees - 90 * quarters) * RADIANS;
  const [c, s] = [cos(rest), sin(rest)];
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return [c, s];
    case 1:
      return [-s, c];
    case 2:
      return [-c, -s];
    default:
      return [s, -c];
  }
}

/**
 * Row-major: Rz·Ry·Rx, turns about the fixed x, then y, then z axis [degrees], or that of a quaternion [x, y, z, w] of
 * any length.
 */
export function rotationMatrix(rotation: readonly number[]): Float64Array {
  if (rotation.length === 4) return quaternionMatrix(rotation);
  const degrees = rotation;
  const [cx, sx] = turn(degrees[0]);
  const [cy, sy] = turn(degrees[1]);
  const [cz, sz] = turn(degrees[2]);
  return Float64Array.of(
    cz * cy,
    cz * sy * sx - sz * cx,
    cz * sy * cx + sz * sx,
    sz * cy,
    sz * sy * sx + cz * cx,
    sz * sy * cx - cz * sx,
    -sy,
    cy * sx,
    cy * cx,
  );
}

function quaternionMatrix([x, y, z, w]: readonly number[]): Float64Array {
  // First to a size whose square is a number, whatever the length.
  const most = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  const q = Float64Array.of(x / most, y / most, z / most, w / most);
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (let c = 0; c < 4; c++) q[c] /= length;
  const R = new Float64Array(9);
  quatToMat3(R, 0, q, 0);
  return R;
}

/** The node scaled about its origin, then turned by the row-major matrix R, then moved by p. */
export function placed(node: Node, p: Vec3, R: Float64Array, scale: number): Node {
  const local = new Float64Array(3 * BLOCK);
  const [px, py, pz] = p;
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = R;
  const inverse = 1 / scale;
  return {
    extent: (nx, ny, nz) =>
      scale *
        node.extent(
          r0 * nx + r3 * ny + r6 * nz,
          r1 * nx + r4 * ny + r7 * nz,
          r2 * nx + r5 * ny + r8 * nz,
        ) +
      (nx * px + ny * py + nz * pz),
    evaluate(xyz, n, out) {
      for (let i = 0; i < n; i++) {
        const x = (xyz[3 * i] - px) * inverse;
        const y = (xyz[3 * i + 1] - py) * inverse;
        const z = (xyz[3 * i + 2] - pz) * inverse;
        local[3 * i] = r0 * x + r3 * y + r6 * z;
        local[3 * i + 1] = r1 * x + r4 * y + r7 * z;
        local[3 * i + 2] = r2 * x + r5 * y + r8 * z;
      }
      node.evaluate(local, n, out);
      for (let i = 0; i < n; i++) out[i] *= scale;
    },
  };
}
