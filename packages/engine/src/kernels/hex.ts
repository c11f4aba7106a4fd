/**
 * The bytes behind hexadecimal text. Two letters a byte are longer than base64, and shorter once a server has
 * compressed them: equal bytes stay equal text wherever they begin.
 */
export function decodeHex(text: string): Uint8Array {
  const out = new Uint8Array(text.length >> 1);
  for (let i = 0; i < out.length; i++)
    out[i] = (digit(text.charCodeAt(2 * i)) << 4) | digit(text.charCodeAt(2 * i + 1));
  return out;
}

/** Of the code of 0 … 9, a … f. */
function digit(code: number): number {
  return code < 58 ? code - 48 : code - 87;
}
