/**
 * The plan of a supernodal Cholesky factorization: one Int32Array, so that a kernel takes one argument for the whole
 * structure. It starts with a header; the numbers below are places in the header, and header[place] is either a count
 * or the index in the plan where a table starts. Blocks are b×b; "rows" and "columns" are block rows and columns unless
 * said.
 */
export const PLAN = {
  /** Block rows of the matrix, n. */
  rows: 0,
  /** Scalars per block side, b. */
  blockSize: 1,
  /** Supernodes: runs of columns that share one row structure and are kept as one dense panel. */
  supernodes: 2,
  /** Scalar rows of the tallest panel. */
  tallest: 3,
  /** Length of the panels in scalars, slack for over-reads included. */
  panelLength: 4,
  /** Table [n]: original row at each place of the elimination order. */
  order: 5,
  /** Table [supernodes + 1]: first column. */
  start: 6,
  /** Table [supernodes + 1]: where a supernode's rows start in rowIndex. */
  rowPtr: 7,
  /** Table: rows of each supernode, its own columns first, ascending. */
  rowIndex: 8,
  /** Table [supernodes + 1]: where a panel starts in the panels [scalars]. */
  panelPtr: 9,
  /** Table [supernodes + 1]: where the updates that a supernode receives start in the three tables below. */
  updatePtr: 10,
  /** Table: the earlier supernode an update comes from. */
  updateFrom: 11,
  /** Table: the first of its rows that falls in the receiving supernode or later. */
  updateFirst: 12,
  /** Table: how many of its rows fall in the receiving supernode's columns. */
  updateCount: 13,
  /** Table [n + 1]: where the matrix blocks of a column start in the two tables below. */
  blockPtr: 14,
  /** Table: slot of the block in the matrix values. The diagonal block is the first of each column. */
  blockSlot: 15,
  /** Table: block row within the panel. */
  blockRow: 16,
} as const;

/** Length of the header. */
export const PLAN_HEADER = 20;

/** Columns of a panel that are eliminated together during the factorization. */
export const STRIP = 4;

/** Right-hand sides that go through the factor together. */
export const SOLVE_WIDTH = 4;

/** Scalars after the last panel, and after each column of a strip, that full tiles may touch. */
export const SLACK = 8;

/**
 * A pivot below this part of the matrix's own diagonal entry counts as not positive: what is left of the entry after so
 * much cancellation is rounding noise in double precision.
 */
export const SMALLEST_PIVOT = 1e-13;
