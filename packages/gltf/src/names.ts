/**
 * Names as scenes allow them: letters, digits, - and _, at most 64, none twice. Accents are left out; a name of which
 * nothing is left is the fallback.
 */
export function createNames(): (wanted: string, fallback: string) => string {
  const used = new Set<string>();
  return (wanted, fallback) => {
    const letters = wanted.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
    const plain = letters.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60);
    const known = /[A-Za-z0-9]/.test(plain) ? plain : fallback;
    let name = known;
    for (let k = 2; used.has(name); k++) name = `${known.slice(0, 60 - String(k).length)}-${k}`;
    used.add(name);
    return name;
  };
}

/** Names shown of those that are other here than in the file. */
const SHOWN = 6;

/** What is called otherwise than in the file, in words; nothing if all names are kept. Empty names have nothing to keep. */
export function renamedNote(names: readonly (readonly [file: string, here: string])[]): string[] {
  const other = new Map(names.filter(([file, here]) => file !== '' && file !== here));
  if (other.size === 0) return [];
  const some = [...other].slice(0, SHOWN).map(([file, here]) => `"${file}" is "${here}"`);
  const more = other.size > SHOWN ? ` and ${other.size - SHOWN} more` : '';
  return [`names have letters, digits, - and _ here: ${some.join(', ')}${more}.`];
}
