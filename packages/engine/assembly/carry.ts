export function takeRecords(out: usize, index: usize, values: usize, n: i32, stride: i32): void {
  const bytes = <usize>stride << 3;
  for (let i: i32 = 0; i < n; i++) {
    memory.copy(out, values + <usize>load<i32>(index) * bytes, bytes);
    out += bytes;
    index += 4;
  }
}

export function carryPatches(
  x: usize, v: usize, oldX: usize, oldV: usize, oldQ: usize, oldRest: usize, oldSpin: usize, patches: usize, size: usize,
  cell: f64, cornerX: f64, cornerY: f64, cornerZ: f64, n: i32,
): void {
  for (let k: i32 = 0; k < n; k++) {
    const j = <usize>load<i32>(patches);
    const i = <usize>load<i32>(patches, 4);
    const cells = <f64>load<i32>(patches, 8);
    const part = cells / <f64>load<i32>(size + (j << 2));
    const rest = oldRest + i * 24;
    const rx = cornerX + cell * (<f64>load<i32>(patches, 12) / cells + 0.5) - load<f64>(rest);
    const ry = cornerY + cell * (<f64>load<i32>(patches, 16) / cells + 0.5) - load<f64>(rest, 8);
    const rz = cornerZ + cell * (<f64>load<i32>(patches, 20) / cells + 0.5) - load<f64>(rest, 16);
    const q = oldQ + (i << 5);
    const qx = load<f64>(q);
    const qy = load<f64>(q, 8);
    const qz = load<f64>(q, 16);
    const qw = load<f64>(q, 24);
    const tx = 2.0 * (qy * rz - qz * ry);
    const ty = 2.0 * (qz * rx - qx * rz);
    const tz = 2.0 * (qx * ry - qy * rx);
    const ax = rx + qw * tx + (qy * tz - qz * ty);
    const ay = ry + qw * ty + (qz * tx - qx * tz);
    const az = rz + qw * tz + (qx * ty - qy * tx);
    const spin = oldSpin + (i << 5);
    const wx = load<f64>(spin);
    const wy = load<f64>(spin, 8);
    const wz = load<f64>(spin, 16);
    const at = oldX + i * 24;
    const speed = oldV + i * 24;
    const xAt = x + j * 24;
    const vAt = v + j * 24;
    store<f64>(xAt, load<f64>(xAt) + part * (load<f64>(at) + ax));
    store<f64>(xAt, load<f64>(xAt, 8) + part * (load<f64>(at, 8) + ay), 8);
    store<f64>(xAt, load<f64>(xAt, 16) + part * (load<f64>(at, 16) + az), 16);
    store<f64>(vAt, load<f64>(vAt) + part * (load<f64>(speed) + (wy * az - wz * ay)));
    store<f64>(vAt, load<f64>(vAt, 8) + part * (load<f64>(speed, 8) + (wz * ax - wx * az)), 8);
    store<f64>(vAt, load<f64>(vAt, 16) + part * (load<f64>(speed, 16) + (wx * ay - wy * ax)), 16);
    patches += 24;
  }
}

export function movesBetween(out: usize, a: usize, b: usize, n: i32): f64 {
  let most: f64 = 0;
  for (let p: i32 = 0; p < n; p++) {
    const dx = load<f64>(a) - load<f64>(b);
    const dy = load<f64>(a, 8) - load<f64>(b, 8);
    const dz = load<f64>(a, 16) - load<f64>(b, 16);
    store<f64>(out, dx);
    store<f64>(out, dy, 8);
    store<f64>(out, dz, 16);
    most = max<f64>(most, dx * dx + dy * dy + dz * dz);
    out += 24;
    a += 24;
    b += 24;
  }
  return most;
}
