import type { TriangleMesh } from '../geometry/types.ts';
import { type MeshFormat, writeObj, writePly, writeStl } from '../io/index.ts';
import type { Registration } from './types.ts';

/** A template as read, with the bytes of its file. */
export interface TemplateFile {
  readonly mesh: TriangleMesh;
  readonly bytes: Uint8Array;
  readonly format: MeshFormat | null;
}

/** What a written error map needs of a fit. */
export type FitMap = Pick<Registration, 'positions' | 'error' | 'inlier' | 'weight'>;

/**
 * The template at new positions, in the format that the name of the output asks for. An OBJ keeps its faces, groups,
 * materials and UVs.
 */
export function writeFitted(
  template: TemplateFile,
  positions: Float64Array,
  name: string,
): Uint8Array {
  const mesh = { ...template.mesh, positions };
  if (/\.ply$/i.test(name)) return writePly(mesh);
  if (/\.stl$/i.test(name)) return writeStl(mesh);
  return template.format === 'obj' ? movedObj(template.bytes, positions) : writeObj(mesh);
}

/**
 * An OBJ file with its vertices elsewhere: every other line as it was, byte for byte; normals are left out because they
 * have turned.
 */
function movedObj(bytes: Uint8Array, positions: Float64Array): Uint8Array {
  let v = 0;
  const out: string[] = [];
  for (const line of characters(bytes).split(/\r?\n/)) {
    if (/^\s*v\s/.test(line)) {
      const more = line.trim().split(/\s+/).slice(4);
      out.push(['v', positions[v], positions[v + 1], positions[v + 2], ...more].join(' '));
      v += 3;
    } else if (/^\s*vn\s/.test(line)) continue;
    else if (/^\s*fo?\s/.test(line)) {
      const corner = (_: string, a: string, b: string): string => (b === '' ? a : `${a}/${b}`);
      out.push(line.replace(/(\S+)\/(\S*)\/\S+/g, corner));
    } else out.push(line);
  }
  const text = out.join('\n');
  return Uint8Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));
}

/** One character a byte, so that names in any encoding survive. */
function characters(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let i = 0; i < bytes.length; i += AT_ONCE)
    parts.push(String.fromCharCode(...bytes.subarray(i, i + AT_ONCE)));
  return parts.join('');
}

/** Arguments of one call: far more would overflow the stack. */
const AT_ONCE = 4096;

/**
 * A PLY of the fitted mesh with its signed distance at every vertex: blue inside the target, white on it, red outside,
 * full at `range`.
 */
export function errorMap(template: TriangleMesh, fit: FitMap, range: number): Uint8Array {
  const n = fit.error.length;
  const [red, green, blue] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  for (let v = 0; v < n; v++) {
    const t = range > 0 ? Math.max(-1, Math.min(1, fit.error[v] / range)) : 0;
    const fade = Math.round(255 * (1 - Math.abs(t)));
    red[v] = t < 0 ? fade : 255;
    green[v] = fade;
    blue[v] = t > 0 ? fade : 255;
  }
  const attributes = { error: fit.error, inlier: fit.inlier, weight: fit.weight, red, green, blue };
  return writePly({ positions: fit.positions, triangles: template.triangles, attributes });
}

/** Frames as JSON: where each is at rest, its level, and its map from the template's file to the target's. */
export function framesJson(fit: Registration): string {
  const { rest, level, maps } = fit.frames;
  const frames = Array.from(level, (l, k) => ({
    rest: Array.from(rest.subarray(3 * k, 3 * k + 3)),
    level: l,
    matrix: Array.from(maps.subarray(12 * k, 12 * k + 12)),
  }));
  return `${JSON.stringify({ prealign: fit.report.prealign.matrix, frames }, null, 1)}\n`;
}
