import type { SolidMesh } from './mesh.ts';
import { ENOUGH_LINEAR, ENOUGH_QUADRATIC, LINEAR_LOSS, MANY_NODES } from './numbers.ts';

/** What a body's elements cannot do, with the remedy. */
export function remarksOn(
  { element, thickness, quadratic }: SolidMesh,
  nodes: number,
  regions: readonly Int32Array[],
  elementNodes: Int32Array,
  each: number,
): string[] {
  const remarks: string[] = [];
  const through = thickness / element;
  if (quadratic && through < 0.95 * ENOUGH_QUADRATIC) {
    remarks.push(
      `model.cell: elements of ${about(element)} m, about ${about(through)} through a part ${about(thickness)} m thick: twisting is up to 17 % too stiff, and bending off by up to 10 %. Take at most ${about((0.5 * thickness) / ENOUGH_QUADRATIC)} m.`,
    );
  }
  if (!quadratic && through < 0.99 * ENOUGH_LINEAR) {
    const loss = LINEAR_LOSS / (LINEAR_LOSS + through * through);
    remarks.push(
      `model.elements: linear, about ${about(through)} through a part ${about(thickness)} m thick: it bends about ${Math.round(100 * loss)} % too little. Take "quadratic", or cells of at most ${about(thickness / ENOUGH_LINEAR)} m.`,
    );
  }
  if (nodes > MANY_NODES) {
    remarks.push(
      `model.cell: ${nodes} nodes, since the shape is thin for its size: steps take long, and seconds while much of it touches something. Take frames, or larger cells.`,
    );
  }
  regions.forEach((held, r) => {
    if (holdsAnElement(new Set(held), elementNodes, each)) return;
    remarks.push(
      `attachments[${r}].region: thinner than an element (${about(element)} m), so only single nodes of it are held, and what is free begins up to an element too early. Make it thicker, or model.cell smaller.`,
    );
  });
  return remarks;
}

function holdsAnElement(held: Set<number>, elementNodes: Int32Array, each: number): boolean {
  for (let o = 0; o < elementNodes.length; o += each) {
    let count = 0;
    while (count < each && held.has(elementNodes[o + count])) count++;
    if (count === each) return true;
  }
  return false;
}

const about = (x: number): string => String(Number(x.toPrecision(2)));
