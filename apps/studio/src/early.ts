import { isTabKnown } from './document/keep.ts';
import { GALLERY, loadGalleryScene } from './gallery.ts';
import { buildEarly, startEarly } from './session.ts';

/**
 * The first of the page that runs. A worker starts, and builds the gallery's scene that the address names, while the page is fetched and made and
 * the graphics card is asked for a canvas. A reload goes on where it was: what it builds is known only when the browser's database has answered.
 */
startEarly();
if (!isTabKnown() && !location.hash.includes('=')) {
  loadGalleryScene(location.hash.slice(1) || (GALLERY[0]?.name ?? '')).then((source) => {
    if (source !== null) buildEarly(source);
  });
}
import('./main.ts');
