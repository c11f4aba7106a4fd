// Soft things in a canvas of @react-three/fiber: a jelly on the floor, a flag of rubber that a hand waves, a ball that swings on a nail.
import {
  Attachment,
  Joint,
  Obstacle,
  SoftBody,
  SoftDragger,
  SoftWorld,
  useAfterStep,
  useSoftWorld,
} from '@pliant/react';
import { useFrame } from '@react-three/fiber';
import { useEffect, useRef } from 'react';

const soft = { young: 3e4, poisson: 0.4, density: 1000 };
const coarse = { type: 'solid', cell: 0.1 };

/** What is there from the start may stand in the scene; it is drawn, and building it is told to the fallback. */
const crate = {
  name: 'crate',
  shape: { type: 'box', size: [0.2, 0.2, 0.2] },
  position: [0.6, 0.1, 0.6],
  material: soft,
  model: { type: 'rigid' },
};

/** The region of the flag that the hand holds, in the flag's own coordinates. */
const grip = { type: 'box', size: [0.12, 0.3, 0.3], position: [-0.3, 0, 0] };

function Flag() {
  const hand = useRef(null);
  useFrame(({ clock }) => {
    if (hand.current) hand.current.position.y = 1 + 0.2 * Math.sin(6 * clock.elapsedTime);
  });
  return (
    <SoftBody name="flag" material={soft} model={coarse}>
      <mesh position={[1, 1, 0]}>
        <boxGeometry args={[0.6, 0.2, 0.2]} />
        <meshStandardMaterial color="tomato" />
      </mesh>
      <Attachment name="hand" region={grip} position={[0.7, 1, 0]} ref={hand}>
        <mesh>
          <sphereGeometry args={[0.05]} />
          <meshStandardMaterial />
        </mesh>
      </Attachment>
    </SoftBody>
  );
}

/** Says what hits the floor, and counts steps. */
function Log({ onHit, onStep }) {
  const world = useSoftWorld();
  useEffect(() => world.on('contact', ({ a, b }) => onHit(`${a} meets ${b}`)), [world, onHit]);
  useAfterStep(onStep);
  return null;
}

export function Scene({ onProgress = () => {}, onHit = console.log, onStep = () => {}, world }) {
  return (
    <>
      <ambientLight />
      <directionalLight position={[2, 5, 3]} intensity={3} />
      <SoftWorld
        ref={world}
        scene={{ gravity: [0, -9.81, 0], bodies: [crate] }}
        fallback={(progress) => {
          onProgress(progress);
          return <gridHelper />;
        }}
      >
        <Obstacle name="floor" shape={{ type: 'plane', normal: [0, 1, 0], offset: 0 }} />
        <SoftBody name="jelly" material={soft} model={coarse}>
          <mesh position={[0, 0.3, 0]}>
            <boxGeometry args={[0.3, 0.3, 0.3]} />
            <meshStandardMaterial color="seagreen" />
          </mesh>
        </SoftBody>
        <SoftBody name="ball" material={soft} model={{ type: 'rigid' }}>
          <mesh position={[-1, 0.6, 0]}>
            <icosahedronGeometry args={[0.1, 2]} />
            <meshStandardMaterial />
          </mesh>
        </SoftBody>
        <Joint name="nail" type="ball" a={{ body: 'ball', point: [0.1, 0, 0] }} b={{}} />
        <Flag />
        <Log onHit={onHit} onStep={onStep} />
        <SoftDragger />
      </SoftWorld>
    </>
  );
}
