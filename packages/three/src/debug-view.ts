import type { World } from 'pliant';
import {
  BufferAttribute,
  BufferGeometry,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
} from 'three';
import { type CellsView, createCellsView } from './cells-view.ts';
import { createPartsView, type PartsView } from './parts-view.ts';

export interface DebugViewOptions {
  /** Contacts as lines along their force, this long for the weight of the heaviest body [m]; false for none. */
  contacts?: number | false;
  /** The frames of adaptive bodies. */
  parts?: boolean;
  /** The cells that bodies are computed with; not shown if missing. */
  cells?: boolean;
  /** Joints: the places that each side holds, orange and blue; they coincide where a joint holds. */
  joints?: boolean;
}

/** What is behind a picture, as one object. */
export interface DebugView {
  /** Add this to a scene. */
  readonly group: Group;
  /** Shows the world as it is now, `seconds` after the last time. */
  update(seconds?: number): void;
  dispose(): void;
}

const COLORS = { contacts: '#e5484d', a: '#f5a524', b: '#3b7ff0' } as const;

/** Contacts, joints, frames and cells of a world that runs in this thread, drawn over everything else. */
export function createDebugView(world: World, options: DebugViewOptions = {}): DebugView {
  const { contacts = 0.3, parts = true, cells = false, joints = true } = options;
  const group = new Group();
  group.name = 'debug';
  const lines = {
    contacts: createLines(COLORS.contacts),
    a: createLines(COLORS.a),
    b: createLines(COLORS.b),
  };
  for (const { object } of Object.values(lines)) group.add(object);
  let views: (PartsView | CellsView)[] = [];
  let topology = -1;
  const follow = (): void => {
    if (topology === world.topology) return;
    topology = world.topology;
    for (const view of views) drop(view);
    views = [];
    for (const body of world.bodies) {
      if (parts && body.parts !== null)
        views.push(createPartsView(body.parts, { size: body.size / 20 }));
      if (cells && body.cells !== null) views.push(createCellsView(body.cells));
    }
    for (const view of views) group.add(view.group);
  };
  const drawContacts = (length: number): void => {
    world.drawContacts();
    const { count, places, forces } = world.contacts;
    const heaviest = world.bodies.reduce((most, body) => Math.max(most, body.mass), 0);
    const scale = length / Math.max(1e-9, heaviest * GRAVITY);
    lines.contacts.draw(2 * count, (out) => {
      for (let i = 0; i < count; i++)
        for (let c = 0; c < 3; c++) {
          out[6 * i + c] = places[3 * i + c];
          out[6 * i + 3 + c] = places[3 * i + c] + scale * forces[3 * i + c];
        }
    });
  };
  const drawJoints = (): void => {
    const held = world.scene.joints.map(({ name }) => world.joint(name)).filter((j) => j.holds);
    const sides = held.map((joint) => joint.ends);
    (['a', 'b'] as const).forEach((side, s) => {
      lines[side].draw(CORNERS * 2 * held.length, (out) => {
        sides.forEach((ends, j) => {
          spokes(out, 6 * CORNERS * j, ends[s]);
        });
      });
    });
  };
  const view: DebugView = {
    group,
    update(seconds = 0) {
      follow();
      if (contacts !== false) drawContacts(contacts);
      if (joints) drawJoints();
      if (cells) for (const body of world.bodies) body.drawCells();
      for (const one of views) one.update(seconds);
    },
    dispose() {
      for (const one of views) drop(one);
      for (const { dispose } of Object.values(lines)) dispose();
      group.removeFromParent();
    },
  };
  view.update();
  return view;
}

const GRAVITY = 9.81;
/** Places that a side of a joint holds. */
const CORNERS = 4;

/** Lines from the middle of four places to each. */
function spokes(out: Float32Array, at: number, x: Float64Array): void {
  for (let c = 0; c < 3; c++) {
    let middle = 0;
    for (let k = 0; k < CORNERS; k++) middle += x[3 * k + c] / CORNERS;
    for (let k = 0; k < CORNERS; k++) {
      out[at + 6 * k + c] = middle;
      out[at + 6 * k + 3 + c] = x[3 * k + c];
    }
  }
}

function drop(view: PartsView | CellsView): void {
  view.group.removeFromParent();
  view.dispose();
}

/** Lines whose number changes; drawn over everything else. */
function createLines(color: string) {
  const geometry = new BufferGeometry();
  const material = new LineBasicMaterial({ color, depthTest: false, transparent: true });
  const object = new LineSegments(geometry, material);
  object.frustumCulled = false;
  object.renderOrder = 10;
  return {
    object,
    draw(vertices: number, fill: (out: Float32Array) => void): void {
      let attribute = geometry.attributes.position as BufferAttribute | undefined;
      if (attribute === undefined || attribute.count < vertices) {
        // A geometry of another size is another one on the graphics card.
        geometry.dispose();
        attribute = new BufferAttribute(new Float32Array(6 * Math.max(8, vertices)), 3);
        geometry.setAttribute('position', attribute.setUsage(DynamicDrawUsage));
      }
      fill(attribute.array as Float32Array);
      attribute.needsUpdate = true;
      geometry.setDrawRange(0, vertices);
    },
    dispose(): void {
      object.removeFromParent();
      geometry.dispose();
      material.dispose();
    },
  };
}
