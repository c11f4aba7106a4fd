/** The surface of a body before the last step, for interpolated drawing. */
export interface Between {
  /** Stores the current surface. */
  remember(length: number, draw: (positions: Float32Array, normals: Float32Array) => void): void;
  /** Moves the surface to fraction `alpha` of the last step; leaves it if the earlier surface is unknown. */
  blend(positions: Float32Array, normals: Float32Array, alpha: number): void;
  forget(): void;
}

export function createBetween(): Between {
  let before = new Float32Array(0);
  let normalsBefore = before;
  let known = false;
  return {
    remember(length, draw) {
      if (before.length !== length) {
        before = new Float32Array(length);
        normalsBefore = new Float32Array(length);
      }
      draw(before, normalsBefore);
      known = true;
    },
    blend(positions, normals, alpha) {
      // A cut replaces the surface.
      if (!known || before.length !== positions.length) return;
      for (let i = 0; i < positions.length; i++)
        positions[i] = before[i] + alpha * (positions[i] - before[i]);
      for (let i = 0; i < normals.length; i += 3) {
        let square = 0;
        for (let c = i; c < i + 3; c++) {
          normals[c] = normalsBefore[c] + alpha * (normals[c] - normalsBefore[c]);
          square += normals[c] * normals[c];
        }
        const unit = square > 0 ? 1 / Math.sqrt(square) : 0;
        for (let c = i; c < i + 3; c++) normals[c] *= unit;
      }
    },
    forget() {
      known = false;
    },
  };
}
