import { rendererName } from './renderer-name.ts';

/** What the picture can afford: all of it with a graphics card; neither reflections nor smooth edges without one. */
export type Graphics = 'full' | 'plain';

/** Names by which renderers without a graphics card go. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** What draws, as the worker beside the page has found (`../aside`), or at the last visit: to ask takes a context of its own. */
const REMEMBERED = 'pliant-studio-renderer';

/** As the address asks (`?graphics=full`), else by what draws here: the reflections' maps alone take a processor ten seconds. */
export function chooseGraphics(): Graphics {
  const asked = new URLSearchParams(location.search).get('graphics');
  if (asked === 'full' || asked === 'plain') return asked;
  return SOFTWARE.test(remembered() ?? askedName()) ? 'plain' : 'full';
}

/** Keeps the name of what draws here. */
export function rememberRenderer(name: string): void {
  try {
    localStorage.setItem(REMEMBERED, name);
  } catch {
    // Where nothing is kept, it is asked again.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(REMEMBERED);
  } catch {
    return null;
  }
}

function askedName(): string {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return '';
  const name = rendererName(context);
  rememberRenderer(name);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return name;
}
