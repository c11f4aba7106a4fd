import type { Action } from 'pliant';
import type { SceneInfo, SceneSource } from '../protocol.ts';
import {
  backTo,
  builtOf,
  filesOf,
  layersOf,
  type Moment,
  newDocument,
  type SavedDocument,
  type StudioDocument,
} from './document.ts';
import { canonical, type Json } from './json.ts';
import { layerActions } from './layers.ts';
import { consequenceOf } from './live.ts';
import { createStore, type Store } from './store.ts';

/** What plays the document. */
export interface EditedWorld {
  load(source: SceneSource, resume?: Uint8Array): void;
  /** Lets go of what is being built. */
  cancel(): void;
  apply(action: Action): void;
  /** Starts over; asks `first` what to do before the first step. */
  reset(): void;
}

/** Something to open: a document, and a state to go on from. */
export interface Opening {
  readonly saved: SavedDocument;
  readonly resume?: Uint8Array;
}

/** A state of the running world, and the document that it had come to. */
export interface Resumed {
  readonly state: Uint8Array;
  readonly of: SavedDocument;
}

/** The document that is open, and the world that follows it. */
export interface Editor {
  readonly store: Store<StudioDocument>;
  /** Mesh files by name. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  /** How the document that is coming, or came last, is to be looked at; null as the scene says. */
  readonly moment: Moment | null;
  /** Builds another document. Until it stands, the present one stays. */
  open(opening: Opening): void;
  openScene(source: SceneSource, origin: string | null): void;
  /** Files for a scene that an edit is about to name. */
  addFiles(files: Readonly<Record<string, Uint8Array>>): void;
  /** Says that what was coming is built; true if it is another document, false if the same was rebuilt. */
  wasBuilt(info: SceneInfo): boolean;
  /** Says that what was coming cannot be built; true if it was an edit of the present document. */
  couldNotBuild(): boolean;
  /** Builds the present document again; from a state, if it was the state of this document. */
  rebuild(from?: Resumed): void;
  /** What to do before the first step, whenever the world starts over. */
  first(): readonly Action[];
  save(moment: Moment | null): SavedDocument;
}

const EMPTY = newDocument({ format: 'pliant/1', name: 'empty' }, null);

interface Coming {
  /** Another document; null for the present one rebuilt. */
  readonly opening: Opening | null;
  readonly built: Json;
  /** For the present one: what to go on from. */
  readonly from?: Resumed;
}

export function createEditor(world: EditedWorld): Editor {
  const store = createStore<StudioDocument>(EMPTY);
  let files: Record<string, Uint8Array> = {};
  let moment: Moment | null = null;
  let coming: Coming | null = null;
  /** The scene that the running world was built of; what it has been told since. Null before the first. */
  let running: { built: Json; applied: StudioDocument } | null = null;
  let orders: Record<string, number> = {};

  function load(next: Coming): void {
    coming = next;
    const at = next.opening?.saved.files ?? files;
    world.load({ scene: next.built, files: at }, next.from?.state ?? next.opening?.resume);
  }

  /** Brings the world after the document. */
  function follow(document: StudioDocument): void {
    if (running === null) return;
    if (consequenceOf(running.built, document.scene) === 'rebuild') {
      load({ opening: null, built: document.scene });
      return;
    }
    if (coming?.opening === null) {
      coming = null;
      world.cancel();
    }
    const { applied } = running;
    running.applied = document;
    const actions = consequenceOf(applied.scene, document.scene);
    const layers = layerActions(layersOf(applied), layersOf(document), orders);
    if (actions === 'rebuild' || layers === null) world.reset();
    else for (const action of [...actions, ...layers]) world.apply(action);
  }
  let isOpening = false;
  store.listen((document) => {
    if (!isOpening) follow(document);
  });

  const first = (): readonly Action[] => {
    if (running === null) return [];
    const actions = consequenceOf(running.built, running.applied.scene);
    return [
      ...(actions === 'rebuild' ? [] : actions),
      ...(layerActions([], layersOf(running.applied), orders) ?? []),
    ];
  };

  const open = (opening: Opening): void => load({ opening, built: builtOf(opening.saved) });

  return {
    store,
    get files() {
      return files;
    },
    get moment() {
      return moment;
    },
    open,
    openScene({ scene, files: given }, origin) {
      const document = newDocument(scene as Json, origin);
      const saved = {
        format: 'pliant-studio/1',
        document,
        built: [],
        files: given,
        moment: null,
      } as const;
      open({ saved });
    },
    addFiles(more) {
      files = { ...files, ...more };
    },
    wasBuilt(info) {
      const { opening, built, from } = coming ?? { opening: null, built: store.value.scene };
      coming = null;
      orders = Object.fromEntries(
        info.bodies.flatMap(({ name, layers }) =>
          (layers ?? []).map((layer) => [`${name}/${layer.name}`, layer.order]),
        ),
      );
      if (opening !== null) {
        files = { ...opening.saved.files };
        moment = opening.saved.moment;
        isOpening = true;
        store.open(opening.saved.document);
        isOpening = false;
      } else moment = null;
      running = { built, applied: from?.of.document ?? store.value };
      // A state that goes on has had all this done to it, but what was done since.
      if (from !== undefined) follow(store.value);
      else if (opening?.resume === undefined && first().length > 0) world.reset();
      return opening !== null;
    },
    couldNotBuild() {
      const isEdit = coming !== null && coming.opening === null;
      coming = null;
      return isEdit;
    },
    rebuild(from) {
      const built = from && builtOf(from.of);
      const isSame = built && running && canonical(built) === canonical(running.built);
      if (isSame) load({ opening: null, built, from });
      else load({ opening: null, built: store.value.scene });
    },
    first,
    save: (at) => ({
      format: 'pliant-studio/1',
      document: store.value,
      built: backTo(running?.built ?? store.value.scene, store.value.scene),
      files: filesOf(store.value.scene, files),
      moment: at,
    }),
  };
}
