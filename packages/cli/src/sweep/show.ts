import type { FailedRun, Progress, SweepResult } from '@pliant/sweep';

/** Milliseconds between two lines where nobody looks, between two pictures of the bar, and between two lines for programs. */
const LINE_EVERY = 10_000;
const BAR_EVERY = 100;
const JSON_EVERY = 1000;
const WIDTH = 24;

/** Tells how a sweep goes: a bar on a terminal, a line now and then elsewhere, a line of JSON each thing for programs. */
export interface Show {
  progress(progress: Progress): void;
  result(result: SweepResult): void;
  failure(failure: FailedRun): void;
  /** Takes the bar away. */
  clear(): void;
}

export function createShow(stream: NodeJS.WriteStream, asJson: boolean): Show {
  let last = asJson || stream.isTTY ? 0 : Date.now();
  const every = asJson ? JSON_EVERY : stream.isTTY ? BAR_EVERY : LINE_EVERY;
  const print = (event: string, data: object): void => {
    process.stdout.write(`${JSON.stringify({ event, ...data })}\n`);
  };
  const clear = (): void => {
    if (stream.isTTY && !asJson) stream.write('\r\x1b[K');
  };
  return {
    progress(progress) {
      const now = Date.now();
      if (now - last < every) return;
      last = now;
      if (asJson) print('progress', progress);
      else if (stream.isTTY) stream.write(`\r\x1b[K${barOf(progress)} ${wordsOf(progress)}`);
      else stream.write(`${wordsOf(progress)}\n`);
    },
    result(result) {
      if (asJson) print('result', { ...result, series: undefined });
    },
    failure(failure) {
      if (asJson) return print('failure', failure);
      clear();
      stream.write(`failed: ${failure.message}\n  ${failure.command}\n`);
    },
    clear,
  };
}

function barOf({ total, left }: Progress): string {
  const filled = Math.round((WIDTH * (total - left)) / Math.max(1, total));
  return '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
}

export function wordsOf(progress: Progress): string {
  const { total, done, failed, known, left, perMinute, secondsLeft } = progress;
  const parts = [
    `${total - left}/${total} runs`,
    known > 0 ? `${known} known` : '',
    failed > 0 ? `${failed} failed` : '',
    done > 0 ? `${Math.round(perMinute)} a minute` : '',
    left > 0 && secondsLeft !== null ? `${durationOf(secondsLeft)} left` : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** 75 → 1 min 15 s */
export function durationOf(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const minutes = Math.round(seconds / 60);
  if (seconds < 600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`;
}
