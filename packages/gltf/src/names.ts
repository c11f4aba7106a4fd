/** Most letters of a name; scenes take 64, and numbers are added to what is there twice. */
const LONGEST = 60;

/** Names as scenes allow them: the file's own, in one line, at most 64 letters, none twice. */
export function createNames(): (wanted: string, fallback: string) => string {
  return unlikeOthers((wanted) => {
    const line = wanted.replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim();
    // Pieces of bodies end in a slash and a number.
    return [...line.replace(/\/(?=\d+$)/, '-')].slice(0, LONGEST).join('').trim();
  });
}

/** Names of files: letters, digits, - and _ only. */
export function createFileNames(): (wanted: string, fallback: string) => string {
  return unlikeOthers((wanted) => {
    const letters = wanted.normalize('NFKD').replace(/\p{M}/gu, '').replace(/ß/g, 'ss');
    const plain = letters.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, LONGEST);
    return /[A-Za-z0-9]/.test(plain) ? plain : '';
  });
}

function unlikeOthers(
  allowed: (wanted: string) => string,
): (wanted: string, fallback: string) => string {
  const used = new Set<string>();
  return (wanted, fallback) => {
    const plain = allowed(wanted) || fallback;
    let name = plain;
    for (let k = 2; used.has(name); k++) name = `${plain}-${k}`;
    used.add(name);
    return name;
  };
}
