import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between two looks. */
const EVERY = 1000;
const PAGE = 4096;

/**
 * Follows a process and all that it starts, and ends them when they take too much.
 * @param {import('node:child_process').ChildProcess} child
 * @param {{ seconds: number, megabytes: number }} most
 * @returns {{ end(): void, peak: number, broken: string | null }} most megabytes seen together (0 where there is no /proc), and what was exceeded
 */
export function limit(child, { seconds, megabytes }) {
  const start = performance.now();
  const seen = { peak: 0, broken: null, end: () => clearInterval(timer) };
  const timer = setInterval(() => {
    const family = familyOf(child.pid);
    const held = family.reduce((sum, { rss }) => sum + rss, 0);
    seen.peak = Math.max(seen.peak, held);
    if (performance.now() - start > 1000 * seconds) seen.broken = `longer than ${seconds} s`;
    else if (held > megabytes) seen.broken = `more than ${megabytes} MB`;
    if (seen.broken === null) return;
    seen.end();
    for (const { pid } of family) end(pid);
    child.kill('SIGKILL');
  }, EVERY);
  return seen;
}

function end(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/** The process and its descendants with their megabytes; none where there is no /proc. */
function familyOf(root) {
  const all = new Map();
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const one = read(pid);
      if (one !== null) all.set(Number(pid), one);
    }
  } catch {
    return [];
  }
  const isOurs = (pid) => pid === root || (all.has(pid) && isOurs(all.get(pid).parent));
  return [...all].filter(([pid]) => isOurs(pid)).map(([pid, { rss }]) => ({ pid, rss }));
}

function read(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), rss: (Number(fields[21]) * PAGE) / 2 ** 20 };
  } catch {
    return null;
  }
}
