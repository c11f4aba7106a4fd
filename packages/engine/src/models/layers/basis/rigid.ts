import { type LayerData, NO_ROWS } from '../model.ts';

/** One rigid frame, turning about `centre` [m]; put it at the middle of the mass. */
export function rigidLayer(name: string, centre: Float64Array): LayerData {
  return {
    name,
    kind: 'rigid',
    form: 'rigid',
    functions: 1,
    unknowns: 6,
    scripted: false,
    tracks: 0,
    basis: { kind: 'rigid' },
    rows: (points) => NO_ROWS(points.length / 3),
    pinned: new Uint8Array(1),
    places: centre,
    role: new Uint8Array(1),
    centre,
    region: null,
    strict: false,
  };
}
