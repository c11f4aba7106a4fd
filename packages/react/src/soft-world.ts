import { createWorldView, type WorldView } from '@pliant/three';
import { useFrame } from '@react-three/fiber';
import type { SceneInput, World, WorldOptions } from 'pliant';
import {
  createElement,
  Fragment,
  type ReactNode,
  type Ref,
  Suspense,
  use,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Building, type SoftProgress, startBuilding } from './build.ts';
import { createHost, HostContext, type SoftHost } from './host.ts';

export interface SoftWorldProps {
  /**
   * Gravity, solver, and whatever bodies and obstacles are there from the start; those are drawn. Read once: another `key`
   * makes another world.
   */
  scene?: Partial<SceneInput>;
  /** As of `createWorldAsync`: `cache`, `files`, `maxMemory`, …; `progress` is told of every stage. Read once. */
  options?: WorldOptions;
  /** Shown while the world is built; a function is told how far that is. */
  fallback?: ReactNode | ((progress: SoftProgress | null) => ReactNode);
  /** No time passes. */
  paused?: boolean;
  /** Steps in one frame at most (4): a page that is too slow slows the world down. */
  maxSteps?: number;
  ref?: Ref<World>;
  children?: ReactNode;
}

/**
 * A world for the soft things inside of it. It is built in turns with the page; until it is there `fallback` is shown. Then time passes with
 * the frames of the canvas, and everything is drawn between the last two steps.
 */
export function SoftWorld(props: SoftWorldProps): ReactNode {
  const { scene = {}, options = {}, fallback = null } = props;
  const [building, setBuilding] = useState(() => startBuilding(scene, options));
  // biome-ignore lint/correctness/useExhaustiveDependencies: scene and options are read once
  useEffect(() => {
    if (building.ended) setBuilding(startBuilding(scene, options));
    return building.keep();
  }, [building]);
  const waiting =
    typeof fallback === 'function' ? createElement(Waiting, { building, fallback }) : fallback;
  return createElement(
    Suspense,
    { fallback: waiting },
    createElement(Running, { ...props, building }),
  );
}

function Waiting(props: {
  building: Building;
  fallback: (progress: SoftProgress | null) => ReactNode;
}): ReactNode {
  const { subscribe, progress } = props.building;
  return props.fallback(useSyncExternalStore(subscribe, progress, progress));
}

function Running(props: SoftWorldProps & { building: Building }): ReactNode {
  const { building, paused = false, maxSteps, ref, children } = props;
  const world = use(building.begin());
  const host = useMemo(() => createHost(world), [world]);
  const view = useSceneView(world);
  useImperativeHandle(ref, () => world, [world]);
  useFrame((_, seconds) => {
    if (!paused) advance(host, seconds, maxSteps);
    const at = { alpha: world.alpha };
    view?.update(at);
    for (const soft of host.softs) soft.update(at);
  });
  const drawn = view && createElement('primitive', { object: view.group });
  const inside = createElement(HostContext.Provider, { value: host }, children);
  return createElement(Fragment, null, drawn, inside);
}

function advance({ world, before, after }: SoftHost, seconds: number, maxSteps = 4): void {
  const { dt } = world.scene;
  world.advance(seconds, {
    maxSteps,
    beforeStep() {
      for (const listener of before) listener(world, dt);
    },
    afterStep() {
      for (const listener of after) listener(world, dt);
    },
  });
}

/** What the scene itself brings, drawn; other components draw what they bring. */
function useSceneView(world: World): WorldView | null {
  const view = useMemo(() => {
    const { bodies, obstacles } = world.scene;
    if (bodies.length + obstacles.length === 0) return null;
    const own = new Set(bodies.map((body) => body.name));
    return createWorldView({
      get scene() {
        return { ...world.scene, obstacles };
      },
      get bodies() {
        return world.bodies.filter((body) => own.has(world.scene.bodies[body.origin].name));
      },
      get topology() {
        return world.topology;
      },
      obstacle: (name) => world.obstacle(name),
    });
  }, [world]);
  useLayoutEffect(() => () => view?.dispose(), [view]);
  return view;
}
