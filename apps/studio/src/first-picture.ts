import { compress } from './aside/aside.ts';
import { rememberedLook } from './remembered-look.ts';

/**
 * Photographs of gallery scenes at their start, as the stage looked at the last visit. They are there before any code of the picture is: the next
 * visit sees its scene at once, while the graphics card is asked for a canvas and its programs are made.
 */

const PREFIX = 'pliant-studio-first ';
/** So many are kept; some 40 kB each of the 5 MB that pages may have. */
const MOST = 12;
const QUALITY = 0.8;

/** A photograph fits one scene, in a window of one size, as it looks in light or dark, in one build of the page. */
function nameOf(scene: string): string {
  const { matches } = matchMedia('(prefers-color-scheme: dark)');
  const size = `${innerWidth} ${innerHeight} ${devicePixelRatio}`;
  const build = import.meta.url.slice(import.meta.url.lastIndexOf('/') + 1);
  return `${PREFIX}${scene} ${size} ${matches ? 'dark' : 'light'} ${rememberedLook() ?? ''} ${build}`;
}

/** Shows the photograph of a scene behind the stage until something is drawn there; false if there is none. */
export function showFirstPicture(scene: string, canvas: HTMLElement): boolean {
  const url = read(nameOf(scene));
  if (url === null) return false;
  canvas.style.background = `url(${url}) 0 0 / 100% 100% no-repeat`;
  return true;
}

export function isPhotographed(scene: string): boolean {
  return read(nameOf(scene)) !== null;
}

/** Keeps what a canvas shows; call it in the turn in which that was drawn. */
export async function keepFirstPicture(scene: string, canvas: HTMLCanvasElement): Promise<void> {
  const name = nameOf(scene);
  const blob = await compress(await createImageBitmap(canvas), QUALITY);
  if (blob === null) return;
  const reader = new FileReader();
  reader.onload = () => write(name, String(reader.result));
  reader.readAsDataURL(blob);
}

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** The oldest go first; they are listed in the order in which they came. */
function write(name: string, url: string): void {
  try {
    const list: string[] = JSON.parse(localStorage.getItem(PREFIX) ?? '[]');
    const names = [...list.filter((one) => one !== name), name];
    for (const old of names.splice(0, names.length - MOST)) localStorage.removeItem(old);
    localStorage.setItem(name, url);
    localStorage.setItem(PREFIX, JSON.stringify(names));
  } catch {
    // Where nothing is kept, the next visit begins with an empty stage.
  }
}
