import { join } from 'node:path';
import { endingSteps } from './endings.ts';
import { freePort } from './free-port.ts';
import type { Place, Step } from './place.ts';
import { processesNaming } from './processes.ts';
import { refusalSteps } from './refusals.ts';
import { returnSteps } from './returns.ts';
import { Server } from './server.ts';
import { claimServer, founder, makeFolder, removeFolder } from './world.ts';

/**
 * @param entry script that is started as the server
 * @param fact receives figures worth printing
 */
export async function startChecks(
  entry: string,
  idleSeconds: number,
  fact: Place['fact'],
): Promise<{ steps: Step[]; logFile: string; close(): Promise<void> }> {
  const dir = await makeFolder('parley-start-');
  const dataDir = join(dir, 'data');
  const logFile = join(dir, 'server.log');
  const server = new Server({ dataDir, port: await freePort(), logFile, entry });
  const place: Place = { entry, dir, dataDir, server, idleSeconds, fact };
  const endHard = () => server.signal('SIGKILL');
  process.once('exit', endHard);
  const first: Step = [
    'an empty folder becomes a server with a setup link in one line',
    async () => {
      const began = performance.now();
      server.start();
      if (!(await server.ready(60_000))) return ['it ended instead'];
      fact('empty folder to ready, ms', String(Math.round(performance.now() - began)));
      await claimServer(server, join(dataDir, 'setup-url'), founder);
      return [];
    },
  ];
  return {
    // Refusals first: they need the first server running. It is down after the endings, up after the returns.
    steps: [first, ...refusalSteps(place), ...returnSteps(place), ...endingSteps(place)],
    logFile,
    async close() {
      process.off('exit', endHard);
      const { clusterDir } = server;
      if (server.exit === undefined) await server.kill();
      // Children of a killed server end by themselves; what does not is this test's to remove.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      for (const { pid } of processesNaming(dir)) process.kill(pid, 'SIGKILL');
      await removeFolder(dir, clusterDir);
    },
  };
}
