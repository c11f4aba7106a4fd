/** The closest point of a triangle is asked for in a kernel, too: there it is written down. */
export { closestOnTriangle } from '../kernels/triangle.ts';
