import { testGallery } from './gallery.ts';

testGallery(2, 3);
