/**
 * Soft bodies for React, in a canvas of @react-three/fiber:
 *
 *     <Canvas>
 *       <SoftWorld>
 *         <Obstacle shape={{ type: 'plane', normal: [0, 1, 0], offset: 0 }} />
 *         <SoftBody material={{ young: 2e4 }}>
 *           <mesh position={[0, 1, 0]}>
 *             <torusKnotGeometry args={[0.2, 0.08]} />
 *             <meshStandardMaterial />
 *           </mesh>
 *         </SoftBody>
 *         <SoftDragger />
 *       </SoftWorld>
 *     </Canvas>
 *
 * All it does is done by `pliant` and `@pliant/three`: these components make, follow and remove.
 */
export { Attachment, type AttachmentProps } from './attachment.ts';
export type { SoftProgress } from './build.ts';
export { SoftDragger } from './dragger.ts';
export { type StepListener, useAfterStep, useBeforeStep, useSoftWorld } from './host.ts';
export { Joint, type JointProps } from './joint.ts';
export { Obstacle, type ObstacleProps } from './obstacle.ts';
export { SoftBody, type SoftBodyProps } from './soft-body.ts';
export { SoftWorld, type SoftWorldProps } from './soft-world.ts';
