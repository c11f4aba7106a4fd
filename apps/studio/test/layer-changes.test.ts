import { expect, it } from 'vitest';
import { createLayerChanges } from '../src/layer-changes.ts';

const layer = { do: 'layer', body: 'seal', layer: 'skin' } as const;
const stroke = (x: number) => ({ ...layer, paint: { point: [x, 0, 0], radius: 0.1, value: 0 } });

it('keeps the last of each setting, and strokes in their order', () => {
  const changes = createLayerChanges();
  changes.add({ ...layer, mute: true });
  changes.add(stroke(1));
  changes.add({ ...layer, weight: 0.5 });
  changes.add({ ...layer, layer: 'fat', solo: true });
  changes.add(stroke(2));
  changes.add({ ...layer, mute: false });
  changes.add({ do: 'drop', id: 'hand' });
  expect(changes.actions()).toEqual([
    { ...layer, mute: false, weight: 0.5 },
    { ...layer, layer: 'fat', solo: true },
    stroke(1),
    stroke(2),
  ]);
  changes.clear();
  expect(changes.actions()).toEqual([]);
});

it('forgets the oldest strokes of a very long painting', () => {
  const changes = createLayerChanges();
  for (let i = 0; i < 2500; i++) changes.add(stroke(i));
  const kept = changes.actions();
  expect(kept.length).toBe(2000);
  expect(kept[kept.length - 1]).toEqual(stroke(2499));
});
