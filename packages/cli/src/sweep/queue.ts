import { collectSweep, serveQueue } from '@pliant/sweep';
import { InputError, type SweepInput } from 'pliant';
import type { Args } from '../args.ts';
import { EXIT } from '../command.ts';
import { createShow } from './show.ts';
import { keptScene, type SweepSource } from './source.ts';
import { closeSweep, threadOptions } from './start.ts';
import { stopSignals } from './stop.ts';

/** Puts the runs into a queue, and writes down what workers elsewhere make of them. */
export async function queueSweep(
  args: Args,
  folder: string,
  { plan, input, scene }: SweepSource,
): Promise<number> {
  const show = createShow(process.stderr, args.flag('json'));
  const say = (text: string): void => {
    show.clear();
    process.stderr.write(`pliant: ${text}\n`);
  };
  const signals = stopSignals(say, 'workers go on; say the same again to collect the rest.');
  try {
    const { isInterrupted } = await collectSweep(plan, {
      url: args.value('queue')!,
      out: folder,
      input: input as unknown as SweepInput,
      scene,
      sceneName: keptScene(folder),
      signal: signals.finish,
      say,
      onProgress: show.progress,
      onResult: show.result,
      onFailure: show.failure,
    });
    show.clear();
    const status = await closeSweep(args, folder, plan);
    return isInterrupted ? EXIT.interrupted : status;
  } finally {
    show.clear();
    signals.off();
  }
}

/** `pliant sweep worker`: takes runs from a queue until interrupted. */
export async function workSweep(args: Args): Promise<number> {
  const url = args.value('queue');
  if (url === undefined)
    throw new InputError('sweep worker needs --queue URL. Write --queue redis://host:6379.');
  const say = (text: string): void => void process.stderr.write(`pliant: ${text}\n`);
  const signals = stopSignals(say);
  const isJson = args.flag('json');
  let done = 0;
  say(`waiting for runs from ${url.replace(/\/\/[^@/]*@/, '//')}. Stop with Ctrl-C.`);
  try {
    await serveQueue({
      ...threadOptions(args),
      url,
      out: args.value('out'),
      lock: args.count('lock', 1),
      signal: signals.finish,
      kill: signals.kill,
      say,
      onRun(what, id) {
        if (isJson) process.stdout.write(`${JSON.stringify({ event: what, id })}\n`);
        else if (what === 'done' && ++done % 100 === 0) say(`${done} runs done.`);
      },
    });
    return EXIT.ok;
  } finally {
    signals.off();
  }
}
