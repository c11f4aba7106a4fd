/** What of the muxer is used here. */
declare module 'mediabunny' {
  export class BufferTarget {
    buffer: ArrayBuffer | null;
  }
  export class Mp4OutputFormat {}
  export class WebMOutputFormat {}
  export class CanvasSource {
    constructor(canvas: OffscreenCanvas, config: { codec: string; bitrate: number });
    add(timestamp: number, duration: number): Promise<void>;
  }
  export class Output {
    constructor(options: { format: Mp4OutputFormat | WebMOutputFormat; target: BufferTarget });
    addVideoTrack(source: CanvasSource, options: { frameRate: number }): void;
    start(): Promise<void>;
    finalize(): Promise<void>;
  }
  export function getFirstEncodableVideoCodec(
    codecs: readonly string[],
    options: { width: number; height: number; bitrate: number },
  ): Promise<string | null>;
}
