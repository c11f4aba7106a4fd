import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root, with a slash at the end. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {...string} parts path below the root */
export const fromRoot = (...parts) => join(root, ...parts);

/** Whether a folder below the root holds at least one file with one of the endings, at any depth. */
export function hasSources(folder, endings = ['.ts']) {
  const start = fromRoot(folder);
  if (!existsSync(start)) return false;
  return readdirSync(start, { recursive: true }).some((name) =>
    endings.some((ending) => String(name).endsWith(ending)),
  );
}
