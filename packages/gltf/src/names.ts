/** Names as scenes allow them: letters, digits, - and _, at most 64, none twice. */
export function createNames(): (wanted: string, fallback: string) => string {
  const used = new Set<string>();
  return (wanted, fallback) => {
    const plain = wanted.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 60) || fallback;
    let name = plain;
    for (let k = 2; used.has(name); k++) name = `${plain.slice(0, 60 - String(k).length)}-${k}`;
    used.add(name);
    return name;
  };
}
