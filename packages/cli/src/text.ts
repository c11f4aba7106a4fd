/** Text of a file as editors write it: UTF-8 or UTF-16 of either byte order, with or without a byte order mark. */
export function decodeText(bytes: Uint8Array): string {
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  // JSON begins with an ASCII character: a zero beside it tells UTF-16 without a mark.
  if (b === 0 && a !== 0) return new TextDecoder('utf-16le').decode(bytes);
  if (a === 0 && b !== 0) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder('utf-8').decode(bytes);
}
