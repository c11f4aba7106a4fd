import { rememberRenderer } from '../view/graphics.ts';
import type { AsideReply, AsideRequest } from './protocol.ts';

/** A worker for what would make the page wait. Where it cannot start, the page waits, and pictures are not compressed. */
let worker: Worker | null = null;
let knowGraphics = (): void => {};
let known: Promise<void> | null = null;
let takePicture = (_: Blob | null): void => {};

/** Starts it; it has nothing to do yet. */
export function startAside(): void {
  worker = new Worker(new URL('./thread.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<AsideReply>) => {
    if (data.type === 'compressed') takePicture(data.picture);
    else {
      if (data.name !== '') rememberRenderer(data.name);
      knowGraphics();
    }
  };
  worker.onerror = (event) => {
    event.preventDefault();
    worker = null;
    knowGraphics();
    takePicture(null);
  };
}

/** Resolves once the graphics card has started: then a canvas is there at once. To be asked for when the page's panels are on the screen. */
export function graphicsStarted(): Promise<void> {
  known ??= new Promise((done) => {
    knowGraphics = done;
    if (worker === null) done();
    else ask({ type: 'graphics' });
  });
  return known;
}

/** A picture as a file, one at a time; null if there can be none. */
export function compress(picture: ImageBitmap, quality: number): Promise<Blob | null> {
  takePicture(null);
  return new Promise((done) => {
    takePicture = done;
    if (worker === null) done(null);
    else ask({ type: 'compress', picture, quality }, [picture]);
  });
}

function ask(request: AsideRequest, transfer: Transferable[] = []): void {
  worker?.postMessage(request, transfer);
}
