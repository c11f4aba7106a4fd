/** Text as bytes, for writing small files in tests. */
export const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
