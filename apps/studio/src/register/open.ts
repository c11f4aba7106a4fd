import type { RegisterPanel } from './panel.ts';

export interface Registering {
  /** Opens the panel; with a pair of its own, if so wanted. */
  open(withPair?: boolean): Promise<void>;
  /** Takes files while the panel is open; false if it is not. */
  take(files: readonly File[]): boolean;
  close(): void;
}

/** Fitting a mesh to a scan. The panel, and all it needs, is loaded when it is first asked for. */
export function createRegistering(holder: HTMLElement): Registering {
  let panel: RegisterPanel | null = null;
  return {
    async open(withPair = false) {
      const { createRegisterPanel } = await import('./panel.ts');
      panel ??= createRegisterPanel(holder);
      panel.open(withPair);
    },
    take(files) {
      if (panel?.isOpen !== true) return false;
      void panel.take(files);
      return true;
    },
    close: () => panel?.close(),
  };
}
