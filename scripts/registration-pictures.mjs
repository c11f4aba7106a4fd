// Draws the gallery's registration scenes for docs/registration.md: template, scan, fit with its error in colours. Needs the packages built.
import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { REGISTRATION_SCENES, register } from '../packages/engine/dist/register.js';
import { fromRoot } from './lib/paths.mjs';

const TILE = [300, 230];
const FINE = 3;
const COLORS = { template: [227, 168, 63], scan: [150, 160, 175], paper: [250, 250, 248] };
const [YAW, PITCH] = [0.6, 0.25];

const width = 3 * TILE[0];
const height = REGISTRATION_SCENES.length * TILE[1];
const picture = new Uint8Array(3 * width * height);
for (const [row, scene] of REGISTRATION_SCENES.entries()) {
  const { template, target } = scene.make();
  const fit = await register(template, target, scene.options);
  const range = fit.report.distance.inliers.templateToTarget.p95;
  const bounds = boundsOf(target.positions, template.positions);
  draw(0, row, template, bounds, () => COLORS.template);
  draw(1, row, target, bounds, () => COLORS.scan);
  draw(2, row, { ...template, positions: fit.positions }, bounds, (v) =>
    errorColor(fit.error[v] / range),
  );
}
writeFileSync(fromRoot('docs', 'images', 'registration.png'), png(picture, width, height));

/** Blue inside the scan, white on it, red outside. */
function errorColor(part) {
  const t = Math.max(-1, Math.min(1, part));
  const end = t < 0 ? [60, 100, 200] : [205, 60, 50];
  return end.map((c) => 245 + Math.abs(t) * (c - 245));
}

/** x, y of the picture and the depth of a point. */
function seen(x, y, z) {
  const [c, s] = [Math.cos(YAW), Math.sin(YAW)];
  const [a, b] = [c * x - s * z, s * x + c * z];
  const [p, q] = [Math.cos(PITCH), Math.sin(PITCH)];
  return [a, p * y - q * b, q * y + p * b];
}

/** Middle and half the extent of all that is drawn in a row, as it is seen. */
function boundsOf(...lists) {
  const low = [Infinity, Infinity];
  const high = [-Infinity, -Infinity];
  for (const x of lists) {
    for (let i = 0; i < x.length; i += 3) {
      const at = seen(x[i], x[i + 1], x[i + 2]);
      for (let d = 0; d < 2; d++) {
        low[d] = Math.min(low[d], at[d]);
        high[d] = Math.max(high[d], at[d]);
      }
    }
  }
  const scale = 0.94 * Math.min(TILE[0] / (high[0] - low[0]), TILE[1] / (high[1] - low[1]));
  return { middle: [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2], scale };
}

function draw(column, row, { positions, triangles }, { middle, scale }, colorOf) {
  const [w, h] = [FINE * TILE[0], FINE * TILE[1]];
  const depth = new Float64Array(w * h).fill(-Infinity);
  const color = new Float64Array(3 * w * h);
  for (let i = 0; i < w * h; i++) color.set(COLORS.paper, 3 * i);
  const normals = normalsOf(positions, triangles);
  const at = Array.from({ length: positions.length / 3 }, (_, v) => {
    const [x, y, z] = seen(positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]);
    const n = seen(normals[3 * v], normals[3 * v + 1], normals[3 * v + 2]);
    const size = Math.hypot(...n) || 1;
    // Light from above left and a little from everywhere; both sides of a sheet are lit.
    const light = 0.45 + 0.55 * Math.abs((-0.4 * n[0] + 0.6 * n[1] + 0.7 * n[2]) / size);
    return [
      w / 2 + FINE * scale * (x - middle[0]),
      h / 2 - FINE * scale * (y - middle[1]),
      z,
      ...colorOf(v).map((c) => light * c),
    ];
  });
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => at[triangles[t + k]]);
    const area = (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
    if (area === 0) continue;
    const range = (d, most) => [
      Math.max(0, Math.floor(Math.min(a[d], b[d], c[d]))),
      Math.min(most - 1, Math.ceil(Math.max(a[d], b[d], c[d]))),
    ];
    const [x0, x1] = range(0, w);
    const [y0, y1] = range(1, h);
    for (let y = y0; y <= y1; y++) {
      for (let x = x0; x <= x1; x++) {
        const u = ((x - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (y - a[1])) / area;
        const v = ((b[0] - a[0]) * (y - a[1]) - (x - a[0]) * (b[1] - a[1])) / area;
        if (u < 0 || v < 0 || u + v > 1) continue;
        const mixed = (k) => (1 - u - v) * a[k] + u * b[k] + v * c[k];
        const p = x + w * y;
        if (mixed(2) <= depth[p]) continue;
        depth[p] = mixed(2);
        for (let d = 0; d < 3; d++) color[3 * p + d] = mixed(3 + d);
      }
    }
  }
  for (let i = 0; i < 3 * TILE[0] * TILE[1]; i++) {
    const [x, y] = [Math.floor(i / 3) % TILE[0], Math.floor(i / 3 / TILE[0])];
    let sum = 0;
    for (let s = 0; s < FINE * FINE; s++)
      sum += color[3 * (FINE * x + (s % FINE) + w * (FINE * y + Math.floor(s / FINE))) + (i % 3)];
    const to = 3 * (column * TILE[0] + x + width * (row * TILE[1] + y)) + (i % 3);
    // Steps of four are not seen, and halve the file.
    picture[to] = Math.min(255, 4 * Math.round(sum / (4 * FINE * FINE)));
  }
}

function normalsOf(x, triangles) {
  const out = new Float64Array(x.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [0, 1, 2].map((k) => 3 * triangles[t + k]);
    const u = [0, 1, 2].map((d) => x[b + d] - x[a + d]);
    const v = [0, 1, 2].map((d) => x[c + d] - x[a + d]);
    const n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
    for (const o of [a, b, c]) for (let d = 0; d < 3; d++) out[o + d] += n[d];
  }
  return out;
}

function png(rgb, w, h) {
  const raw = new Uint8Array((3 * w + 1) * h);
  for (let y = 0; y < h; y++)
    raw.set(rgb.subarray(3 * w * y, 3 * w * (y + 1)), (3 * w + 1) * y + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(w, 0);
  head.writeUInt32BE(h, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const part = (kind, data) => {
    const body = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
    const out = Buffer.alloc(body.length + 8);
    out.writeUInt32BE(data.length, 0);
    out.set(body, 4);
    out.writeUInt32BE(crc(body), body.length + 4);
    return out;
  };
  const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const data = deflateSync(raw, { level: 9 });
  return Buffer.concat([
    signature,
    part('IHDR', head),
    part('IDAT', data),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function crc(bytes) {
  let c = -1;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k++) c = (c >>> 1) ^ (0xedb88320 & -(c & 1));
  }
  return (c ^ -1) >>> 0;
}
