/** A rigid ball over a floor: a run of it takes milliseconds. */
export const BALL = {
  format: 'pliant/1',
  name: 'ball',
  duration: 0.2,
  bodies: [
    {
      name: 'ball',
      shape: { type: 'sphere', radius: 0.1 },
      position: [0, 0.15, 0],
      material: { young: 1e4 },
      model: { type: 'rigid' },
      probes: { top: [0, 0.1, 0] },
    },
  ],
  obstacles: [{ name: 'floor', shape: { type: 'plane', normal: [0, 1, 0] } }],
};
