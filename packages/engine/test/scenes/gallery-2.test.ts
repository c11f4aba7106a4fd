import { testGallery } from './gallery.ts';

testGallery(1, 3);
