/** What the picture can afford: all of it with a graphics card; neither reflections nor smooth edges without one. */
export type Graphics = 'full' | 'plain';

/** Names by which renderers without a graphics card go. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|software|basic render/i;

/** As the address asks (`?graphics=full`), else by what draws here: the reflections' maps alone take a processor ten seconds. */
export function chooseGraphics(): Graphics {
  const asked = new URLSearchParams(location.search).get('graphics');
  if (asked === 'full' || asked === 'plain') return asked;
  return SOFTWARE.test(rendererName()) ? 'plain' : 'full';
}

function rendererName(): string {
  const context = document.createElement('canvas').getContext('webgl2');
  if (context === null) return '';
  const info = context.getExtension('WEBGL_debug_renderer_info');
  const name = context.getParameter(info?.UNMASKED_RENDERER_WEBGL ?? context.RENDERER);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return String(name);
}
