import { loadGalleryScene } from '../gallery.ts';
import { PliantViewer } from './element.ts';

/** A page with nothing but a viewer, for frames in other pages: `viewer.html?src=jelly.json&view=structure`, or `?scene=rabbit` of the gallery. */
const asked = new URLSearchParams(location.search);
const viewer = new PliantViewer();
for (const name of PliantViewer.observedAttributes) {
  const value = asked.get(name);
  if (value !== null) viewer.setAttribute(name, value);
}
document.body.append(viewer);
const scene = asked.get('scene');
if (scene !== null) {
  const source = await loadGalleryScene(scene);
  if (source !== null) viewer.open(source);
}
