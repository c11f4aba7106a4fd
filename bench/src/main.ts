import { machine } from './lib/machine.ts';

/** Each task is loaded when it is asked for: measuring kernels needs no peer's module. */
const TASKS: Readonly<Record<string, () => Promise<void>>> = {
  async kernels() {
    const { compareKernels } = await import('./kernels/compare.ts');
    compareKernels();
  },
  async frames() {
    const { compareFrames } = await import('./frames.ts');
    compareFrames();
  },
  async contact() {
    const { compareContact } = await import('./contact.ts');
    compareContact();
  },
  async tets() {
    const { compareTets } = await import('./tets.ts');
    await compareTets();
  },
  async octree() {
    const { compareOctree } = await import('./octree.ts');
    compareOctree();
  },
  async layers() {
    const { compareLayers } = await import('./layers.ts');
    compareLayers();
  },
  async peers() {
    const { comparePeers } = await import('./peers/compare.ts');
    const { allPeers } = await import('./peers/index.ts');
    await comparePeers(allPeers());
  },
};

const names = process.argv.slice(2);
const unknown = names.filter((name) => !(name in TASKS));
if (names.length === 0 || unknown.length > 0) {
  const known = Object.keys(TASKS).join(' | ');
  console.error(
    `usage: npm run bench -- ${known} …${unknown.map((n) => `\nno task "${n}"`).join('')}`,
  );
  process.exitCode = 1;
} else {
  console.log(`${machine()}\n`);
  for (const name of names) {
    console.log(`## ${name}\n`);
    await TASKS[name]();
    console.log('');
  }
}
