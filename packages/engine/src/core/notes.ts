/** A repair of the input that its author should know about. */
export interface Note {
  /** Path in the input; empty for the whole input. */
  readonly path: string;
  readonly text: string;
}

let listening: Note[] | null = null;

/** Runs some work and collects its notes. */
export function noted<T>(work: () => T): { value: T; notes: readonly Note[] } {
  const before = listening;
  const notes: Note[] = [];
  listening = notes;
  try {
    return { value: work(), notes };
  } finally {
    listening = before;
  }
}

/** Every repair is reported. */
export function note(text: string, path = ''): void {
  listening?.push({ path, text });
}
