import type { Action } from 'pliant';
import type { Json } from '../document/json.ts';
import type { Edit } from '../document/store.ts';
import type { SceneInfo } from '../protocol.ts';
import type { SceneView } from '../view/scene-view.ts';
import type { Stage } from '../view/stage.ts';
import type { Aim } from './aim.ts';
import type { HandBar } from './bar.ts';

/** What hands work on. */
export interface HandParts {
  readonly stage: Stage;
  /** The free part of the stage. */
  readonly holder: HTMLElement;
  readonly bar: HandBar;
  /** What a picture shows; the first if none is named. */
  view(picture?: number): SceneView | null;
  info(): SceneInfo | null;
  /** The scene as the document says it. */
  scene(): Json;
  /** Changes the document; what is done while `held` is one command, until let go. */
  edit(label: string, edits: readonly Edit[], held?: boolean): void;
  letGo(): void;
  /** Does something to the world that runs. */
  act(action: Action): void;
  /** Pauses where the scene begins. */
  toStart(): void;
  /** Shows surfaces, or what was shown before. */
  surfaces(on: boolean): void;
  /** Whether a hand may take hold of a body of the scene. */
  isFree(origin: number): boolean;
}

/** What hands that meet bodies work on. */
export type AimedParts = HandParts & { readonly aim: Aim };
