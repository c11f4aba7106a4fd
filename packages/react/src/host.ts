import type { SoftMesh } from '@pliant/three';
import type { World } from 'pliant';
import { createContext, useContext, useLayoutEffect, useRef } from 'react';

/** Called around every step, with the world and the length of a step [s]. */
export type StepListener = (world: World, dt: number) => void;

/** What the components of a world share. */
export interface SoftHost {
  readonly world: World;
  /** Meshes that bodies of the world move. */
  readonly softs: Set<SoftMesh>;
  readonly before: Set<StepListener>;
  readonly after: Set<StepListener>;
  /** Does something as soon as all bodies and obstacles of these names are there. Returns a function that stops waiting. */
  whenThere(names: readonly string[], work: () => void): () => void;
  /** Something has come into the world. */
  came(): void;
}

export function createHost(world: World): SoftHost {
  const waiting = new Set<() => void>();
  const isThere = (name: string): boolean =>
    world.bodies.some((body) => body.name === name) ||
    world.scene.obstacles.some((one) => one.name === name && world.obstacle(name).present);
  return {
    world,
    softs: new Set(),
    before: new Set(),
    after: new Set(),
    whenThere(names, work) {
      const look = (): void => {
        if (!names.every(isThere)) return;
        waiting.delete(look);
        work();
      };
      waiting.add(look);
      look();
      return () => void waiting.delete(look);
    },
    came() {
      for (const look of [...waiting]) look();
    },
  };
}

export const HostContext = createContext<SoftHost | null>(null);

export function useHost(): SoftHost {
  const host = useContext(HostContext);
  if (host === null) throw new Error('This must stand inside of a <SoftWorld>.');
  return host;
}

/** The world around: `world.apply`, `world.on`, `world.raycast` and all else of docs/control.md. */
export function useSoftWorld(): World {
  return useHost().world;
}

/** Does something before every step: forces, poses. Steps have one length, whatever the screen does. */
export function useBeforeStep(listener: StepListener): void {
  useListener(useHost().before, listener);
}

/** Does something after every step, when the world has moved on. */
export function useAfterStep(listener: StepListener): void {
  useListener(useHost().after, listener);
}

function useListener(to: Set<StepListener>, listener: StepListener): void {
  const latest = useRef(listener);
  useLayoutEffect(() => {
    latest.current = listener;
  });
  useLayoutEffect(() => {
    const call: StepListener = (world, dt) => latest.current(world, dt);
    to.add(call);
    return () => void to.delete(call);
  }, [to]);
}
