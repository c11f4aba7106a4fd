import { describe, expect, it } from 'vitest';
import { check, InputError } from '../../src/core/errors.ts';
import { bytesOf, createDigest } from '../../src/core/hash.ts';
import { createRandom } from '../../src/core/random.ts';

describe('random', () => {
  it('the same seed gives the same stream, another seed another', () => {
    const [a, b, c] = [createRandom(7), createRandom(7), createRandom(8)];
    const stream = Array.from({ length: 20 }, () => a.next());
    expect(Array.from({ length: 20 }, () => b.next())).toEqual(stream);
    expect(Array.from({ length: 20 }, () => c.next())).not.toEqual(stream);
  });

  it('is even: mean, spread and every tenth come out', () => {
    const random = createRandom(1);
    const n = 100000;
    const bins = new Array(10).fill(0);
    let sum = 0;
    let square = 0;
    let outside = 0;
    for (let i = 0; i < n; i++) {
      const x = random.next();
      if (x < 0 || x >= 1) outside++;
      sum += x;
      square += x * x;
      bins[Math.floor(10 * x)]++;
    }
    expect(outside).toBe(0);
    expect(sum / n).toBeCloseTo(1 / 2, 2);
    expect(square / n).toBeCloseTo(1 / 3, 2);
    for (const count of bins) expect(Math.abs(count / n - 0.1)).toBeLessThan(0.005);
  });

  it('keeps to its range and to whole numbers', () => {
    const random = createRandom(2);
    const seen = new Set<number>();
    for (let i = 0; i < 1000; i++) {
      const x = random.range(-3, 5);
      expect(x >= -3 && x < 5).toBe(true);
      seen.add(random.below(6));
    }
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('digest', () => {
  const digest = (...parts: (string | Uint8Array)[]): string => {
    const d = createDigest();
    for (const part of parts) typeof part === 'string' ? d.text(part) : d.bytes(part);
    return d.value();
  };

  it('is sixteen hexadecimal digits, the same for the same content', () => {
    expect(digest('jelly')).toMatch(/^[0-9a-f]{16}$/);
    expect(digest('jelly')).toBe(digest('jelly'));
    expect(digest('jel', 'ly')).toBe(digest('jelly'));
  });

  it('sees one bit, the order, and the sign of zero', () => {
    expect(digest('ab')).not.toBe(digest('ba'));
    expect(digest(bytesOf(Float64Array.of(0)))).not.toBe(digest(bytesOf(Float64Array.of(-0))));
    const seen = new Set<string>();
    for (let i = 0; i < 2000; i++) seen.add(digest(bytesOf(Float64Array.of(i, i / 3))));
    expect(seen.size).toBe(2000);
  });

  it('looks at a view, not at the whole buffer behind it', () => {
    const whole = Float64Array.of(1, 2, 3);
    expect(digest(bytesOf(whole.subarray(1, 2)))).toBe(digest(bytesOf(Float64Array.of(2))));
  });
});

describe('errors', () => {
  it('good input costs no message; bad input names its place', () => {
    check(true, () => {
      throw new Error('the message was made');
    });
    expect(() => check(false, () => 'must be positive, got -1.', 'bodies[2].young')).toThrow(
      'bodies[2].young: must be positive, got -1.',
    );
    const error = new InputError('no', 'a.b');
    expect([error.name, error.path, error instanceof Error]).toEqual(['InputError', 'a.b', true]);
    expect(new InputError('no').message).toBe('no');
  });
});
