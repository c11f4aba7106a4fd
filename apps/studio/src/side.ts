import type { Json } from './document/json.ts';
import type { Edit } from './document/store.ts';
import type { LookActions } from './inspector/look.ts';
import { createInspector } from './inspector/open.ts';
import { byId } from './ui/dom.ts';
import { createSheets } from './ui/sheets.ts';
import { createSideTabs } from './ui/side-tabs.ts';

/** The panels at the side, as tabs; and all panels as sheets where there is no room for them. */
export function createSide(actions: {
  scene(): Json;
  edit(label: string, edits: readonly Edit[]): void;
  readonly look: LookActions;
  schema(): Promise<unknown>;
}) {
  const inspector = createInspector(byId('inspector'), {
    ...actions,
    schema: actions.schema as () => Promise<Json>,
  });
  const sideTabs = createSideTabs(
    byId('side-tabs'),
    { numbers: byId('numbers'), adapting: byId('adapting'), inspector: byId('inspector') },
    (tab) => tab !== 'numbers' && inspector.show(tab),
  );
  const sheets = createSheets(byId('transport'), {
    scenes: byId('gallery'),
    tools: byId('tools'),
    panels: byId('side'),
  });
  return { inspector, sideTabs, sheets };
}
