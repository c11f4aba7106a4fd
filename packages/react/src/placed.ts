import type { ThreeElements } from '@react-three/fiber';
import type { ReactNode, Ref } from 'react';
import type { Group } from 'three';

/** What a group is told of where it is and what is in it. */
export interface GroupProps
  extends Pick<ThreeElements['group'], 'position' | 'rotation' | 'quaternion' | 'visible'> {
  /** The group: move it, and what it stands for follows. */
  ref?: Ref<Group>;
  children?: ReactNode;
}

/** Without what is undefined: to fiber that is a value. */
export function given<T extends object>(props: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(props).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
}
