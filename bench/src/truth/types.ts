import type { SceneInput } from 'pliant';

/** A scene's model, as a scene writes it. */
export type ModelInput = NonNullable<NonNullable<SceneInput['bodies']>[number]['model']>;

/** What one run came to. */
export interface Outcome {
  readonly value: number;
  /** What is right; null where only the limit says so. */
  readonly truth: number | null;
  /** What is held against the limit: by default value / truth − 1. */
  readonly error: number;
  /** In plain words, if there is something to add. */
  readonly note?: string;
}

/** One line of the accuracy tables: a case, a model, a step length. */
export interface Entry {
  readonly family: string;
  readonly case: string;
  readonly model: string;
  /** [s] */
  readonly dt: number;
  /** Largest |error| allowed; null if nothing is promised. Written before the run was seen. */
  readonly limit: number | null;
  /** True if only a positive error counts (energy gained). */
  readonly oneSided?: boolean;
  /** Unit of value and truth. */
  readonly unit: string;
  run(): Outcome;
}

/** An entry that has run. */
export interface Row extends Outcome {
  readonly family: string;
  readonly case: string;
  readonly model: string;
  readonly dt: number;
  readonly limit: number | null;
  readonly unit: string;
  /** null if nothing is promised. */
  readonly ok: boolean | null;
  /** CPU time of the run [s]. */
  readonly cpu: number;
  /** The commit it was measured at. */
  readonly revision?: string;
}

/** A heading of the page and what is below it. */
export interface Family {
  readonly name: string;
  readonly title: string;
  /** How it is measured, in two or three sentences. */
  readonly text: string;
  /** How the error is written: a percentage, or as it is. */
  readonly shows: 'percent' | 'ratio';
  entries(): Entry[];
  /** Lines that follow from several runs. */
  derive?(rows: readonly Row[]): Row[];
}
