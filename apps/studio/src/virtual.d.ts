/** Made by the build: see `poster.ts` beside `vite.config.ts`. */
declare module 'virtual:poster' {
  /** Name of the opening scene in the gallery; empty while developing. */
  export const scene: string;
  /** Where its poster is. */
  export const url: string;
}

/** Made by the build: see `scene-list.ts` beside `vite.config.ts`. */
declare module 'virtual:scene-list' {
  export const scenes: readonly {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    /** Models of its bodies, each once. */
    readonly models: readonly string[];
    /** Whether there is a strip of pictures of it: `thumbs/NAME.webp`, made by scripts/thumbnails.mjs. */
    readonly hasThumbnail: boolean;
  }[];
}
