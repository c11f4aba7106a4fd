// How far is a cube squashed, depending on how stiff it is and how fast it comes? Run it with: node examples/sweep.mjs
import { runSweep } from '@pliant/sweep';

const SIZE = 0.2;
const scene = {
  format: 'pliant/1',
  name: 'drop',
  duration: 0.3,
  bodies: [
    {
      name: 'cube',
      shape: { type: 'box', size: [SIZE, SIZE, SIZE] },
      position: [0, 0.12, 0],
      material: { young: 1e4 },
      model: { type: 'solid', cell: SIZE / 2 },
      probes: { top: [0, SIZE / 2, 0] },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};

const YOUNG = 'bodies[0].material.young';
const SPEED = 'bodies[0].velocity[1]';
const LOWEST = 'min(bodies[0].probes.top[1])';
const { results, failures } = await runSweep(
  {
    format: 'pliant-sweep/1',
    scene,
    vary: { [YOUNG]: { log: [1e4, 1e6, 3] }, [SPEED]: { linear: [0, -2, 3] } },
    measure: [LOWEST],
  },
  // Told of each run as it comes; with `out: 'folder'` results are kept, and what is there is not run again.
  { workers: 2, onResult: ({ id }) => console.error(`run ${id} is done`) },
);

console.log('young [Pa]  speed [m/s]  lowest [%]');
for (const { parameters, measures } of results.sort((a, b) => a.index - b.index)) {
  const lowest = ((100 * measures[LOWEST]) / SIZE).toFixed(1);
  console.log(
    `${String(parameters[YOUNG]).padStart(10)}  ${String(-parameters[SPEED]).padStart(11)}  ${lowest.padStart(10)}`,
  );
}
if (failures.length > 0) process.exitCode = 1;
