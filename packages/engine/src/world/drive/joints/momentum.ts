import {
  correctTogether,
  createJoinedBody,
  type JoinedBody,
} from '../../../contact/solve/joined-motion.ts';
import { MEASURE } from '../../../models/views.ts';
import { isOpen } from '../../islands.ts';
import type { LiveBody } from '../../live.ts';
import type { JointEnd } from '../../parts.ts';
import type { WorldCore } from '../../types.ts';
import { gravityOf } from '../gravity.ts';

/** Bodies of one island; the objects are reused. */
const members: JoinedBody[] = [];
let count = 0;

/**
 * Measures the bodies that joints connect to others, where the step begins. Before `assemble`: measuring is for
 * observers, and some models keep what they assembled where they measure.
 */
export function measureJoined(core: WorldCore): void {
  const { bodies, joints } = core;
  for (let b = 0; b < bodies.length; b++) {
    let joined = false;
    for (let j = 0; j < joints.length && !joined; j++) {
      const { rows, ends } = joints[j];
      const isEnd = ends[0].body === b || ends[1].body === b;
      joined = isEnd && ends[1].body >= 0 && rows[0].active();
    }
    if (joined && isOpen(core, b))
      bodies[b].body.motion.measure(gravityOf(core, b), bodies[b].measures);
  }
}

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
function findMembers({ bodies, islands, joints }: WorldCore, island: number): boolean {
  count = 0;
  for (let j = 0; j < joints.length; j++) {
    const { rows, ends } = joints[j];
    if (!rows[0].active() || islands.of[ends[0].body] !== island) continue;
    if (ends[1].body < 0) return false;
    for (let e = 0; e < 2; e++) {
      const live = bodies[ends[e].body];
      for (let i = 0; i < live.holds.length; i++) if (live.holds[i].held) return false;
      if (live.changes.paused === true) return false;
      addEnd(live, ends[e]);
    }
  }
  return count > 0;
}

function addEnd(live: LiveBody, { set, x }: JointEnd): void {
  for (let k = 0; k < count; k++) if (members[k].live === live) return;
  if (count === members.length) members.push(createJoinedBody());
  const member = members[count++];
  const { body, measures } = live;
  member.live = live;
  member.set = set;
  member.x = x;
  member.motion[0] = body.model.mass;
  for (let c = 0; c < 3; c++) member.motion[1 + c] = measures[MEASURE.centre + c];
  for (let c = 0; c < 6; c++) member.inertia[c] = measures[MEASURE.inertia + c];
}
