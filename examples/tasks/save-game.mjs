// A game is saved after bodies came, went and were changed, and goes on in a fresh world, bit for bit.
import { createWorld } from 'pliant';

const cube = (name, y) => ({
  name,
  shape: { type: 'box', size: [0.2, 0.2, 0.2] },
  position: [0, y, 0],
  material: { young: 5e4 },
  model: { type: 'solid', cell: 0.1 },
});
const scene = {
  format: 'pliant/1',
  name: 'game',
  bodies: [cube('first', 0.2), cube('second', 0.6)],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};
const world = createWorld(scene);
world.step(10);
world.body('first').remove();
world.apply({ do: 'add', body: cube('third', 1) });
world.body('second').setMaterial({ young: 2e4 });
world.body('third').impulse([2, 0, 0]);
world.step(5);
const saved = world.snapshot(); // bytes: put them into a file or a database
world.step(20);

const later = createWorld(scene);
later.restore(saved);
later.step(20);
if (later.hash() !== world.hash()) throw new Error('the saved game went another way');
console.log(`save-game: ${saved.length} bytes, the same to the last bit`);
