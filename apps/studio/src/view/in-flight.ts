/** Pictures that the graphics card was asked for and is still at. */
export interface InFlight {
  /** Whether it is at as many as it should: another one would only wait, and with it all that the page asks of the card. */
  isFull(): boolean;
  /** A picture was asked for. */
  add(): void;
}

/** `most` is how many may be asked for at once. */
export function createInFlight(gl: WebGL2RenderingContext, most: number): InFlight {
  let fences: WebGLSync[] = [];
  const isPassed = (fence: WebGLSync): boolean =>
    gl.getSyncParameter(fence, gl.SYNC_STATUS) === gl.SIGNALED;

  /** Each is behind the one before. */
  function forget(count: number): void {
    for (const fence of fences.splice(0, count)) gl.deleteSync(fence);
  }

  return {
    isFull() {
      if (gl.isContextLost()) fences = [];
      while (fences.length > 0 && isPassed(fences[0])) forget(1);
      return fences.length >= most;
    },
    add() {
      const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
      if (fence === null) return;
      forget(fences.length - most + 1);
      fences.push(fence);
      gl.flush();
    },
  };
}
