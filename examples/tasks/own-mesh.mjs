// A textured three.js mesh with seams and two materials becomes soft, and is cut: UVs and materials stay, cut faces get their own.
import { createSoftMesh } from '@pliant/three';
import { createWorld } from 'pliant';
import { BoxGeometry, Mesh, MeshStandardMaterial, Scene } from 'three';

const [skin, sides, flesh] = ['#e07a5f', '#81b29a', '#f2cc8f'].map(
  (color) => new MeshStandardMaterial({ color }),
);
const materials = [sides, sides, skin, skin, sides, sides];
const mesh = new Mesh(new BoxGeometry(0.2, 0.2, 0.2, 4, 4, 4), materials);
mesh.position.set(0, 0.3, 0);
new Scene().add(mesh);

const model = { type: 'octree', cell: 0.05, levels: 0 };
const soft = createSoftMesh(mesh, { name: 'cake', model, cutMaterial: flesh });
const obstacles = [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }];
const world = createWorld({ format: 'pliant/1', name: 'cake', bodies: [soft.body], obstacles });
const { uv } = mesh.geometry.attributes;
soft.follow(world);
if (mesh.geometry.attributes.uv !== uv) throw new Error('the UVs are not ours');

const edge = (y) => [-1, 1].map((z) => [0, y, z]);
world.apply({ do: 'cut', body: 'cake', blade: [edge(0), edge(1)] });
for (let frame = 0; frame < 30; frame++) {
  world.advance(1 / 60);
  soft.update({ alpha: world.alpha });
}
const dressed = soft.pieces[0].material;
if (dressed.at(-1) !== flesh) throw new Error('cut faces have no material of their own');
console.log(`own-mesh: ${1 + soft.pieces.length} pieces, ${dressed.length} materials`);
