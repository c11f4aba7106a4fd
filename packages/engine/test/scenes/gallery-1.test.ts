import { testGallery } from './gallery.ts';

testGallery(0, 3);
