// @ts-ignore: decorator
@inline
function at(p: usize): f64 {
  return <f64>load<f32>(p);
}

// @ts-ignore: decorator
@inline
function increase(p: usize, x: f64, y: f64, z: f64): void {
  store<f32>(p, <f32>(at(p) + x));
  store<f32>(p + 4, <f32>(at(p + 4) + y));
  store<f32>(p + 8, <f32>(at(p + 8) + z));
}

export function vertexNormals(normals: usize, positions: usize, triangles: usize, vertices: i32, triangleCount: i32): void {
  memory.fill(normals, 0, <usize>vertices * 12);
  const end = triangles + <usize>triangleCount * 12;
  for (let t = triangles; t < end; t += 12) {
    const ia = <usize>load<i32>(t) * 12;
    const ib = <usize>load<i32>(t, 4) * 12;
    const ic = <usize>load<i32>(t, 8) * 12;
    const a = positions + ia;
    const b = positions + ib;
    const c = positions + ic;
    const ux = at(b) - at(a);
    const uy = at(b + 4) - at(a + 4);
    const uz = at(b + 8) - at(a + 8);
    const vx = at(c) - at(a);
    const vy = at(c + 4) - at(a + 4);
    const vz = at(c + 8) - at(a + 8);
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    increase(normals + ia, nx, ny, nz);
    increase(normals + ib, nx, ny, nz);
    increase(normals + ic, nx, ny, nz);
  }
  const last = normals + <usize>vertices * 12;
  for (let p = normals; p < last; p += 12) {
    const x = at(p);
    const y = at(p + 4);
    const z = at(p + 8);
    const size = x * x + y * y + z * z;
    const scale: f64 = size > 0 ? 1 / sqrt(size) : 0;
    store<f32>(p, <f32>(x * scale));
    store<f32>(p + 4, <f32>(y * scale));
    store<f32>(p + 8, <f32>(z * scale));
  }
}
