import { rendererName } from '../view/renderer-name.ts';
import type { AsideReply, AsideRequest } from './protocol.ts';

/** What would make the page wait: for the graphics card to start, for pictures to be compressed. */
self.onmessage = async ({ data }: MessageEvent<AsideRequest>) => {
  const answer = (reply: AsideReply): void => self.postMessage(reply);
  if (data.type === 'graphics') answer({ type: 'graphics', name: nameNow() });
  else
    answer({
      type: 'compressed',
      picture: await compressed(data.picture, data.quality).catch(() => null),
    });
};

function nameNow(): string {
  const context = new OffscreenCanvas(1, 1).getContext('webgl2');
  return context === null ? '' : rendererName(context);
}

async function compressed(picture: ImageBitmap, quality: number): Promise<Blob | null> {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (context === null) return null;
  context.drawImage(picture, 0, 0);
  picture.close();
  return canvas.convertToBlob({ type: 'image/webp', quality });
}
