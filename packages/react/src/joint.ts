import type { JointHandle, JointInput } from 'pliant';
import { type ReactNode, type Ref, useImperativeHandle, useLayoutEffect, useState } from 'react';
import { useHost } from './host.ts';
import { useName } from './name.ts';

export interface JointProps extends Omit<JointInput, 'name'> {
  name?: string;
  /** The joint, once it holds. */
  ref?: Ref<JointHandle | null>;
}

/** Holds two things together, named as in `a={{ body: 'thigh', point: [0, -0.2, 0] }}`, as soon as both are there. Read once. */
export function Joint({ name, ref, ...fields }: JointProps): ReactNode {
  const host = useHost();
  const called = useName(name, 'joint');
  const [joint, setJoint] = useState<JointHandle | null>(null);
  const [error, setError] = useState<unknown>(null);
  if (error !== null) throw error;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is joined is read once
  useLayoutEffect(() => {
    const { world } = host;
    const ends = [fields.a.body, fields.b?.body, fields.b?.obstacle];
    const stop = host.whenThere(
      ends.filter((end) => end !== undefined),
      () => {
        try {
          world.apply({ do: 'add', joint: { ...fields, name: called } as JointInput });
          setJoint(world.joint(called));
        } catch (fault) {
          setError(fault);
        }
      },
    );
    return () => {
      stop();
      // A body takes its joints along when it leaves.
      if (world.scene.joints.some((one) => one.name === called)) world.joint(called).remove();
      setJoint(null);
    };
  }, [host, called]);
  useImperativeHandle<JointHandle | null, JointHandle | null>(ref, () => joint, [joint]);
  return null;
}
