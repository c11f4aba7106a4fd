import { installWithApt, isProgram, onPath } from './programs.mjs';

const COMMANDS = ['redis-server', 'valkey-server'];

/**
 * A Redis or Valkey server for the tests of queues. As root on a machine with apt-get it is installed if there is none.
 * @returns {Promise<string | null>} its path, or null after saying that these tests are left out
 */
export async function findRedis() {
  const given = process.env.PLIANT_REDIS;
  if (given && isProgram(given)) return given;
  const find = () => COMMANDS.flatMap(onPath).find(isProgram);
  const found = find() ?? ((await installWithApt('redis-server')) ? find() : undefined);
  if (found !== undefined) return found;
  console.log(
    '\n!!! NO REDIS: sweeps over a queue are NOT TESTED on this machine. Install redis-server or valkey-server, or set PLIANT_REDIS to its path. !!!\n',
  );
  return null;
}
