/** Distances in the target's units. */
export interface Distances {
  readonly mean: number;
  readonly rms: number;
  readonly p95: number;
  readonly max: number;
}

export type StopReason = 'done' | 'tolerance' | 'time limit';

/** What a registration did and how well it fits. Lengths in the target's file units unless said otherwise. */
export interface RegisterReport {
  /** True if every stiffness came to rest. */
  readonly converged: boolean;
  readonly stop: StopReason;
  /** `poor` if the two are hardly the same thing; the warnings say why. */
  readonly fit: 'good' | 'poor';
  /** L of the fitted template. */
  readonly units: { readonly diagonal: number };
  /** Template to target before anything bends, 4×4 by rows. */
  readonly prealign: {
    readonly scale: number;
    readonly mirrored: boolean;
    readonly matrix: readonly number[];
    readonly score: number;
    readonly runnerUp: number | null;
  };
  readonly frames: {
    readonly total: number;
    readonly active: number;
    readonly mostActive: number;
    readonly perLevel: readonly number[];
  };
  readonly iterations: number;
  /** One entry a stiffness; rms and sigma of the springs' lengths. */
  readonly history: readonly {
    readonly stiffness: number;
    readonly active: number;
    readonly mostActive: number;
    readonly iterations: number;
    readonly rms: number;
    readonly sigma: number | null;
  }[];
  /** Over everything, and between points that found each other. */
  readonly distance: {
    readonly templateToTarget: Distances;
    readonly targetToTemplate: Distances;
    readonly inliers: {
      readonly templateToTarget: Distances;
      readonly targetToTemplate: Distances;
    };
  };
  /** Part of the template that found the target. */
  readonly inliers: { readonly share: number };
  /** Part of the target that found the template. */
  readonly coverage: number;
  /** Part of the target that was taken for something else and left out. */
  readonly clutter: number;
  readonly landmarks: readonly { readonly name: string; readonly error: number }[];
  /** Edges whose faces are folded on each other and were not; how far edges are stretched, 99 of 100 below. */
  readonly quality: { readonly folds: number; readonly edges: number; readonly stretch99: number };
  /** The error map's colours reach from minus to plus this. */
  readonly errorRange: number;
  /** Standard deviation of the target about a smooth surface. */
  readonly noise: number;
  /** Seconds. */
  readonly timings: {
    readonly prepare: number;
    readonly align: number;
    readonly build: number;
    readonly fit: number;
    readonly measure: number;
  };
  readonly warnings: readonly string[];
}
