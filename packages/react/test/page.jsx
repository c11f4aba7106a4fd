// The browser's half of react.browser.ts: the example, in a canvas whose frames the test makes.
import { advance, createRoot, extend } from '@react-three/fiber';
import { StrictMode } from 'react';
import * as THREE from 'three';
import { Scene } from '../../../examples/react/scene.jsx';

// As <Canvas> does.
extend(THREE);

const log = { progress: 0, hits: [], steps: 0, errors: [] };
const world = { current: null };
const canvas = document.body.appendChild(document.createElement('canvas'));
const root = createRoot(canvas);
let three = null;
let frames = 0;

const onProgress = (progress) => {
  if (progress !== null) log.progress++;
};
const onHit = (text) => log.hits.push(text);
const onStep = () => log.steps++;

globalThis.page = {
  log,
  get names() {
    return world.current?.bodies.map((body) => body.name) ?? [];
  },
  /** So many frames of a sixtieth of a second. */
  frames(count) {
    for (let i = 0; i < count; i++) advance(++frames / 60);
  },
  body: (name) => [...world.current.body(name).motion().centre],
  joint: () => world.current.joint('nail').holds,
  /** Highest vertex of what is drawn of a body. */
  top(colour) {
    let top = -Infinity;
    three.scene.traverse((one) => {
      if (one.material?.color?.getHexString() !== colour) return;
      const { position } = one.geometry.attributes;
      for (let i = 0; i < position.count; i++) top = Math.max(top, position.getY(i));
    });
    return top;
  },
  show: (some) =>
    root.render(
      <StrictMode>{some && <Scene {...{ onProgress, onHit, onStep, world }} />}</StrictMode>,
    ),
};

await root.configure({ frameloop: 'never', size: { width: 64, height: 64, top: 0, left: 0 } });
const store = globalThis.page.show(true);
three = store.getState();
