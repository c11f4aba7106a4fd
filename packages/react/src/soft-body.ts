import { createSoftMesh, type SoftMesh, type SoftMeshOptions } from '@pliant/three';
import type { WorldBody } from 'pliant';
import {
  createElement,
  type ReactNode,
  type Ref,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { type Group, Mesh, type Object3D } from 'three';
import { type BodyParts, createBodyParts, PartsContext } from './attachment.ts';
import { type SoftHost, useHost } from './host.ts';
import { useName } from './name.ts';

export interface SoftBodyProps extends SoftMeshOptions {
  /** Not computed while this is true; others meet it like an obstacle. */
  paused?: boolean;
  /** Factor on gravity. */
  gravityScale?: number;
  /** Called when the body is in the world. `soft.notes` says what was mended. */
  onReady?: (body: WorldBody, soft: SoftMesh) => void;
  /** The body, once it is in the world. */
  ref?: Ref<WorldBody | null>;
  /** A mesh, the first one counts; and attachments. */
  children?: ReactNode;
}

/**
 * Makes the mesh inside of it soft. Its looks stay; where it stands is where the body begins. The body is built in turns with the page, and the mesh
 * stands still until then. Material, model and the like are read once: another `key` makes another body; at run time use
 * `ref` (`body.setMaterial(…)`).
 */
export function SoftBody(props: SoftBodyProps): ReactNode {
  const { children, ref, onReady, paused = false, gravityScale = 1, name, ...options } = props;
  const host = useHost();
  const called = useName(name, 'body');
  const group = useRef<Group>(null);
  const parts = useMemo(createBodyParts, []);
  const [body, setBody] = useState<WorldBody | null>(null);
  const [error, setError] = useState<unknown>(null);
  if (error !== null) throw error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a body is made of is read once
  useLayoutEffect(() => {
    const soft = createSoftMesh(meshIn(group.current!), {
      ...options,
      name: called,
      attachments: [...(options.attachments ?? []), ...parts.specs()],
    });
    const came = (now: WorldBody): void => {
      setBody(now);
      onReady?.(now, soft);
    };
    const leave = join(host, soft, parts, came, setError);
    return () => {
      leave();
      setBody(null);
    };
  }, [host, called]);
  useImperativeHandle<WorldBody | null, WorldBody | null>(ref, () => body, [body]);
  useLayoutEffect(() => {
    if (body !== null && isThere(host, called)) body.pause(paused);
  }, [host, called, body, paused]);
  useLayoutEffect(() => {
    if (body !== null && isThere(host, called)) body.setGravityScale(gravityScale);
  }, [host, called, body, gravityScale]);
  return createElement(
    PartsContext.Provider,
    { value: parts },
    createElement('group', { ref: group }, children),
  );
}

/** Brings a body into the world, and takes it out again when the function it returns is called. */
function join(
  host: SoftHost,
  soft: SoftMesh,
  parts: BodyParts,
  came: (body: WorldBody) => void,
  failed: (error: unknown) => void,
): () => void {
  const { world, softs } = host;
  const { name } = soft.body;
  const stop = new AbortController();
  const { signal } = stop;
  let leaveParts = (): void => {};
  world.addAsync(soft.body, { signal }).then(
    (body) => {
      // Too late for the signal, but nobody wants it any more.
      if (signal.aborted) return void body.remove();
      soft.follow(world);
      softs.add(soft);
      leaveParts = parts.follow(host, soft.body);
      host.came();
      came(body);
    },
    (error) => {
      if (!signal.aborted) failed(error);
    },
  );
  return () => {
    stop.abort();
    leaveParts();
    soft.dispose();
    if (softs.delete(soft) && isThere(host, name)) world.body(name).remove();
  };
}

const isThere = ({ world }: SoftHost, name: string): boolean =>
  world.bodies.some((body) => body.name === name);

/** The first mesh under an object that is not part of an attachment. */
function meshIn(object: Object3D): Mesh {
  const look = (one: Object3D): Mesh | null => {
    if (one instanceof Mesh) return one;
    if (one.userData.pliantAttachment === true) return null;
    for (const child of one.children) {
      const found = look(child);
      if (found !== null) return found;
    }
    return null;
  };
  const mesh = look(object);
  if (mesh === null) throw new Error('<SoftBody> needs a <mesh> inside of it.');
  return mesh;
}
