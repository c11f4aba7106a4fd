import { describe, expect, it } from 'vitest';
import { axesOf, placeOn, ticksOf } from '../src/core/axes.ts';
import type { RunRecord } from '../src/core/execute.ts';
import { planSweep } from '../src/core/plan.ts';
import { medians, parallelPlot } from '../src/core/plots.ts';
import { reportPage } from '../src/core/report.ts';
import { BALL } from './helpers.ts';

const plan = planSweep({
  format: 'pliant-sweep/1',
  name: 'plots',
  scene: { ...BALL, title: '</script><b>' } as Record<string, unknown>,
  vary: {
    'bodies[0].material.young': [1e3, 1e4, 1e5],
    'bodies[0].contact': ['all', 'none'],
  },
  measure: ['energy.kinetic', 'timings.build'],
});
const records = Array.from({ length: plan.design.count }, (_, i): RunRecord => {
  const { id, values, seed } = plan.run(i);
  const rest = { pass: i > 0, hash: 'f', steps: 1, version: '1' };
  const cost = { build: 1, step: 1, total: 1, kernels: '', host: '' };
  return { id, values, seed, measured: [i === 5 ? null : i * i, 7], ...rest, cost };
});
const axes = axesOf(plan, records);

describe('axes', () => {
  it('tell numbers over decades, words and measures apart, and leave timings out', () => {
    expect(axes.map(({ name, kind, isLog }) => [name, kind, isLog])).toEqual([
      ['bodies[0].material.young', 'parameter', true],
      ['bodies[0].contact', 'parameter', false],
      ['energy.kinetic', 'measure', false],
    ]);
    expect(axes[1].labels).toEqual(['all', 'none']);
    expect(placeOn(axes[0], 1e4)).toBeCloseTo(0.5, 12);
    expect(placeOn(axes[2], 4)).toBe(0.25);
    expect(ticksOf(axes[0], 3).map(({ text }) => text)).toEqual(['1000', '10000', '1.0e5']);
  });
});

describe('plots', () => {
  it('draw a line a run, without the places where there is no number', () => {
    const svg = parallelPlot(axes, [0, 1, 5]);
    expect(svg.match(/class="run"/g)).toHaveLength(3);
    const points = [...svg.matchAll(/class="run"[^>]* d="([^"]*)"/g)].map(
      ([, d]) => d.split('L').length,
    );
    expect(points).toEqual([3, 3, 2]);
  });

  it('go through the medians', () => {
    // 0, 1 at the first stiffness, 4, 9 at the second, 16 at the third; the largest is 16.
    expect(medians(axes[0], axes[2])).toEqual([
      [0, 0.5 / 16],
      [0.5, 6.5 / 16],
      [1, 1],
    ]);
  });
});

describe('the report', () => {
  const failure = {
    kind: 'limit',
    step: 3,
    message: 'it took <longer>',
    command: "pliant run 'a b'",
  } as const;
  const page = reportPage({
    plan,
    total: 8,
    records,
    failures: [
      { ...failure, id: 'a' },
      { ...failure, id: 'b' },
    ],
    scene: 'scene.json',
  });

  it('is one page with nothing from outside, and escapes what it is given', () => {
    expect(page).not.toMatch(/(src|href)="(?!#)/);
    expect(
      page.match(/https?:\/\/[^"' )]*/g)?.filter((link) => !/w3\.org|127\.0\.0\.1/.test(link)),
    ).toEqual([]);
    expect(page).toContain('it took &lt;longer&gt;');
    expect(page.match(/<\/script>/g)).toHaveLength(2);
    const data = JSON.parse(/id="data">([\s\S]*?)<\/script>/.exec(page)![1]);
    expect(data.base.title).toBe('</script><b>');
    expect(data.runs).toHaveLength(6);
  });

  it('counts runs and failures, by message', () => {
    expect(page).toContain('6 of 8 runs done, 2 failed, 1 do not pass');
    expect(page).toMatch(/<td>2<\/td><td>it took/);
    expect(page.match(/<circle/g)).toHaveLength(10);
  });

  it('has a page before the first result', () => {
    expect(reportPage({ plan, total: 8, records: [], failures: [], scene: 's' })).toContain(
      'no result yet',
    );
  });
});
