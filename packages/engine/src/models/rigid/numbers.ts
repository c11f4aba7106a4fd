/**
 * Tuning numbers of this room, with unit and the effect of half and twice the value. An effect without a figure follows
 * from the definition and is not measured.
 */

/**
 * How much more than the load a support resists [1]: it moves by one part in this of the velocity that the load alone
 * would get. Half: supports give way twice as far; twice: half as far, and the step's matrix is worse conditioned.
 */
export const SUPPORT_FIRMNESS = 1e4;

/**
 * What slides faster than this over its support is not held sideways [m/s]. Half: slow slides lose their friction
 * earlier; twice: a moving guest drags what lies on it for longer.
 */
export const SLIDING = 0.05;

/**
 * Distance of contact points [body sizes]. Half: four times the points and rows; twice: edges between points dip in
 * deeper.
 */
export const CONTACT_SPACING = 0.08;

/**
 * Contact points of a body, at most. Half: coarser spacing on bodies with detail; twice: detection and rows cost up to
 * twice as much.
 */
export const MOST_CONTACT_POINTS = 400;

/**
 * Distance of a guest's contact points [body sizes]: guests are many and touch little of a soft body at a time. Half
 * and twice: as `CONTACT_SPACING`.
 */
export const GUEST_SPACING = 0.1;

/**
 * Triangles along the longest side, if no size is asked for. Half: round bodies have corners; twice: four times the
 * triangles.
 */
export const DETAIL = 24;

/**
 * Contact points of a guest, at most, and sites at which it can have rows at a time. Half: guests with detail sink in
 * between points; twice: seats take twice the memory.
 */
export const MOST_GUEST_POINTS = 200;
export const GUEST_SITES = 256;

/**
 * h²K relative to the inertia at which K, the stiffness by which loads on levers turn a body back, begins to count, and
 * counts in full: a quarter and half of what is stable. Half: pendulums with heavy loads lose energy sooner; twice: the
 * second is all that is stable.
 */
export const FIRM_FROM = 1;
export const FIRM_FULL = 2;
