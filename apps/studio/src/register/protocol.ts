import type { TriangleMesh } from 'pliant';
import type {
  judgeScene,
  RegisterLook,
  RegisterOptions,
  RegisterProgress,
  RegisterReport,
} from 'pliant/register';

/** Between the registration panel and its worker. */
export type RegisterRequest =
  | { type: 'read'; side: RegisterSide; file: string; bytes: Uint8Array }
  /** Asks which pairs the gallery has, and for one of them; without a name for the first. */
  | { type: 'scenes' }
  | { type: 'pair'; name?: string }
  | { type: 'fit'; options: RegisterOptions };

/** The mesh that is fitted, and what it is fitted to. */
export type RegisterSide = 'template' | 'scan';

export type RegisterReply =
  | { type: 'scenes'; scenes: readonly { name: string; title: string; about: string }[] }
  | { type: 'mesh'; side: RegisterSide; name: string; mesh: TriangleMesh }
  | { type: 'progress'; progress: Omit<RegisterProgress, 'look'>; look: RegisterLook | null }
  | { type: 'done'; fit: Fit }
  | { type: 'failed'; message: string };

/** What came out. */
export interface Fit {
  /** The template's vertices on the scan, shape [vertices, 3]. */
  readonly positions: Float64Array;
  /** Signed distance of each vertex to the scan, outside positive. */
  readonly error: Float64Array;
  readonly report: RegisterReport;
  /** What must hold of a pair of the gallery; empty for others. */
  readonly checks: ReturnType<typeof judgeScene>;
}
