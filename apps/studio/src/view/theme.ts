import { Color } from 'three';

/** Colours of the picture, light and dark; the page's own are in theme.css. */
export interface Theme {
  readonly sky: string;
  readonly ground: string;
  readonly lines: string;
  readonly obstacle: string;
  readonly accent: string;
  /** Strength of the sun, of the sky light, and of reflections. */
  readonly sun: number;
  readonly fill: number;
  readonly reflections: number;
  readonly shadow: number;
}

const LIGHT: Theme = {
  sky: '#f5f2ed',
  ground: '#efece6',
  lines: '#9a958c',
  obstacle: '#d3cdc3',
  accent: '#c9492f',
  sun: 2.1,
  fill: 0.55,
  reflections: 0.32,
  shadow: 0.16,
};

const DARK: Theme = {
  sky: '#16181c',
  ground: '#23262c',
  lines: '#5d636e',
  obstacle: '#4a4f58',
  accent: '#ff8f70',
  sun: 2.0,
  fill: 0.35,
  reflections: 0.3,
  shadow: 0.45,
};

/** What was asked for: light or dark, or as the system has it. */
export type ThemeChoice = 'system' | 'light' | 'dark';

const query = matchMedia('(prefers-color-scheme: dark)');
let choice: ThemeChoice = 'system';
const listeners = new Set<() => void>();

export const isDark = (): boolean => (choice === 'system' ? query.matches : choice === 'dark');

/** The element that says which theme it is, for style sheets; none in other people's pages. */
let root: HTMLElement | null = null;

export function markTheme(element: HTMLElement): void {
  root = element;
  chooseTheme(choice);
}

export function chooseTheme(next: ThemeChoice): void {
  choice = next;
  // First: those who listen read colours of the page.
  root?.setAttribute('data-theme', isDark() ? 'dark' : 'light');
  for (const tell of listeners) tell();
}

query.addEventListener('change', () => choice === 'system' && chooseTheme('system'));

export function currentTheme(): Theme {
  return isDark() ? DARK : LIGHT;
}

/** Calls back when it changes between light and dark; gives its own undo. */
export function onThemeChange(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

/** A scene's own colour for scenery is meant for daylight: at night only a part of it is left. */
export function sceneryColor(own: string | undefined, usual: string, part: number): string {
  if (own === undefined) return usual;
  // Glass stays glass.
  return isDark() && own.length === 7
    ? `#${new Color(usual).lerp(new Color(own), part).getHexString()}`
    : own;
}

/** Whether the reader asked for less motion: then nothing fades and the camera stops with the hand. */
export function isStillWanted(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Colours of passive, active and driven frames: those of the page, so that the legend has the same. */
export function partColors(): [string, string, string] {
  const style = getComputedStyle(document.documentElement);
  // Other people's pages have no such colours.
  const of = (name: string, otherwise: string): string =>
    style.getPropertyValue(`--part-${name}`).trim() || otherwise;
  return [of('passive', '#b3402f'), of('active', '#27a84f'), of('driven', '#3b7ff0')];
}
