import type { Column } from './table.ts';

const TYPES = { text: 'STRING', number: 'DOUBLE', count: 'INT32', flag: 'BOOLEAN' } as const;

/** A table as Parquet, which pandas, DuckDB, Polars and R read. The writer is loaded by those who ask for it. */
export async function parquetOf(columns: readonly Column[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const bytes = parquetWriteBuffer({
    columnData: columns.map(({ name, kind, data }) => ({
      name,
      type: TYPES[kind],
      data: [...data],
      nullable: kind === 'number',
    })),
  });
  return new Uint8Array(bytes);
}
