import { check } from '../core/errors.ts';
import { asciiBytes } from './text.ts';

/** An unstructured grid with numbers on its points and cells, as ParaView reads it. */
export interface VtuGrid {
  /** Shape [points, 3] [m]. */
  readonly positions: ArrayLike<number>;
  /** Point indices, shape [cells, corners]. */
  readonly cells: ArrayLike<number>;
  readonly kind: 'triangle' | 'tetrahedron' | 'hexahedron';
  readonly pointFields?: Readonly<Record<string, ArrayLike<number>>>;
  readonly cellFields?: Readonly<Record<string, ArrayLike<number>>>;
}

/** VTK's number of each kind of cell, and its corners. */
const KINDS = { triangle: [5, 3], tetrahedron: [10, 4], hexahedron: [12, 8] } as const;

/** Writes a VTU file with its numbers as appended raw data, little-endian. */
export function writeVtu(grid: VtuGrid): Uint8Array {
  const [type, corners] = KINDS[grid.kind];
  const points = grid.positions.length / 3;
  const cells = grid.cells.length / corners;
  const blocks: Uint8Array[] = [];
  let offset = 0;
  const array = (
    name: string,
    data: Float32Array | Int32Array | Uint8Array,
    width: number,
  ): string => {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    const length = new DataView(new ArrayBuffer(8));
    length.setUint32(0, bytes.length, true);
    blocks.push(new Uint8Array(length.buffer), bytes);
    const kind =
      data instanceof Float32Array ? 'Float32' : data instanceof Int32Array ? 'Int32' : 'UInt8';
    const at = offset;
    offset += 8 + bytes.length;
    return `        <DataArray type="${kind}" Name="${quoted(name)}" NumberOfComponents="${width}" format="appended" offset="${at}"/>`;
  };
  const fields = (given: VtuGrid['pointFields'], count: number): string[] =>
    Object.entries(given ?? {}).map(([name, values]) => {
      check(
        values.length % count === 0,
        () => `has ${values.length} numbers for ${count} places. Give one or three a place.`,
        name,
      );
      return array(name, Float32Array.from(values), values.length / count);
    });
  const text = `<?xml version="1.0"?>
<VTKFile type="UnstructuredGrid" version="1.0" byte_order="LittleEndian" header_type="UInt64">
  <UnstructuredGrid>
    <Piece NumberOfPoints="${points}" NumberOfCells="${cells}">
      <PointData>
${fields(grid.pointFields, Math.max(1, points)).join('\n')}
      </PointData>
      <CellData>
${fields(grid.cellFields, Math.max(1, cells)).join('\n')}
      </CellData>
      <Points>
${array('Points', Float32Array.from(grid.positions), 3)}
      </Points>
      <Cells>
${array('connectivity', Int32Array.from(grid.cells), 1)}
${array(
  'offsets',
  Int32Array.from({ length: cells }, (_, c) => corners * (c + 1)),
  1,
)}
${array('types', new Uint8Array(cells).fill(type), 1)}
      </Cells>
    </Piece>
  </UnstructuredGrid>
  <AppendedData encoding="raw">
   _`;
  const head = asciiBytes(text);
  const tail = asciiBytes('\n  </AppendedData>\n</VTKFile>\n');
  const out = new Uint8Array(head.length + offset + tail.length);
  out.set(head);
  let at = head.length;
  for (const block of [...blocks, tail]) {
    out.set(block, at);
    at += block.length;
  }
  return out;
}

/** The file that tells ParaView which VTU belongs to which time. */
export function writePvd(
  files: readonly { time: number; part: number; file: string }[],
): Uint8Array {
  const rows = files.map(
    ({ time, part, file }) =>
      `    <DataSet timestep="${time}" part="${part}" file="${quoted(file)}"/>`,
  );
  return asciiBytes(`<?xml version="1.0"?>
<VTKFile type="Collection" version="1.0" byte_order="LittleEndian">
  <Collection>
${rows.join('\n')}
  </Collection>
</VTKFile>
`);
}

function quoted(text: string): string {
  return text
    .replace(/[^ -~]/g, '_')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/"/g, '&quot;');
}
