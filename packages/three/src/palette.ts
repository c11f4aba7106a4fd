/** Colours for bodies that name none: friendly, of like lightness, told apart by most colour-blind eyes. */
export const PALETTE: readonly string[] = [
  '#e2725b',
  '#3f9c95',
  '#e3a83f',
  '#6a78c7',
  '#c9688f',
  '#7aa65a',
  '#4d93c4',
  '#a4765c',
];

/** The colour a body is drawn in: its own, or one of the palette by its place in the scene. */
export function bodyColor(own: string | undefined, index: number): string {
  return own ?? PALETTE[index % PALETTE.length];
}
