/** `pliant/conformance`: tests your own model against the contract. */
export { brokenPromises, PROMISES } from './models/conformance/index.ts';
