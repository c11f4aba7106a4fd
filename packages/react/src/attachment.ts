import { placementMatrix } from '@pliant/three';
import type { BodyInput } from 'pliant';
import {
  createContext,
  createElement,
  type ReactNode,
  useContext,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
} from 'react';
import type { Group } from 'three';
import { createFollower, worldMatrix } from './follow.ts';
import type { SoftHost } from './host.ts';
import { useName } from './name.ts';
import { type GroupProps, given } from './placed.ts';

type AttachmentInput = NonNullable<BodyInput['attachments']>[number];

/** The attachments inside of a body. */
export interface BodyParts {
  add(spec: AttachmentInput, group: Group): () => void;
  specs(): AttachmentInput[];
  /** The body is in the world: its attachments follow their groups from now on. */
  follow(host: SoftHost, body: BodyInput): () => void;
}

export function createBodyParts(): BodyParts {
  const parts = new Map<AttachmentInput, Group>();
  return {
    add(spec, group) {
      parts.set(spec, group);
      return () => void parts.delete(spec);
    },
    specs: () => [...parts.keys()],
    follow({ world, before }, body) {
      const followers = [...parts].map(([{ name }, group]) => {
        // An attachment moves the body's own coordinates as its group moves.
        const offset = worldMatrix(group).clone().invert().multiply(placementMatrix(body));
        return createFollower(group, offset, (pose) => {
          const attachment = world.attachment(`${body.name}.${name}`);
          if (attachment.held) attachment.moveTo(pose);
        });
      });
      for (const follower of followers) before.add(follower);
      return () => {
        for (const follower of followers) before.delete(follower);
      };
    },
  };
}

export const PartsContext = createContext<BodyParts | null>(null);

export interface AttachmentProps extends Omit<AttachmentInput, 'name' | 'keyframes'>, GroupProps {
  name?: string;
}

/**
 * Holds a region of the `<SoftBody>` around it to a group: move the group (through `ref`, or by moving what is around it) and that part of the
 * body goes along. `region` is in the body's own coordinates. What is inside is drawn in the group.
 */
export function Attachment(props: AttachmentProps): ReactNode {
  const { name, children, position, rotation, quaternion, visible, ref, ...fields } = props;
  const parts = useContext(PartsContext);
  if (parts === null) throw new Error('<Attachment> must stand inside of a <SoftBody>.');
  const called = useName(name, 'hold');
  const group = useRef<Group>(null);
  useImperativeHandle(ref, () => group.current!, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is held is read once
  useLayoutEffect(() => parts.add({ ...fields, name: called }, group.current!), [parts, called]);
  const userData = { pliantAttachment: true };
  const placed = { position, rotation, quaternion, visible, userData };
  return createElement('group', { ...given(placed), ref: group }, children);
}
