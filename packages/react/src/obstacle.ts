import { createObstacleMesh } from '@pliant/three';
import type { ObstacleInput, Shape } from 'pliant';
import {
  createElement,
  type ReactNode,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { type Group, type Material, Matrix4, Mesh } from 'three';
import { createFollower, poseOf, worldMatrix } from './follow.ts';
import { useHost } from './host.ts';
import { useName } from './name.ts';
import { type GroupProps, given } from './placed.ts';

export interface ObstacleProps
  extends Omit<ObstacleInput, 'name' | 'position' | 'rotation' | 'keyframes'>,
    GroupProps {
  name?: string;
}

/**
 * Something that soft bodies meet. It stands where its group stands (in radians, as all of fiber) and pushes when that is moved. What is inside is what
 * one sees of it; with nothing inside, its shape is drawn. Its shape is read once.
 */
export function Obstacle(props: ObstacleProps): ReactNode {
  const { name, children, position, rotation, quaternion, visible, ref, ...fields } = props;
  const host = useHost();
  const called = useName(name, 'obstacle');
  const group = useRef<Group>(null);
  useImperativeHandle(ref, () => group.current!, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is made of is read once
  useLayoutEffect(() => {
    const { world, before } = host;
    const object = group.current!;
    const obstacle = { ...fields, name: called, ...poseOf(worldMatrix(object)) };
    world.apply({ do: 'add', obstacle });
    const follower = createFollower(object, new Matrix4(), (pose) =>
      world.obstacle(called).moveTo(pose),
    );
    before.add(follower);
    host.came();
    return () => {
      before.delete(follower);
      world.apply({ do: 'remove', obstacle: called });
    };
  }, [host, called]);
  const isEmpty = children === undefined;
  const own = useShape(isEmpty ? (fields.shape as Shape) : null, fields.color);
  const placed = { position, rotation, quaternion, visible };
  return createElement('group', { ...given(placed), ref: group }, own ?? children);
}

function useShape(shape: Shape | null, color: string | undefined): ReactNode {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a shape is read once
  const object = useMemo(
    () => (shape === null ? null : createObstacleMesh(shape, { color })),
    [shape === null, color],
  );
  useLayoutEffect(
    () => () =>
      object?.traverse((one) => {
        if (!(one instanceof Mesh)) return;
        one.geometry.dispose();
        (one.material as Material).dispose();
      }),
    [object],
  );
  return object && createElement('primitive', { object });
}
