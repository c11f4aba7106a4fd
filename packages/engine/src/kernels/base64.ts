const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** The bytes behind base64 text. Our own, since `atob` and `Buffer` are not in every host. */
export function decodeBase64(text: string): Uint8Array {
  const codes = new Uint8Array(128);
  for (let i = 0; i < ALPHABET.length; i++) codes[ALPHABET.charCodeAt(i)] = i;
  let length = text.length;
  while (length > 0 && text[length - 1] === '=') length--;
  const out = new Uint8Array(Math.floor((length * 3) / 4));
  let bits = 0;
  let held = 0;
  let o = 0;
  for (let i = 0; i < length; i++) {
    held = ((held << 6) | codes[text.charCodeAt(i)]) & 0xffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      out[o++] = (held >>> bits) & 255;
    }
  }
  return out;
}
