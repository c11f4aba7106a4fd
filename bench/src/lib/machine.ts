import { cpus } from 'node:os';

/** One line that says what the numbers were measured on. */
export function machine(): string {
  const cores = cpus();
  return `Node ${process.versions.node}, ${cores.length} × ${cores[0]?.model.trim() ?? 'unknown processor'}`;
}
