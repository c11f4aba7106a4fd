/** What the report does when it is touched. Plain JavaScript of the page itself; it shares nothing with us but the data. */
export const REPORT_SCRIPT = `
const { axes, runs, base, columns, into, command, canOpen } = JSON.parse(document.getElementById('data').textContent);
const all = [...document.querySelectorAll('[data-r]')];
const marks = new Map();
for (const mark of all) {
  const r = Number(mark.dataset.r);
  if (!marks.has(r)) marks.set(r, []);
  marks.get(r).push(mark);
}
const details = document.getElementById('run');
const studio = document.getElementById('studio');
let chosen = null;

function sceneOf(run) {
  const scene = structuredClone(base);
  const set = (path, value) => {
    const parts = path.split(/[.[\\]]/).filter(Boolean);
    let at = scene;
    for (const part of parts.slice(0, -1)) at = at[part] ??= {};
    at[parts.at(-1)] = value;
  };
  columns.forEach((path, c) => set(path, run.values[c]));
  for (const path of into) set(path, run.seed);
  return scene;
}

function addressOf(run) {
  let text = '';
  for (const byte of new TextEncoder().encode(JSON.stringify(sceneOf(run)))) text += String.fromCharCode(byte);
  return studio.value + '#scene=' + btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function cell(row, tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  row.append(made);
}

function choose(r) {
  for (const mark of marks.get(chosen) ?? []) mark.classList.remove('chosen');
  chosen = r;
  for (const mark of marks.get(r) ?? []) {
    mark.classList.add('chosen');
    if (mark.tagName === 'path') mark.parentNode.insertBefore(mark, mark.parentNode.querySelector('.axis'));
  }
  const run = runs[r];
  const table = document.createElement('table');
  for (const axis of axes) {
    const row = table.insertRow();
    cell(row, 'th', axis.name);
    const value = axis.values[r];
    cell(row, 'td', value === null ? 'no number' : axis.labels ? axis.labels[value] : String(value));
  }
  const words = document.createElement('p');
  words.textContent = 'Run ' + run.id + (run.pass ? '' : ', which does not pass the checks of its scene') + ', state ' + run.hash;
  const code = document.createElement('code');
  code.textContent = command + columns.map((path, c) => " --set '" + path + '=' + JSON.stringify(run.values[c]) + "'").join('')
    + into.map((path) => " --set '" + path + '=' + run.seed + "'").join('');
  details.replaceChildren(words, table, code);
  if (!canOpen) return;
  const link = document.createElement('a');
  link.textContent = 'Open in the studio';
  link.href = addressOf(run);
  link.target = '_blank';
  link.rel = 'noopener';
  details.append(document.createElement('br'), link);
}
for (const mark of all) mark.addEventListener('click', () => choose(Number(mark.dataset.r)));
studio?.addEventListener('change', () => chosen !== null && choose(chosen));

// Drag along an axis: only runs within stay.
const ranges = new Map();
const svg = document.querySelector('.parallel');
function filter() {
  let count = 0;
  for (const [r, list] of marks) {
    const isIn = [...ranges].every(([a, [low, high]]) => {
      const place = axes[a].places[r];
      return place !== null && place >= low && place <= high;
    });
    if (isIn) count++;
    for (const mark of list) mark.classList.toggle('out', !isIn);
  }
  document.getElementById('count').textContent = ranges.size === 0 ? '' : count + ' runs within the marked ranges';
}
for (const brush of document.querySelectorAll('.brush')) {
  const a = Number(brush.parentNode.dataset.a);
  const place = (event) => {
    const box = brush.getBoundingClientRect();
    return Math.min(1, Math.max(0, 1 - (event.clientY - box.top) / box.height));
  };
  let from = null;
  let band = null;
  const draw = ([low, high]) => {
    const [y, h] = [Number(brush.getAttribute('y')), Number(brush.getAttribute('height'))];
    band.setAttribute('y', y + (1 - high) * h);
    band.setAttribute('height', Math.max(2, (high - low) * h));
  };
  brush.addEventListener('pointerdown', (event) => {
    brush.setPointerCapture(event.pointerId);
    from = place(event);
    band?.remove();
    band = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
    band.setAttribute('class', 'band');
    band.setAttribute('x', brush.getAttribute('x'));
    band.setAttribute('width', brush.getAttribute('width'));
    brush.after(band);
    draw([from, from]);
  });
  brush.addEventListener('pointermove', (event) => {
    if (from === null) return;
    const to = place(event);
    const range = [Math.min(from, to), Math.max(from, to)];
    draw(range);
    ranges.set(a, range);
    filter();
  });
  brush.addEventListener('pointerup', (event) => {
    if (from !== null && Math.abs(place(event) - from) < 0.01) {
      ranges.delete(a);
      band.remove();
      filter();
    }
    from = null;
  });
}
`;
