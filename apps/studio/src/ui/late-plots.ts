import type { Plots } from './plots.ts';

/** Plots that come when the first numbers are there: what draws them is not needed for the first picture. */
export interface LatePlots extends Plots {
  /** Resolves when they are there, if they were asked for. */
  ready(): Promise<void>;
}

export function createLatePlots(panel: HTMLElement): LatePlots {
  let plots: Plots | null = null;
  let coming: Promise<void> | null = null;
  let latest: Parameters<Plots['show']> | null = null;
  return {
    show(...shown) {
      latest = shown;
      plots?.show(...shown);
      coming ??= import('./plots.ts').then(({ createPlots }) => {
        plots = createPlots(panel);
        if (latest !== null) plots.show(...latest);
      });
    },
    length: () => plots?.length() ?? 0,
    ready: () => coming ?? Promise.resolve(),
  };
}
