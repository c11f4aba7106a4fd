import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

/** A recorded run that can be shown step by step. */
export interface Shown {
  /** Steps that can be shown, and seconds a step. */
  readonly first: number;
  readonly last: number;
  readonly dt: number;
  /** Shows a step; resolves when it is in the picture's meshes. */
  show(step: number): Promise<void>;
  /** Draws now, and gives the canvas to be read at once. */
  draw(): HTMLCanvasElement;
  /** The part of the canvas that is meant [px of the canvas]. */
  part(): { left: number; top: number; width: number; height: number };
}

/** Frames a second, and bits a pixel and frame: enough that jelly has no blocks. */
const RATE = 30;
const BITS = 0.2;

/** A film of what was recorded, every frame at its exact time: MP4 if this browser can, else WebM. */
export async function filmOf(
  run: Shown,
  tell: (part: number) => void,
): Promise<{ bytes: Uint8Array; type: 'mp4' | 'webm' }> {
  if (!('VideoEncoder' in globalThis))
    throw new Error('This browser cannot make films: it has no WebCodecs.');
  const { width, height } = evenSize(run.part());
  const bitrate = Math.round(BITS * width * height * RATE);
  const codec = await getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], {
    width,
    height,
    bitrate,
  });
  if (codec === null) throw new Error('This browser cannot encode films of this size.');
  const type = codec === 'avc' ? 'mp4' : 'webm';
  const target = new BufferTarget();
  const format = type === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat();
  const output = new Output({ format, target });
  const picture = new OffscreenCanvas(width, height);
  const pen = picture.getContext('2d');
  const source = new CanvasSource(picture, { codec, bitrate });
  output.addVideoTrack(source, { frameRate: RATE });
  await output.start();
  const frames = Math.floor((run.last - run.first) * run.dt * RATE) + 1;
  for (let i = 0; i < frames; i++) {
    await run.show(run.first + Math.round(i / RATE / run.dt));
    const canvas = run.draw();
    const { left, top } = run.part();
    pen?.drawImage(canvas, left, top, width, height, 0, 0, width, height);
    await source.add(i / RATE, 1 / RATE);
    tell((i + 1) / frames);
  }
  await output.finalize();
  if (target.buffer === null) throw new Error('No film was made.');
  return { bytes: new Uint8Array(target.buffer), type };
}

/** Encoders want even sides. */
function evenSize({ width, height }: { width: number; height: number }) {
  return { width: 2 * Math.floor(width / 2), height: 2 * Math.floor(height / 2) };
}
