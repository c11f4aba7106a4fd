/** Between two looks whether the graphics card is done [ms]. */
const LOOK = 40;

/**
 * What a canvas of WebGL shows, as a compressed picture; null if there is none. Call it in the turn in which that was drawn. It does not wait for the
 * graphics card: pixels are fetched once they are there, and compressed beside the page.
 */
export async function photograph(canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> {
  const gl = canvas.getContext('webgl2');
  if (gl === null) return null;
  const { drawingBufferWidth: width, drawingBufferHeight: height } = gl;
  const pixels = new Uint8ClampedArray(4 * width * height);
  const buffer = gl.createBuffer();
  const bound = gl.getParameter(gl.READ_FRAMEBUFFER_BINDING);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, null);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
  gl.bufferData(gl.PIXEL_PACK_BUFFER, pixels.length, gl.STREAM_READ);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, 0);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  gl.bindFramebuffer(gl.READ_FRAMEBUFFER, bound);
  await done(gl);
  if (gl.isContextLost()) return null;
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, buffer);
  gl.getBufferSubData(gl.PIXEL_PACK_BUFFER, 0, pixels);
  gl.bindBuffer(gl.PIXEL_PACK_BUFFER, null);
  gl.deleteBuffer(buffer);
  const picture = new OffscreenCanvas(width, height);
  const context = picture.getContext('2d', { alpha: false });
  if (context === null) return null;
  // WebGL's rows go upwards.
  const image = await createImageBitmap(new ImageData(pixels, width, height), {
    imageOrientation: 'flipY',
  });
  context.drawImage(image, 0, 0);
  image.close();
  return picture.convertToBlob({ type: 'image/webp', quality });
}

/** Resolves once the graphics card has done all that it was asked. */
function done(gl: WebGL2RenderingContext): Promise<void> {
  const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
  gl.flush();
  return new Promise((tell) => {
    const look = (): void => {
      const isOpen = fence !== null && !gl.isContextLost();
      if (isOpen && gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED) {
        setTimeout(look, LOOK);
        return;
      }
      gl.deleteSync(fence);
      tell();
    };
    setTimeout(look, LOOK);
  });
}
