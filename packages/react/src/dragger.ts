import { createDragger, type DraggerOptions } from '@pliant/three';
import { useThree } from '@react-three/fiber';
import { useEffect } from 'react';
import { useHost } from './host.ts';

/** Lets mouse, pen and fingers pull the soft bodies. Empty space is left to orbit controls. Its options are read once. */
export function SoftDragger(options: DraggerOptions): null {
  const host = useHost();
  const camera = useThree((state) => state.camera);
  const element = useThree((state) => state.gl.domElement);
  // biome-ignore lint/correctness/useExhaustiveDependencies: options are read once
  useEffect(() => {
    const view = () => ({ bodies: [...host.softs].flatMap((soft) => soft.targets) });
    const dragger = createDragger(camera, element, view, host.world.apply, options);
    return () => dragger.dispose();
  }, [host, camera, element]);
  return null;
}
