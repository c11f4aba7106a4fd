import type { Figure } from './figures.ts';

/** Shows scenes as figures of papers do. */
export interface Figuring {
  /** Opens the figure's scene, if another is open, and shows it so. */
  show(figure: Figure): void;
  /** Says that a scene has come up. */
  opened(): void;
}

/** `origin` is the gallery name of the scene that runs, null before the first; `apply` sets how it is looked at. */
export function createFiguring(
  origin: () => string | null,
  apply: (figure: Figure) => void,
): Figuring {
  let wanted: Figure | null = null;
  return {
    show(figure) {
      if (origin() === figure.scene) {
        apply(figure);
        return;
      }
      wanted = figure;
      location.hash = figure.scene;
    },
    opened() {
      const figure = wanted;
      wanted = null;
      if (figure !== null && figure.scene === origin()) apply(figure);
    },
  };
}
