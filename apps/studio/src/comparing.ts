import { type Baseline, baselineOf } from './baseline.ts';
import type { Json } from './document/json.ts';
import type { Player } from './player.ts';
import type { Heading } from './ui/heading.ts';
import type { Tools } from './ui/tools.ts';
import type { Versus } from './ui/versus.ts';
import type { Show } from './view/show.ts';

/** The same scene twice: adaptive, and with nothing left out. */
export interface Comparing {
  /** What the scene is compared with; null if it does not adapt. */
  readonly baseline: Baseline | null;
  /** Another scene. */
  open(scene: Json): void;
  start(scene: Json): void;
  end(): void;
}

export interface ComparingParts {
  readonly player: Player;
  readonly show: Show;
  readonly heading: Heading;
  readonly versus: Versus;
  readonly tools: Tools;
  /** Called when the second run is over. */
  ended(): void;
}

export function createComparing(parts: ComparingParts): Comparing {
  const { player, show, heading, versus, tools } = parts;
  let baseline: Baseline | null = null;
  return {
    get baseline() {
      return baseline;
    },
    open(scene) {
      baseline = baselineOf(scene);
    },
    start(scene) {
      tools.comparing(true);
      heading.building('the second run');
      baseline = baselineOf(scene);
      versus.name(baseline?.title ?? '');
      player.compare(baseline?.scene ?? null);
    },
    end() {
      tools.comparing(false);
      parts.ended();
      heading.building(null);
      versus.hide();
      show.closeTwin();
      player.compare(null);
    },
  };
}
