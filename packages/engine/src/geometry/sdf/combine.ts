import { createBlend, type Part, smoothMin } from './blend.ts';
import { BLOCK, type Node } from './node.ts';

const STILL = [0, 0, 0] as const;

const partsOf = (nodes: readonly Node[]): Part[] => nodes.map((node) => ({ node, offset: STILL }));

/** Everything in one of the parts. Smooth joins are made in the order given. */
export function union(parts: readonly Part[], smooth: number): Node {
  const blend = createBlend(parts, smooth);
  return {
    extent(nx, ny, nz) {
      // Part i is at least n·x − eᵢ, and the smooth minimum grows with its arguments: this bound is the same blend of
      // −eᵢ.
      let least = Number.POSITIVE_INFINITY;
      for (const { node, offset } of parts) {
        const shift = nx * offset[0] + ny * offset[1] + nz * offset[2];
        least = smoothMin(least, -(node.extent(nx, ny, nz) + shift), smooth);
      }
      return -least;
    },
    evaluate(xyz, n, out) {
      out.fill(Number.POSITIVE_INFINITY, 0, n);
      blend(xyz, n, out);
    },
  };
}

export function unionOf(nodes: readonly Node[], smooth: number): Node {
  return nodes.length === 1 ? nodes[0] : union(partsOf(nodes), smooth);
}

/** The base without the cuts: the outside of the base, united with the cuts, turned inside out again. */
export function difference(base: Node, cuts: readonly Node[], smooth: number): Node {
  const blend = createBlend(partsOf(cuts), smooth);
  return {
    extent: base.extent,
    evaluate(xyz, n, out) {
      base.evaluate(xyz, n, out);
      for (let i = 0; i < n; i++) out[i] = -out[i];
      blend(xyz, n, out);
      for (let i = 0; i < n; i++) out[i] = -out[i];
    },
  };
}

/** What is in all the nodes. */
export function intersection(nodes: readonly Node[], smooth: number): Node {
  const value = new Float64Array(BLOCK);
  return {
    extent(nx, ny, nz) {
      let least = Number.POSITIVE_INFINITY;
      for (const node of nodes) least = Math.min(least, node.extent(nx, ny, nz));
      return least;
    },
    evaluate(xyz, n, out) {
      nodes[0].evaluate(xyz, n, out);
      for (let p = 1; p < nodes.length; p++) {
        nodes[p].evaluate(xyz, n, value);
        for (let i = 0; i < n; i++) out[i] = -smoothMin(-out[i], -value[i], smooth);
      }
    },
  };
}

/** The outermost `thickness` of the node. */
export function shell(node: Node, thickness: number): Node {
  const half = thickness / 2;
  return {
    extent: node.extent,
    evaluate(xyz, n, out) {
      node.evaluate(xyz, n, out);
      for (let i = 0; i < n; i++) out[i] = Math.abs(out[i] + half) - half;
    },
  };
}
