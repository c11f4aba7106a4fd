import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createThreads, planSweep, runSweep } from '@pliant/sweep';

const PROGRAM = fileURLToPath(new URL('../../packages/cli/bin/pliant.js', import.meta.url));
const SPEED = 'bodies[0].velocity[1]';

/** A cube of 27 nodes that falls for half a second: what is small enough for a study of thousands. */
const CUBE = {
  format: 'pliant/1' as const,
  name: 'cube',
  duration: 0.5,
  bodies: [
    {
      name: 'jelly',
      shape: { type: 'box', size: [0.2, 0.2, 0.2] },
      position: [0, 0.3, 0],
      velocity: [0, 0, 0],
      material: { young: 20000 },
      model: { type: 'solid', cell: 0.1 },
      probes: { top: [0, 0.1, 0] },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};

/** The same cube with cells half as large that falls for a second: a run of an ordinary study. */
const FINE_CUBE = {
  ...CUBE,
  duration: 1,
  bodies: [{ ...CUBE.bodies[0], model: { type: 'solid', cell: 0.05 } }],
};

const sweepOf = (count: number, scene: object = CUBE) => ({
  format: 'pliant-sweep/1' as const,
  scene: scene as Record<string, unknown>,
  vary: { [SPEED]: { linear: [0, -2, count] as [number, number, number] } },
});

/** User and system time of this process, threads included, and of children that have ended [s]. */
function cpu(): number {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  return (userCPUTime + systemCPUTime) / 1e6;
}

/** Runs a second of processes of their own against one sweep, and of two threads against one. */
export async function compareSweeps(): Promise<void> {
  const alone = separate(5);
  const many = await together(300, 1);
  console.log(
    `| runs of a small scene | ms of processor time a run | runs a second of it | wall clock |`,
  );
  console.log(`| --- | ---: | ---: | ---: |`);
  const row = (name: string, seconds: number, wall: number): void =>
    console.log(
      `| ${name} | ${(1000 * seconds).toFixed(1)} | ${(1 / seconds).toFixed(1)} | ${(1 / wall).toFixed(1)}/s |`,
    );
  row('each a `pliant run`', alone.cpu, alone.wall);
  row('300 in a sweep, one thread', many.cpu, many.wall);
  console.log(
    `\na sweep does ${(alone.cpu / many.cpu).toFixed(1)} times the runs of separate processes (processor time), ${(alone.wall / many.wall).toFixed(1)} times by the clock\n`,
  );

  console.log('| scene | threads | runs a second, best of five | processor time a run |');
  console.log('| --- | ---: | ---: | ---: |');
  const gains = [
    await compareThreads('cube, cells of 10 cm, 0.5 s', CUBE, 300, 1000),
    await compareThreads('cube, cells of 5 cm, 1 s', FINE_CUBE, 20, 60),
  ];
  for (const gain of gains) console.log(gain);
}

/** Rows of one and of two threads; returns the sentence that compares them. */
async function compareThreads(
  name: string,
  scene: object,
  warm: number,
  count: number,
): Promise<string> {
  const best = [0, 0];
  const each = [0, 0];
  // In turns: a neighbour that comes or goes slows both.
  for (let round = 0; round < 5; round++) {
    for (const threads of [1, 2]) {
      const { rate, cpu: seconds } = await warmRate(scene, threads, warm, count);
      if (rate > best[threads - 1]) {
        best[threads - 1] = rate;
        each[threads - 1] = seconds;
      }
    }
  }
  for (const i of [0, 1]) {
    console.log(
      `| ${name} | ${i + 1} | ${best[i].toFixed(1)} | ${(1000 * each[i]).toFixed(1)} ms |`,
    );
  }
  return `\n${name}: two threads do ${(best[1] / best[0]).toFixed(2)} times the runs of one; each run takes ${(each[1] / each[0]).toFixed(2)} times the processor time beside another thread`;
}

function separate(count: number): { cpu: number; wall: number } {
  const home = mkdtempSync(join(tmpdir(), 'pliant-bench-'));
  try {
    const file = join(home, 'cube.json');
    writeFileSync(file, JSON.stringify(CUBE));
    const start = performance.now();
    let seconds = 0;
    for (let i = 0; i < count; i++) {
      const script = `process.on('exit', () => { const { user, system } = process.cpuUsage(); require('fs').writeSync(2, '\\nCPU ' + (user + system)); })`;
      const hook = join(home, 'cpu.cjs');
      writeFileSync(hook, script);
      const { stderr } = spawnSync(
        process.execPath,
        ['--require', hook, PROGRAM, 'run', file, '--set', `${SPEED}=${-i / count}`, '--json'],
        { encoding: 'utf8' },
      );
      seconds += Number(/CPU (\d+)/.exec(stderr)?.[1]) / 1e6;
    }
    return { cpu: seconds / count, wall: (performance.now() - start) / 1000 / count };
  } finally {
    rmSync(home, { recursive: true });
  }
}

/** A whole sweep with the start of its threads. */
async function together(count: number, workers: number): Promise<{ cpu: number; wall: number }> {
  const [start, before] = [performance.now(), cpu()];
  await runSweep(sweepOf(count), { workers });
  return { cpu: (cpu() - before) / count, wall: (performance.now() - start) / 1000 / count };
}

/** Runs a second once all threads are warm: until then V8 compiles beside them, on cores that are to be shared. */
async function warmRate(
  scene: object,
  workers: number,
  warm: number,
  count: number,
): Promise<{ rate: number; cpu: number }> {
  const plan = planSweep(sweepOf(count, scene));
  const lanes = createThreads(plan.job, { workers });
  await runSweep(planSweep(sweepOf(warm * workers, scene)), { lanes });
  const [start, before] = [performance.now(), cpu()];
  await runSweep(plan, { lanes });
  for (const lane of lanes) lane.close();
  return { rate: (1000 * count) / (performance.now() - start), cpu: (cpu() - before) / count };
}
