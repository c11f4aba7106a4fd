import { graphicsStarted, startAside } from './aside/aside.ts';
import { isTabKnown } from './document/keep.ts';
import { showFirstPicture } from './first-picture.ts';
import { GALLERY, loadGalleryScene } from './gallery.ts';
import { buildEarly, startEarly } from './session.ts';
import { painted } from './ui/turn.ts';

/**
 * The first of the page that runs. A worker starts, and builds the gallery's scene that the address names, while the page is fetched and made and
 * the graphics card is asked for a canvas. A reload goes on where it was: what it builds is known only when the browser's database has answered.
 */
const scene = location.hash.slice(1) || (GALLERY[0]?.name ?? '');
const isGallery = !isTabKnown() && !scene.includes('=');
const canvas = document.getElementById('canvas');
const isSeen = isGallery && canvas !== null && showFirstPicture(scene, canvas);
startAside();
startEarly();
if (isGallery) {
  loadGalleryScene(scene).then((source) => {
    if (source !== null) buildEarly(source);
  });
}
// A photograph is painted before all that is still to be made; the graphics card is asked only then, too: it paints.
const isPainted = painted();
isPainted.then(graphicsStarted);
(isSeen ? isPainted : Promise.resolve()).then(() => import('./main.ts'));
