import {
  correctTogether,
  createJoinedBody,
  type JoinedBody,
} from '../../../contact/solve/joined-motion.ts';
import { MEASURE } from '../../../models/views.ts';
import type { LiveBody } from '../../live.ts';
import type { JointEnd } from '../../parts.ts';
import type { WorldCore } from '../../types.ts';

/** Bodies of one island; the objects are reused. */
const members: JoinedBody[] = [];
let count = 0;
const measures = new Float64Array(MEASURE.length);

/** True if joints of an island hold a body. */
export function isJoined({ joints }: WorldCore, body: number): boolean {
  for (let j = 0; j < joints.length; j++) {
    const { rows, ends } = joints[j];
    if ((ends[0].body === body || ends[1].body === body) && rows[0].active()) return true;
  }
  return false;
}

/**
 * Corrects the total momentum of an island's joined bodies to rounding. Does nothing if something outside holds them.
 */
export function correctJoined(core: WorldCore, island: number): void {
  if (findMembers(core, island)) correctTogether(core.kernels, members, count);
}

/** Finds the island's joined bodies, each with an end of a joint; false if something outside holds one. */
function findMembers({ bodies, islands, joints, gravity }: WorldCore, island: number): boolean {
  count = 0;
  for (let j = 0; j < joints.length; j++) {
    const { rows, ends } = joints[j];
    if (!rows[0].active() || islands.of[ends[0].body] !== island) continue;
    if (ends[1].body < 0) return false;
    for (let e = 0; e < 2; e++) {
      const live = bodies[ends[e].body];
      for (let i = 0; i < live.holds.length; i++) if (live.holds[i].held) return false;
      if (live.changes.paused === true) return false;
      addEnd(live, ends[e], gravity);
    }
  }
  return count > 0;
}

function addEnd(live: LiveBody, { set, x }: JointEnd, gravity: Float64Array): void {
  for (let k = 0; k < count; k++) if (members[k].live === live) return;
  if (count === members.length) members.push(createJoinedBody());
  const member = members[count++];
  const { body } = live;
  member.live = live;
  member.set = set;
  member.x = x;
  body.motion.measure(gravity, measures);
  member.motion[0] = body.model.mass;
  for (let c = 0; c < 3; c++) member.motion[1 + c] = measures[MEASURE.centre + c];
  for (let c = 0; c < 6; c++) member.inertia[c] = measures[MEASURE.inertia + c];
}
