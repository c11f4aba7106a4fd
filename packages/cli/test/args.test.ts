import { describe, expect, it } from 'vitest';
import { readArgs } from '../src/args.ts';
import { setPath } from '../src/set.ts';

describe('readArgs', () => {
  const spec = {
    steps: { value: 'N', text: '' },
    set: { value: 'PATH=VALUE', repeats: true, text: '' },
    json: { text: '' },
    kernels: { value: 'NAME', choices: ['auto', 'typescript'], text: '' },
  };

  it('tells words, values, lists and flags apart, in both spellings', () => {
    const args = readArgs(['a', '--steps', '5', '--set', 'x=1', '--set=y=2', 'b', '--json'], spec);
    expect(args.words).toEqual(['a', 'b']);
    expect(args.value('steps')).toBe('5');
    expect(args.count('steps', 1)).toBe(5);
    expect(args.list('set')).toEqual(['x=1', 'y=2']);
    expect(args.flag('json')).toBe(true);
  });

  it('gives nothing for what was not said', () => {
    const args = readArgs([], spec);
    expect(args.value('steps')).toBeUndefined();
    expect(args.count('steps', 1)).toBeUndefined();
    expect(args.list('set')).toEqual([]);
    expect(args.flag('json')).toBe(false);
  });

  it('takes a dash, and all behind two dashes, as words', () => {
    expect(readArgs(['-', '--', '--steps', '-x'], spec).words).toEqual(['-', '--steps', '-x']);
  });

  it('takes the last of a value that was said twice', () => {
    expect(readArgs(['--steps', '5', '--steps', '6'], spec).value('steps')).toBe('6');
  });

  it('refuses unknown options with the known ones, and values that are missing', () => {
    expect(() => readArgs(['--stesp', '5'], spec)).toThrow(
      /no option --stesp.*--steps --set --json/,
    );
    expect(() => readArgs(['--steps'], spec)).toThrow('--steps needs a value');
    expect(() => readArgs(['--x'], {})).toThrow('takes none');
    expect(() => readArgs(['-s', '5'], spec)).toThrow('no option -s');
    expect(() => readArgs(['--toString'], spec)).toThrow('no option --toString');
    expect(() => readArgs(['--json=yes'], spec)).toThrow('--json takes no value');
    expect(() => readArgs(['--kernels', 'fast'], spec)).toThrow('must be auto or typescript');
  });

  it.each(['0', '1.5', '-3', 'ten', ''])('refuses "%s" steps', (text) => {
    expect(() => readArgs([`--steps=${text}`], spec).count('steps', 1)).toThrow(
      `a whole number of at least 1, got "${text}"`,
    );
  });
});

describe('setPath', () => {
  const scene = () => ({ dt: 0.1, bodies: [{ name: 'a', material: { young: 1 } }] });

  it.each([
    ['dt=0.02', (s: ReturnType<typeof scene>) => s.dt, 0.02],
    [
      'bodies[0].material.young=2e5',
      (s: ReturnType<typeof scene>) => s.bodies[0].material.young,
      2e5,
    ],
    ['bodies.0.name=b', (s: ReturnType<typeof scene>) => s.bodies[0].name, 'b'],
    ['bodies[0].name="b=c"', (s: ReturnType<typeof scene>) => s.bodies[0].name, 'b=c'],
  ])('%s changes that value', (assignment, read, value) => {
    const changed = scene();
    setPath(changed, assignment);
    expect(read(changed)).toEqual(value);
  });

  it('takes JSON values, and makes objects on the way', () => {
    const changed: Record<string, unknown> = scene();
    setPath(changed, 'gravity=[0,0,0]');
    setPath(changed, 'solver.newton=3');
    expect(changed).toMatchObject({ gravity: [0, 0, 0], solver: { newton: 3 } });
  });

  it('refuses what is no assignment and places that are not there', () => {
    expect(() => setPath(scene(), 'dt')).toThrow('must be path=value');
    expect(() => setPath(scene(), '=3')).toThrow('must be path=value');
    expect(() => setPath(scene(), 'bodies[3].name=x')).toThrow('there is no "3" in the scene');
  });

  it('does not reach the prototype of objects', () => {
    expect(() => setPath(scene(), '__proto__=1')).toThrow('is not a path');
    const changed = scene();
    try {
      setPath(changed, '__proto__.polluted=1');
    } catch {
      // Refusing is as good as setting a field of the scene alone.
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });
});
