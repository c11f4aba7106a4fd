export interface StopSignals {
  readonly finish: AbortSignal;
  readonly kill: AbortSignal;
  off(): void;
}

/** The first Ctrl-C asks to finish what has begun, the second to stop at once. */
export function stopSignals(
  say: (text: string) => void,
  words = 'finishing the runs that have begun; Ctrl-C again stops at once.',
): StopSignals {
  const [finish, kill] = [new AbortController(), new AbortController()];
  const stop = (): void => {
    if (finish.signal.aborted) {
      kill.abort();
      return;
    }
    say(words);
    finish.abort();
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  return {
    finish: finish.signal,
    kill: kill.signal,
    off() {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
    },
  };
}
