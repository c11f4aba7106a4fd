/** Where bytes go, one after the other: a file, a download, an array. */
export interface Sink {
  write(bytes: Uint8Array): void;
}

/** Takes the vertices of an animation, frame by frame; nothing is kept. */
export interface FrameWriter {
  /** Vertices of the next frame [m], shape [points, 3]. */
  frame(positions: ArrayLike<number>): void;
  /** Finishes the file. */
  end(): void;
}

/** A sink that keeps everything, and gives it as one array. */
export function memorySink(): Sink & { bytes(): Uint8Array } {
  const parts: Uint8Array[] = [];
  return {
    write: (bytes) => void parts.push(bytes.slice()),
    bytes() {
      const out = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
      let at = 0;
      for (const part of parts) {
        out.set(part, at);
        at += part.length;
      }
      return out;
    },
  };
}
