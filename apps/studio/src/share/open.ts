import type { ShareSource } from './takeaways.ts';

/** Shows what can be taken home. The code for it is loaded when it is first asked for. */
export async function openShare(holder: HTMLElement, source: ShareSource): Promise<void> {
  const [{ showShareCard }, { takeaways }, { rangeFields }] = await Promise.all([
    import('./card.ts'),
    import('./takeaways.ts'),
    import('./range.ts'),
  ]);
  const range = rangeFields(source.range());
  showShareCard(holder, takeaways(source, range.chosen), range.element);
}
