import 'pliant/octree';
