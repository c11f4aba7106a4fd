import { Color } from 'three';

/** Inside the scan, on it, outside it. */
const STOPS = ['#3b4cb0', '#e9e5de', '#c9492f'].map((css) => new Color(css));

/** Colour of a distance from −1 (inside) to 1 (outside). */
export function errorColor(out: Color, part: number): Color {
  const t = Math.max(-1, Math.min(1, Number.isFinite(part) ? part : 0));
  return t < 0 ? out.lerpColors(STOPS[1], STOPS[0], -t) : out.lerpColors(STOPS[1], STOPS[2], t);
}

/** The same as a row of colours for a page. */
export const ERROR_RAMP = `linear-gradient(to right, ${STOPS.map((c) => `#${c.getHexString()}`).join(', ')})`;
