import type { TriangleMesh } from 'pliant';
import type {
  FitMap,
  judgeScene,
  RegisterLook,
  RegisterOptions,
  RegisterProgress,
  RegisterReport,
} from 'pliant/register';

/** The mesh that is fitted, and what it is fitted to. */
export type RegisterSide = 'template' | 'scan';

/** Between the registration panel and its worker, which keeps nothing: it may end at any time. */
export type RegisterRequest =
  | { type: 'read'; side: RegisterSide; file: string; bytes: Uint8Array }
  /** Asks which pairs the gallery has, and for one of them; without a name for the first. */
  | { type: 'scenes' }
  | { type: 'pair'; name?: string }
  /** `pair`: the name of the gallery's pair that the two meshes are. */
  | {
      type: 'fit';
      template: TriangleMesh;
      scan: TriangleMesh;
      options: RegisterOptions;
      pair: string | null;
    };

export type RegisterReply =
  | { type: 'scenes'; scenes: readonly { name: string; title: string; about: string }[] }
  | { type: 'mesh'; side: RegisterSide; name: string; mesh: TriangleMesh; pair: string | null }
  | { type: 'progress'; progress: Omit<RegisterProgress, 'look'>; look: RegisterLook | null }
  | { type: 'done'; fit: Fit }
  | { type: 'failed'; message: string };

/** What came out. */
export interface Fit extends FitMap {
  readonly report: RegisterReport;
  /** What must hold of a pair of the gallery; empty for others. */
  readonly checks: ReturnType<typeof judgeScene>;
}
