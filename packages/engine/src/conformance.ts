/** `pliant/conformance`: puts a model of one's own to the tests of the contract. */
export { brokenPromises, PROMISES } from './models/conformance/index.ts';
