import { Canvas } from '@react-three/fiber';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Scene } from './scene.jsx';

createRoot(document.querySelector('#root')).render(
  <StrictMode>
    <Canvas camera={{ position: [0, 1.2, 3] }}>
      <Scene />
    </Canvas>
  </StrictMode>,
);
