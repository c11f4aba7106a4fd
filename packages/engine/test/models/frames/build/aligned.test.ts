import { expect, test } from 'vitest';
import { compileShape } from '../../../../src/geometry/sdf/compile.ts';
import { alignedLattice } from '../../../../src/models/frames/build/lattice.ts';
import { placeNodes } from '../../../../src/models/frames/build/nodes.ts';
import { createShape } from '../../../../src/models/frames/build/shape.ts';

test('a region moves all that lies up to its border by itself, wherever that is', () => {
  const bar = compileShape({ type: 'box', size: [0.3, 0.1, 0.1] });
  for (const end of [-0.1, -0.0937, -0.083]) {
    const region = compileShape({
      type: 'box',
      size: [0.2, 0.3, 0.3],
      position: [end - 0.1, 0, 0],
    });
    const lattice = alignedLattice(bar, [region], 0.021, 'largest');
    const { ptr, node, phi } = createShape(lattice, placeNodes(lattice, [region], [6]), 8);
    let atBorder = 0;
    for (let p = 0; p < lattice.positions.length / 3; p++) {
      const x = lattice.positions[3 * p];
      if (x > end + 1e-9) continue;
      if (Math.abs(x - end) < 1e-9) atBorder++;
      const own = phi.slice(ptr[p], ptr[p + 1]).filter((_, e) => node[ptr[p] + e] === 0)[0];
      expect(own).toBeCloseTo(1, 12);
    }
    expect(atBorder).toBeGreaterThan(8);
  }
});
