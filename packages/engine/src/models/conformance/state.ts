import {
  changedState,
  copyState,
  disturb,
  type ModelPromise,
  type Subject,
  stepAlone,
  WEIGHTLESS,
} from './subject.ts';

const STEPS = 3;

function run(s: Subject): void {
  for (let k = 0; k < STEPS; k++) stepAlone(s);
}

export const lookPromise: ModelPromise = {
  name: 'look',
  says: 'looking and measuring leave the state as it is',
  broken(make) {
    const s = make();
    disturb(s);
    run(s);
    const before = copyState(s);
    const { look, motion, cut, model } = s.body;
    const n = (cut?.surface ?? model.surface).positions.length;
    look.drawSurface(new Float32Array(n), new Float32Array(n));
    look.drawParts?.();
    look.drawCells?.();
    motion.measure(WEIGHTLESS, s.measured);
    const changed = changedState(s, before);
    return changed.length === 0 ? null : `looking changed ${changed.join(', ')}`;
  },
};

export const restorePromise: ModelPromise = {
  name: 'restore',
  says: 'the arrays of the state are all that the next step depends on, to the last bit',
  broken(make) {
    const s = make();
    disturb(s);
    run(s);
    const kept = copyState(s);
    run(s);
    const end = copyState(s);
    const other = make();
    for (const name of Object.keys(kept)) other.body.state.arrays[name].set(kept[name] as never);
    other.body.state.restored();
    run(other);
    const changed = changedState(other, end);
    if (changed.length > 0) return `after a restore other bits came of it in ${changed.join(', ')}`;
    // What moves must be in there: a state that is never written can always be restored.
    return changedState(s, copyState(make())).length > 0 ? null : 'the state does not change';
  },
};
