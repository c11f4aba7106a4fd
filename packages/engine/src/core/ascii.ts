/** Returns JSON as bytes, with everything beyond ASCII escaped. */
export function toAscii(json: string): Uint8Array {
  let safe = '';
  for (let i = 0; i < json.length; i++) {
    const code = json.charCodeAt(i);
    safe += code < 128 ? json[i] : `\\u${code.toString(16).padStart(4, '0')}`;
  }
  return Uint8Array.from(safe, (c) => c.charCodeAt(0));
}

/** Decodes such bytes to text. */
export function fromAscii(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
