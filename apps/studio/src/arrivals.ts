import type { watchBroken } from './broken.ts';
import type { Comparing } from './comparing.ts';
import type { Editor } from './document/editor.ts';
import type { Keeping } from './document/keeping.ts';
import { isPhotographed, keepFirstPicture } from './first-picture.ts';
import type { Measuring } from './measuring.ts';
import type { createOutlining } from './outlining.ts';
import type { Player, PlayerEvents } from './player.ts';
import type { Posters } from './posters.ts';
import type { Frame, SceneInfo, Stats } from './protocol.ts';
import type { GalleryPanel } from './ui/gallery-panel.ts';
import type { Heading } from './ui/heading.ts';
import type { LayerInsets } from './view/layer-insets.ts';
import type { Looking } from './view/looking.ts';
import type { Show } from './view/show.ts';
import type { Stage } from './view/stage.ts';

/** What runs, and what is on the stage. */
export interface Now {
  /** Built scenes whose first frame is still to come, by side. */
  readonly coming: [SceneInfo | null, SceneInfo | null];
  running: SceneInfo | null;
  /** The scene whose panels are open: the one that runs, from the moment it is built. */
  opened: SceneInfo | null;
  /** True while the scene whose first frame is to come is the one that was there, rebuilt: the camera stays. */
  isSameAgain: boolean;
  /** The scene whose poster is on the stage; null if none is. */
  posterOf: string | null;
  /** As of the last frame, by side. */
  readonly stats: [Stats | null, Stats | null];
}

export const nothingYet = (): Now => ({
  coming: [null, null],
  running: null,
  opened: null,
  isSameAgain: false,
  posterOf: null,
  stats: [null, null],
});

/** Those who are told. */
export interface ArrivalParts {
  readonly stage: Stage;
  readonly show: Show;
  readonly heading: Heading;
  readonly looking: Looking;
  readonly outline: ReturnType<typeof createOutlining>;
  readonly figures: { opened(): void };
  readonly editor: Editor;
  readonly following: { readonly on: boolean; tell(): void; first(): ReturnType<Editor['first']> };
  readonly gallery: GalleryPanel;
  readonly pull: { forget(): void; release(): void };
  readonly hover: { show: PlayerEvents['region'] };
  readonly insets: LayerInsets;
  readonly measuring: Measuring;
  readonly keeping: Keeping;
  readonly hands: { refresh(): void };
  readonly comparing: Comparing;
  readonly posters: Posters;
  readonly player: Player;
  readonly tellBroken: ReturnType<typeof watchBroken>;
  openScene(info: SceneInfo): void;
  showNumbers(): void;
  fail: PlayerEvents['failed'];
  nameInAddress(): void;
}

/** Steps of the first scene after which the gallery's pictures are fetched. */
const THUMBNAILS_AFTER = 30;

/** What the page does with what comes from the workers. `parts` is asked when something comes: by then all are there. */
export function createArrivals(now: Now, parts: () => ArrivalParts): PlayerEvents {
  /** Puts a scene on the stage that has just been built. */
  function begin(info: SceneInfo, frame: Frame): void {
    const { stage, show, looking, outline, figures, editor, following, posters } = parts();
    show.open(info, frame, now.isSameAgain || info.name === now.posterOf);
    now.posterOf = null;
    now.running = info;
    looking.opened();
    outline.apply();
    figures.opened();
    if (editor.moment?.camera) looking.from(editor.moment.camera);
    if (following.on) following.tell();
    const { origin } = editor.store.value;
    posters.put(origin, info, frame);
    const isStart = frame.stats.steps === 0 && !now.isSameAgain;
    stage.drawn().then(() => {
      stage.canvas.style.background = '';
      if (origin === null || !isStart || isPhotographed(origin)) return;
      // In the turn in which it was drawn.
      keepFirstPicture(origin, stage.canvas);
    });
  }

  return {
    progress: (body, part) => parts().heading.building(body, part),
    built(info, side) {
      const { heading, pull, openScene } = parts();
      now.coming[side] = info;
      heading.building(null);
      pull.forget();
      if (side === 0) openScene(info);
    },
    surface(body, surface, side) {
      parts().pull.release();
      parts().show.view(side)?.replace(body, surface);
    },
    bodies(from, bodies, side) {
      parts().pull.release();
      const { show, editor } = parts();
      show.view(side)?.follow(from, bodies);
      // What has come looks as what it came from.
      show.dress(editor.store.value.scene);
    },
    obstacles: (late, side) => parts().show.view(side)?.addObstacles(late),
    region: (body, cell, region) => parts().hover.show(body, cell, region),
    frame(frame, side) {
      const { stage, show, editor, insets, measuring, keeping, hands, gallery, player } = parts();
      const { buffer, hasCells, stats: latest, samples } = frame;
      const info = now.coming[side];
      now.coming[side] = null;
      if (info === null) {
        show.view(side)?.read(buffer, hasCells);
        show.view(side)?.contacts.show(frame.contacts);
        show.view(side)?.tint(frame.look);
      } else if (side === 1) show.openTwin(info, frame);
      else begin(info, frame);
      if (side === 0) insets.show(frame.apart);
      now.stats[side] = latest;
      if (side === 0) {
        parts().tellBroken(latest);
      }
      measuring.add(samples, now.running?.dt, side);
      keeping.follow(latest);
      if (info !== null) {
        show.dress(editor.store.value.scene);
        show.wear(editor.store.value.scene, editor.files);
        hands.refresh();
      }
      if (!player.playing || latest.steps > THUMBNAILS_AFTER) gallery.showThumbnails();
      stage.invalidate();
      if (measuring.isDue(latest)) parts().showNumbers();
    },
    drawn: () => parts().stage.drawn(),
    failed(messages, what, isLost) {
      const { heading, fail, comparing, gallery, editor, nameInAddress } = parts();
      heading.building(null);
      fail(messages, what, isLost);
      if (what !== 'build') comparing.end();
      else {
        gallery.select(editor.store.value.origin);
        if (now.running !== null) nameInAddress();
      }
    },
    first: (side) => [
      // While two runs are compared the second stays at full resolution, whatever is set about the first.
      ...parts()
        .editor.first()
        .filter((action) => side === 0 || action.do !== 'tune'),
      ...parts().following.first(),
    ],
  };
}
