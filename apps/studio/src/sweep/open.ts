import { loadGalleryScene } from '../gallery.ts';
import type { SceneSource } from '../protocol.ts';
import type { SweepPanel } from './panel.ts';

export interface Sweeps {
  /** Opens the panel for the scene that runs, or closes it. */
  toggle(source: SceneSource | null): void;
  /** Takes a file that is a sweep, not a scene; false if it is none. */
  take(source: SceneSource): Promise<boolean>;
  close(): void;
}

/** Sweeps in the page. The panel, and all it needs, is loaded when it is first asked for. */
export function createSweeps(holder: HTMLElement, openRun: (source: SceneSource) => void): Sweeps {
  let panel: SweepPanel | null = null;
  const load = async (): Promise<SweepPanel> => {
    const { createSweepPanel } = await import('./panel.ts');
    panel ??= createSweepPanel(holder, openRun);
    return panel;
  };
  return {
    toggle(source) {
      if (panel?.isOpen) panel.close();
      else if (source !== null) load().then((one) => one.open(source));
    },
    async take(source) {
      const text = String(source.scene);
      if (!text.includes('pliant-sweep/1')) return false;
      const sweep = JSON.parse(text);
      const { scene } = sweep;
      const named = typeof scene === 'string' ? await loadGalleryScene(scene) : null;
      if (typeof scene === 'string' && named === null) {
        throw new Error(
          `The sweep names the scene "${scene}", which is not in the gallery. Write the scene itself into the sweep.`,
        );
      }
      (await load()).open(named ?? { scene, files: source.files }, sweep);
      return true;
    },
    close: () => panel?.close(),
  };
}
