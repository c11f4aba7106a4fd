/** Something that was done to what was given, so that it can be used: whoever gave it should know. */
export interface Note {
  /** Where, as a path into the input; empty if it is the whole. */
  readonly path: string;
  readonly text: string;
}

let listening: Note[] | null = null;

/** Does some work, and keeps what is noted meanwhile. */
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

/** Every mend says so. */
export function note(text: string, path = ''): void {
  listening?.push({ path, text });
}
