import type { Json } from '../document/json.ts';
import type { Schema } from './fields.ts';
import type { InspectorActions, InspectorPanel, InspectorTab } from './panel.ts';

export interface Inspector {
  show(tab: InspectorTab): void;
  select(body: number): void;
  /** Brings it after the document. */
  refresh(): void;
}

export interface InspectorSource extends InspectorActions {
  /** The schema of scenes, from those who check them. */
  schema(): Promise<Json>;
}

/** The inspector. It, and the schema, are loaded when it is first looked at. */
export function createInspector(holder: HTMLElement, source: InspectorSource): Inspector {
  let panel: InspectorPanel | null = null;
  let coming: Promise<InspectorPanel> | null = null;
  let isShown = false;
  const load = async (): Promise<InspectorPanel> => {
    const [{ createInspectorPanel }, schema] = await Promise.all([
      import('./panel.ts'),
      source.schema(),
    ]);
    panel = createInspectorPanel(holder, schema as Schema, source);
    return panel;
  };
  function show(tab: InspectorTab): void {
    isShown = true;
    coming ??= load();
    coming.then((one) => one.show(tab));
  }

  return {
    show,
    select(body) {
      show('body');
      coming?.then((one) => one.select(body));
    },
    refresh() {
      if (isShown) panel?.refresh();
    },
  };
}
