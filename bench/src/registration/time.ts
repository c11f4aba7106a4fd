import { compileShape, extractSurface, LIBRARY, type TriangleMesh } from 'pliant';
import { registerSteps } from 'pliant/register';
import { digits, markdownTable } from '../lib/table.ts';
import { cpuNow } from '../lib/timing.ts';
import { moveBy, wave } from './cases.ts';

/** Rabbits: cells along the longest side, how often faces are cut in four; template, then target. */
const SIZES = [
  { template: [48, 0], target: [64, 0], runs: 4, aim: '1' },
  { template: [38, 2], target: [53, 2], runs: 1, aim: '5' },
  { template: [48, 0], target: [60, 3], runs: 1, aim: '10' },
] as const;

/** CPU time of fits of many sizes, the last of some in one process, and the longest piece of work between two pauses. */
export function timeRegistration(): void {
  const rows = SIZES.map(({ template, target, runs, aim }) => {
    const [from, to] = [rabbit(template[0], template[1]), rabbit(target[0], target[1])];
    const bent = { ...to, positions: moveBy(wave(0.04), from.positions, to.positions) };
    let [spent, longest] = [0, 0];
    for (let k = 0; k < runs; k++) {
      const started = cpuNow();
      let last = started;
      longest = 0;
      const work = registerSteps(from, bent, {});
      for (let isDone = false; !isDone; ) {
        isDone = work.next().done === true;
        const now = cpuNow();
        longest = Math.max(longest, now - last);
        last = now;
      }
      spent = cpuNow() - started;
    }
    return [
      `${from.positions.length / 3} → ${to.positions.length / 3}`,
      digits(spent / 1000),
      aim,
      digits(longest),
    ];
  });
  console.log(
    markdownTable(
      ['template → target [vertices]', 'CPU [s]', 'aim [s]', 'longest piece of work [ms]'],
      rows,
    ),
  );
}

function rabbit(cells: number, cuts: number): TriangleMesh {
  const sdf = compileShape(LIBRARY.rabbit.shape());
  const b = sdf.bounds;
  let mesh = extractSurface(sdf, Math.max(b[3] - b[0], b[4] - b[1], b[5] - b[2]) / cells);
  for (let k = 0; k < cuts; k++) mesh = quartered(mesh);
  return mesh;
}

/** Every face cut in four at the middles of its edges. */
function quartered({ positions, triangles }: TriangleMesh): TriangleMesh {
  const n = positions.length / 3;
  const middles = new Map<number, number>();
  const more: number[] = [];
  const middle = (a: number, b: number): number => {
    const key = Math.min(a, b) * n + Math.max(a, b);
    let v = middles.get(key);
    if (v === undefined) {
      v = n + more.length / 3;
      middles.set(key, v);
      for (let d = 0; d < 3; d++) more.push((positions[3 * a + d] + positions[3 * b + d]) / 2);
    }
    return v;
  };
  const faces = new Int32Array(4 * triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = triangles.subarray(t, t + 3);
    const [p, q, r] = [middle(a, b), middle(b, c), middle(c, a)];
    faces.set([a, p, r, p, b, q, r, q, c, p, q, r], 4 * t);
  }
  const all = new Float64Array(positions.length + more.length);
  all.set(positions);
  all.set(more, positions.length);
  return { positions: all, triangles: faces };
}
