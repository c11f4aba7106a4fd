import { canonical, getAt, hashJson, type Json, type Path, setAt } from './json.ts';

/** A value that goes to a place of the document; undefined takes away what is there. */
export type Edit = readonly [path: Path, value: Json | undefined];

/** Something that was done to the document: how it was before and after. The two share all that did not change. */
interface Command<T> {
  readonly label: string;
  readonly before: T;
  readonly after: T;
  /** The places that it changed, to tell whether a hand goes on with it. */
  readonly places: string;
}

/** One serialisable document; every change to it is a command that can be undone. */
export interface Store<T extends Json> {
  readonly value: T;
  /** Equal if and only if (as good as) the documents are. */
  readonly hash: string;
  /** What undoing and redoing would do, in words; null if there is nothing. */
  readonly undoes: string | null;
  readonly redoes: string | null;
  /**
   * Changes places, all of them as one command; false if nothing differs. While a hand is on a slider (`held`) changes of the same places go
   * on as one command, until `letGo`.
   */
  run(label: string, edits: readonly Edit[], held?: boolean): boolean;
  letGo(): void;
  undo(): boolean;
  redo(): boolean;
  /** Another document: nothing of the old one can be undone. */
  open(value: T): void;
  /** Calls back after every change; gives the way to stop it. */
  listen(listener: (value: T) => void): () => void;
}

/** Commands that are remembered. */
const MOST_COMMANDS = 500;

export function createStore<T extends Json>(first: T): Store<T> {
  let value = first;
  let done: Command<T>[] = [];
  let undone: Command<T>[] = [];
  let isHeld = false;
  const listeners = new Set<(value: T) => void>();
  const become = (next: T): void => {
    value = next;
    for (const listener of [...listeners]) listener(value);
  };

  return {
    get value() {
      return value;
    },
    get hash() {
      return hashJson(value);
    },
    get undoes() {
      return done[done.length - 1]?.label ?? null;
    },
    get redoes() {
      return undone[undone.length - 1]?.label ?? null;
    },
    run(label, edits, held = false) {
      const after = edits.reduce<Json>((root, [path, to]) => setAt(root, path, to), value) as T;
      const isSame = ([path, to]: Edit): boolean => canonical(getAt(value, path)) === canonical(to);
      if (edits.every(isSame)) return false;
      const places = canonical(edits.map(([path]) => path));
      const last = done[done.length - 1];
      const goesOn = isHeld && last?.label === label && last.places === places;
      const before = goesOn ? last.before : value;
      done = [...(goesOn ? done.slice(0, -1) : done), { label, before, after, places }];
      done = done.slice(-MOST_COMMANDS);
      undone = [];
      isHeld = held;
      become(after);
      return true;
    },
    letGo() {
      isHeld = false;
    },
    undo() {
      const command = done.pop();
      if (command === undefined) return false;
      isHeld = false;
      undone.push(command);
      become(command.before);
      return true;
    },
    redo() {
      const command = undone.pop();
      if (command === undefined) return false;
      isHeld = false;
      done.push(command);
      become(command.after);
      return true;
    },
    open(next) {
      done = [];
      undone = [];
      isHeld = false;
      become(next);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
