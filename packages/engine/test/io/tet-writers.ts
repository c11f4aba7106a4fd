import type { TetMesh } from '../../src/geometry/types.ts';

/** A Gmsh file as bytes, with a triangle among its elements and a section that nobody reads. */
export function mshBinary(
  { positions, tets }: TetMesh,
  version: '2.2' | '4.1',
  little: boolean,
): Uint8Array {
  const parts: Buffer[] = [];
  const text = (words: string): void => void parts.push(Buffer.from(words, 'latin1'));
  const put = (bytes: number, fill: (view: DataView) => void): void => {
    const view = new DataView(new ArrayBuffer(bytes));
    fill(view);
    parts.push(Buffer.from(view.buffer));
  };
  const int = (value: number): void => put(4, (v) => v.setInt32(0, value, little));
  const long = (value: number): void => put(8, (v) => v.setBigUint64(0, BigInt(value), little));
  const double = (value: number): void => put(8, (v) => v.setFloat64(0, value, little));
  const [n, m] = [positions.length / 3, tets.length / 4];
  text(`$MeshFormat\n${version} 1 8\n`);
  int(1);
  text('\n$EndMeshFormat\n$PhysicalNames\n1\n3 1 "a $Nodes name"\n$EndPhysicalNames\n$Nodes\n');
  if (version === '2.2') {
    text(`${n}\n`);
    for (let i = 0; i < n; i++) {
      int(i + 1);
      for (let d = 0; d < 3; d++) double(positions[3 * i + d]);
    }
    text(`\n$EndNodes\n$Elements\n${m + 1}\n`);
    for (const value of [2, 1, 2, 1, 0, 0, 1, 2, 3, 4, m, 2]) int(value);
    for (let t = 0; t < m; t++) {
      for (const value of [t + 2, 0, 0]) int(value);
      for (let k = 0; k < 4; k++) int(tets[4 * t + k] + 1);
    }
  } else {
    for (const value of [1, n, 1, n]) long(value);
    for (const value of [3, 1, 0]) int(value);
    long(n);
    for (let i = 0; i < n; i++) long(i + 1);
    for (const x of positions) double(x);
    text('\n$EndNodes\n$Elements\n');
    for (const value of [2, m + 1, 1, m + 1]) long(value);
    for (const value of [2, 1, 2]) int(value);
    for (const value of [1, 1, 1, 2, 3]) long(value);
    for (const value of [3, 1, 4]) int(value);
    long(m);
    for (let t = 0; t < m; t++) {
      long(t + 2);
      for (let k = 0; k < 4; k++) long(tets[4 * t + k] + 1);
    }
  }
  text('\n$EndElements\n');
  return new Uint8Array(Buffer.concat(parts));
}

/** A VTU file with numbers as text, or in base64. */
export function vtuText({ positions, tets }: TetMesh, base64: boolean): string {
  const m = tets.length / 4;
  const array = (
    name: string,
    type: string,
    data: Float64Array | Int32Array | Uint8Array,
  ): string => {
    const head = Buffer.alloc(4);
    head.writeUInt32LE(data.byteLength);
    const body = Buffer.concat([head, Buffer.from(data.buffer, data.byteOffset, data.byteLength)]);
    const words = base64 ? body.toString('base64') : [...data].join(' ');
    return `<DataArray type="${type}" Name="${name}" format="${base64 ? 'binary' : 'ascii'}">\n${words}\n</DataArray>`;
  };
  return `<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="0.1" byte_order="LittleEndian">
<UnstructuredGrid>
<Piece NumberOfPoints="${positions.length / 3}" NumberOfCells="${m}">
<Points>${array('Points', 'Float64', positions)}</Points>
<Cells>
${array('connectivity', 'Int32', tets)}
${array(
  'offsets',
  'Int32',
  Int32Array.from({ length: m }, (_, t) => 4 * t + 4),
)}
${array('types', 'UInt8', new Uint8Array(m).fill(10))}
</Cells>
</Piece>
</UnstructuredGrid>
</VTKFile>
`;
}
