import type { Json } from '../document/json.ts';
import { createPlayer, type Player } from '../player.ts';
import type { SceneInfo, SceneSource } from '../protocol.ts';
import { h } from '../ui/dom.ts';
import { icon } from '../ui/icons.ts';
import { createPull } from '../view/pull.ts';
import { createShow, type Show } from '../view/show.ts';
import { drawableStage, type Stage } from '../view/stage.ts';
import { isStillWanted } from '../view/theme.ts';
import {
  coloringsOf,
  insidesOf,
  needsCells,
  PLAIN,
  SLICE_DEFAULTS,
  VIEWS,
  type ViewSettings,
} from '../view/view-settings.ts';
import { fetchSource } from './files.ts';
import STYLE from './viewer.css?inline';

/**
 * A scene in somebody's page, to be looked at and pulled:
 *
 *     <script type="module" src="pliant-viewer.js"></script>
 *     <pliant-viewer src="jelly.json" view="structure"></pliant-viewer>
 *
 * `src` is a scene or a document of the studio; `view` one of surface, ghost, structure, slice, heat; `paused` opens it without playing. Events: `load` when
 * the first picture is there, `error` with words in `detail`.
 */
export class PliantViewer extends HTMLElement {
  static observedAttributes = ['src', 'view', 'paused'];
  #stage: Stage | null = null;
  #show: Show | null = null;
  #player: Player | null = null;
  #info: SceneInfo | null = null;
  #at = 0;
  /** What was asked for last: it says how bodies look. */
  #asked: { scene: Json; files: SceneSource['files'] } | null = null;
  #toggle = h('button', { type: 'button', click: () => this.play(!this.playing) });
  #said = h('p', { role: 'status' });

  connectedCallback(): void {
    if (this.#stage !== null) return;
    const root = this.attachShadow({ mode: 'open' });
    const canvas = h('canvas', {
      tabindex: '0',
      'aria-label': 'A soft-body scene. Drag a body to pull it, drag empty space to look around.',
    });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
    root.append(canvas, this.#toggle, this.#said);
    const stage = drawableStage(canvas, canvas, (fault) => this.#fail(fault));
    const show = createShow(stage);
    let coming: SceneInfo | null = null;
    const isPaused = this.hasAttribute('paused') || isStillWanted();
    const player = createPlayer(
      {
        progress: (_, part) => this.#say(`${Math.round(100 * part)} %`),
        built(info) {
          coming = info;
          pull.forget();
        },
        surface: (body, surface) => show.view()?.replace(body, surface),
        bodies: (from, bodies) => show.view()?.follow(from, bodies),
        obstacles: (late) => show.view()?.addObstacles(late),
        region() {},
        frame: (frame) => {
          const info = coming;
          coming = null;
          if (info === null) show.view()?.read(frame.buffer, frame.hasCells);
          else {
            this.#info = info;
            show.open(info, frame);
            if (this.#asked !== null) {
              show.dress(this.#asked.scene);
              show.wear(this.#asked.scene, this.#asked.files);
            }
            this.#applyView();
            this.#say('');
            this.dispatchEvent(new Event('load'));
          }
          this.#at = frame.stats.steps;
          stage.invalidate();
        },
        drawn: () => stage.drawn(),
        failed: (messages) => this.#fail(messages.join('\n')),
        first: () => [],
      },
      !isPaused,
    );
    player.loop(true);
    const pull = createPull(
      stage,
      show.view,
      (action) => {
        player.loop(false);
        player.apply(action);
      },
      () => true,
    );
    this.#stage = stage;
    this.#show = show;
    this.#player = player;
    this.#mark();
    void this.#load();
  }

  attributeChangedCallback(name: string): void {
    if (this.#stage === null) return;
    if (name === 'src') void this.#load();
    else if (name === 'view') this.#applyView();
    else this.play(!this.hasAttribute('paused'));
  }

  /** True once a scene is in the picture. */
  get ready(): boolean {
    return this.#info !== null;
  }

  /** The step that is shown. */
  get at(): number {
    return this.#at;
  }

  get playing(): boolean {
    return this.#player?.playing ?? false;
  }

  play(on = true): void {
    this.#player?.play(on);
    this.#mark();
  }

  reset(): void {
    this.#player?.reset();
  }

  /** Shows a scene that is at hand. */
  open(source: SceneSource): void {
    const { files } = source;
    const scene = typeof source.scene === 'string' ? JSON.parse(source.scene) : source.scene;
    this.#asked = { scene, files };
    this.#player?.load({ scene, files });
  }

  async #load(): Promise<void> {
    const src = this.getAttribute('src');
    if (src === null || src === '') return;
    this.#say('…');
    try {
      this.open(await fetchSource(new URL(src, document.baseURI).href));
    } catch (error) {
      this.#fail((error as Error).message);
    }
  }

  #applyView(): void {
    const view = VIEWS.find((name) => name === this.getAttribute('view')) ?? 'surface';
    if (this.#info === null) return;
    const insides = insidesOf(this.#info.bodies);
    const coloring = coloringsOf(view, insides)[0] ?? PLAIN.coloring;
    const settings: ViewSettings = { view, coloring, slice: SLICE_DEFAULTS };
    this.#player?.cells(needsCells(settings, insides));
    this.#show?.look(settings);
  }

  #mark(): void {
    this.#toggle.replaceChildren(icon(this.playing ? 'pause' : 'play'));
    this.#toggle.setAttribute('aria-label', this.playing ? 'Pause' : 'Play');
  }

  #say(words: string): void {
    this.#said.textContent = words;
  }

  #fail(message: string): void {
    this.#say(message);
    this.dispatchEvent(new CustomEvent('error', { detail: message }));
  }
}

if (customElements.get('pliant-viewer') === undefined)
  customElements.define('pliant-viewer', PliantViewer);
