import { axesOf, placeOn } from './axes.ts';
import type { RunRecord } from './execute.ts';
import type { Failure } from './lane.ts';
import type { SweepPlan } from './plan.ts';
import { colouringAxis, escaped, parallelPlot, responsePlot } from './plots.ts';
import { REPORT_SCRIPT } from './report-script.ts';

/** What the report tells of. */
export interface ReportInput {
  readonly plan: SweepPlan;
  readonly total: number;
  readonly records: readonly RunRecord[];
  readonly failures: readonly (Failure & { readonly id: string; readonly command: string })[];
  /** The scene as commands name it. */
  readonly scene: string;
}

/** More lines than this are ink, not a picture: evenly many of all runs are drawn. */
const MOST_DRAWN = 1500;
const MOST_CURVES = 24;
const STUDIO = 'http://127.0.0.1:5173/';

const STYLE = `
:root { color-scheme: light dark; --ink: #222; --dim: #777; --line: #bbb; --paper: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --dim: #999; --line: #555; --paper: #181818; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 1000px; margin: 2rem auto; padding: 0 1rem; }
svg { width: 100%; height: auto; font: 9px system-ui, sans-serif; fill: var(--dim); }
svg .name { fill: var(--ink); }
svg path.run { fill: none; stroke-width: 1; opacity: 0.55; cursor: pointer; }
svg path.run:hover, svg path.chosen { stroke-width: 3; opacity: 1; }
svg path.chosen { stroke: #e0007a; }
svg circle.run { fill: #2166ac; opacity: 0.6; cursor: pointer; }
svg circle.run:hover, svg circle.chosen { fill: #e0007a; opacity: 1; }
svg .out { display: none; }
svg .axis line, svg .frame { stroke: var(--line); fill: none; }
svg .axis line, svg text { pointer-events: none; }
svg .brush { fill: transparent; cursor: ns-resize; }
svg .band { fill: #e0007a; opacity: 0.25; pointer-events: none; }
svg .median { fill: none; stroke: #d95f0e; stroke-width: 1.5; }
.curves { display: grid; grid-template-columns: repeat(auto-fill, minmax(280px, 1fr)); gap: 8px; }
table { border-collapse: collapse; } th, td { text-align: left; padding: 2px 12px 2px 0; font-weight: normal; vertical-align: top; } th { color: var(--dim); }
code { font: 12px ui-monospace, monospace; overflow-wrap: anywhere; }
input { font: inherit; width: 18em; }
`;

/** The results of a sweep as one page, with nothing from outside. */
export function reportPage({ plan, total, records, failures, scene }: ReportInput): string {
  const { sweep, job } = plan;
  const axes = axesOf(plan, records);
  const every = Math.max(1, Math.ceil(records.length / MOST_DRAWN));
  const shown = records.map((_, r) => r).filter((r) => r % every === 0);
  const parameters = axes.filter(({ kind, low, high }) => kind === 'parameter' && high > low);
  const measures = axes.filter(({ kind, low, high }) => kind === 'measure' && high > low);
  const drawn = [...parameters, ...measures];
  const pairs = measures.flatMap((y) => parameters.map((x) => [x, y] as const));
  const curves = pairs.slice(0, MOST_CURVES).map(([x, y]) => responsePlot(x, y, shown));
  const unpassed = records.filter(({ pass }) => !pass).length;
  const left = total - records.length - failures.length;
  const counts = [
    `${records.length} of ${total} runs done`,
    failures.length > 0 ? `${failures.length} failed` : '',
    left > 0 ? `${left} left` : '',
    unpassed > 0 ? `${unpassed} do not pass the scene's own checks` : '',
    every > 1 ? `one in ${every} drawn` : '',
  ].filter((part) => part !== '');
  const canOpen = Object.keys(job.files).length === 0;
  const data = {
    axes: drawn.map(({ name, values, labels, ...rest }) => ({
      name,
      values,
      labels,
      places: values.map((v) =>
        v === null ? null : placeOn({ name, values, labels, ...rest }, v),
      ),
    })),
    runs: records.map(({ id, values, seed, pass, hash }) => ({ id, values, seed, pass, hash })),
    base: job.base,
    columns: job.columns,
    into: job.into,
    command: `pliant run ${scene}`,
    canOpen,
  };
  const colours = colouringAxis(drawn);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(sweep.name)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escaped(sweep.name)}</h1>
<p>${escaped(counts.join(', '))}. ${escaped(howOf(plan))}</p>
${
  records.length === 0
    ? '<p>There is no result yet.</p>'
    : `<h2>All runs</h2>
<p>A line a run${colours ? `, coloured by ${escaped(colours.name)}` : ''}. Drag along an axis to keep runs within a range, click it to let go; click a line or a dot for the run. <span id="count"></span></p>
${parallelPlot(drawn, shown)}
<div id="run"></div>
${canOpen ? `<p><label>Address of the studio <input id="studio" value="${STUDIO}"></label></p>` : '<p>Runs with mesh files open in the studio by dropping scene and files on it.<input id="studio" hidden></p>'}
<h2>Responses</h2>
<p>A dot a run, the line through the medians.${pairs.length > MOST_CURVES ? ` The first ${MOST_CURVES} of ${pairs.length}.` : ''}</p>
<div class="curves">${curves.join('')}</div>`
}
${failureSection(failures)}
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
${records.length === 0 ? '' : `<script>${REPORT_SCRIPT}</script>`}
</body>
</html>
`;
}

function howOf({ sweep, design }: SweepPlan): string {
  const places = design.columns.length;
  const words = {
    grid: 'Every combination of',
    random: 'Random values of',
    sobol: 'Sobol points over',
    list: 'A list of values of',
  };
  return `${words[sweep.how]} ${places} place${places === 1 ? '' : 's'} in the scene.`;
}

function failureSection(failures: ReportInput['failures']): string {
  if (failures.length === 0) return '';
  const groups = new Map<string, ReportInput['failures'][number][]>();
  for (const one of failures) groups.set(one.message, [...(groups.get(one.message) ?? []), one]);
  const rows = [...groups]
    .sort((a, b) => b[1].length - a[1].length)
    .map(
      ([message, list]) =>
        `<tr><td>${list.length}</td><td>${escaped(message)}<br><code>${list
          .slice(0, 3)
          .map(({ command }) => escaped(command))
          .join('<br>')}</code></td></tr>`,
    );
  return `<h2>Failures</h2>
<table><tr><th>runs</th><th>message, and commands that repeat the first</th></tr>${rows.join('')}</table>`;
}
