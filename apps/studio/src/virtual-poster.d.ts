/** Made by the build: see `poster.ts` beside `vite.config.ts`. */
declare module 'virtual:poster' {
  /** Name of the opening scene in the gallery; empty while developing. */
  export const scene: string;
  /** Where its poster is. */
  export const url: string;
}
