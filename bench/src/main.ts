import { machine } from './lib/machine.ts';

/** Each task is loaded when it is asked for: measuring kernels needs no peer's module. */
const TASKS: Readonly<Record<string, (options: readonly string[]) => Promise<void>>> = {
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
  async crowds() {
    const { compareCrowds } = await import('./crowds.ts');
    compareCrowds();
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
  async files(options) {
    const { compareFiles } = await import('./files/compare.ts');
    await compareFiles(options);
  },
  async registration(options) {
    const { compareRegistration } = await import('./registration/compare.ts');
    compareRegistration(options);
  },
  async sweeps() {
    const { compareSweeps } = await import('./sweeps.ts');
    await compareSweeps();
  },
  async truth(options) {
    const { compareTruth } = await import('./truth/main.ts');
    compareTruth(options);
  },
  async 'truth-reference'(options) {
    const { makeReference } = await import('./truth/reference/make.ts');
    makeReference(options);
  },
  async peers() {
    const { comparePeers } = await import('./peers/compare.ts');
    const { allPeers } = await import('./peers/index.ts');
    await comparePeers(allPeers());
  },
  async 'contact-peers'() {
    const { compareContactPeers } = await import('./contact-peers/compare.ts');
    const { allContactPeers } = await import('./contact-peers/index.ts');
    await compareContactPeers(allContactPeers());
  },
};

// Names come first; from the first option on all belongs to the tasks.
const words = process.argv.slice(2);
const first = words.findIndex((word) => word.startsWith('-'));
const names = first < 0 ? words : words.slice(0, first);
const options = first < 0 ? [] : words.slice(first);
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
    await TASKS[name](options);
    console.log('');
  }
}
