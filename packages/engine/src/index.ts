export { InputError } from "./core/errors.ts";
