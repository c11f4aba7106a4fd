import { PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { createPictures } from '../src/view/pictures.ts';

const WIDE = { left: 0, top: 0, width: 1280, height: 800 };
const FREE = { left: 240, top: 90, width: 712, height: 580 };
const TALL = { left: 0, top: 0, width: 390, height: 844 };

function create() {
  const main = new PerspectiveCamera(36, 1, 0.1, 100);
  main.position.set(0, 0, 5);
  main.updateMatrixWorld();
  return { main, pictures: createPictures(main) };
}

/** Where the point the camera looks at is in the window [px]. */
function middleOf({ list }: ReturnType<typeof createPictures>, i: number): [number, number] {
  const { camera, left, top, width, height } = list[i];
  const { x, y } = new Vector3(0, 0, 0).project(camera);
  return [left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height];
}

describe('the pictures on the canvas', () => {
  it('are one in the middle of the free part', () => {
    const { pictures } = create();
    pictures.fit(WIDE, FREE);
    expect(pictures.list).toHaveLength(1);
    const [x, y] = middleOf(pictures, 0);
    expect(x).toBeCloseTo(240 + 712 / 2, 6);
    expect(y).toBeCloseTo(90 + 580 / 2, 6);
  });

  it('are two in the middles of its halves', () => {
    const { pictures } = create();
    pictures.split(true);
    pictures.fit(WIDE, FREE);
    expect(middleOf(pictures, 0)[0]).toBeCloseTo(240 + 712 / 4, 6);
    expect(middleOf(pictures, 1)[0]).toBeCloseTo(240 + (3 * 712) / 4, 6);
    expect(pictures.at(300, 400)).toBe(pictures.list[0]);
    expect(pictures.at(900, 400)).toBe(pictures.list[1]);
    const [left, right] = pictures.list;
    expect(left.width + right.width).toBe(WIDE.width);
    expect(right.left).toBe(left.width);
  });

  it('stand one above the other in a tall window', () => {
    const { pictures } = create();
    pictures.split(true);
    pictures.fit(TALL, TALL);
    const [above, below] = pictures.list;
    expect([above.width, below.width]).toEqual([390, 390]);
    expect(below.top).toBe(above.height);
    expect(pictures.at(100, 800)).toBe(below);
  });
});
