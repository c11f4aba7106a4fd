// A three.js AnimationMixer moves a bone every frame; the soft arm around it jiggles along.
import { createWorld } from 'pliant';
import { AnimationClip, AnimationMixer, Bone, QuaternionKeyframeTrack } from 'three';

const bone = new Bone();
bone.name = 'upper';
const turns = [0, 0, 0, 1, 0, 0, Math.SQRT1_2, Math.SQRT1_2];
const turn = new QuaternionKeyframeTrack('upper.quaternion', [0, 1], turns);
const mixer = new AnimationMixer(bone);
mixer.clipAction(new AnimationClip('lift', 1, [turn])).play();

const world = createWorld({
  format: 'pliant/1',
  name: 'arm',
  skeletons: [{ name: 'arm', bones: [{ name: 'upper', joint: [0, 0, 0] }] }],
  bodies: [
    {
      name: 'flesh',
      shape: { type: 'box', size: [0.6, 0.1, 0.1], position: [0.3, 0, 0] },
      material: { young: 1e5, damping: { mass: 1 } },
      model: { type: 'solid', cell: 0.1 },
      attachments: [
        { name: 'root', bone: 'arm.upper', region: { type: 'box', size: [0.3, 0.2, 0.2] } },
      ],
      probes: { tip: [0.6, 0, 0] },
    },
  ],
});
const joint = world.bone('arm.upper');
for (let frame = 0; frame < 60; frame++) {
  mixer.update(1 / 61);
  joint.moveTo({ rotation: bone.quaternion.toArray() });
  world.step();
}
const [x, y] = world.body('flesh').probe('tip');
if (!(y > 0.3 && x < 0.35)) throw new Error(`the tip is at ${x}, ${y}`);
console.log(`bones: the tip was lifted to ${y.toFixed(2)} m`);
