import { InputError } from '../core/errors.ts';

/** What to do about a fault that the reader of a format has no better advice for. */
const ADVICE = 'Export the file again, or mend it there.';
/** A remedy is a sentence after the one that names the fault, or a question. */
const REMEDY = /[.)] [A-Z(]|\?$/;

/** Reads a file: what is refused gets a place and a remedy, if it has none. */
export function advised<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { message, path } = error;
    const place = path === '' ? name || 'file' : path;
    const fault = path === '' ? message : message.slice(path.length + 2);
    throw new InputError(REMEDY.test(fault) ? fault : `${fault} ${ADVICE}`, place);
  }
}
