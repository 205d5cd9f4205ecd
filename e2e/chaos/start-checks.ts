import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { claimServer, createFolder, firstOwner, removeFolder } from './environment.ts';
import { processesNaming } from './processes.ts';
import { briefRecoverySteps, recoverySteps } from './recovery.ts';
import { refusalSteps, secondServerStep } from './refusals.ts';
import { Server } from './server.ts';
import { briefShutdownStep, shutdownSteps } from './shutdown.ts';
import type { StartContext, Step } from './start-context.ts';

export type StartOptions = {
  /** Script of the server. */
  entry: string;
  idleSeconds: number;
  /** Five steps, with time for a busy machine. */
  isBrief: boolean;
};

/** @param fact receives figures to print */
export async function startChecks(
  { entry, idleSeconds, isBrief }: StartOptions,
  fact: StartContext['note'],
): Promise<{ steps: Step[]; logFile: string; close(): Promise<void> }> {
  const dir = await createFolder('parley-start-');
  const dataDir = join(dir, 'data');
  const logFile = join(dir, 'server.log');
  const server = new Server({ dataDir, port: await freePort(), logFile, entry });
  const place: StartContext = { entry, dir, dataDir, server, idleSeconds, note: fact };
  const endHard = () => server.signal('SIGKILL');
  process.once('exit', endHard);
  const first: Step = [
    'an empty folder becomes a server with a setup link in one line',
    async () => {
      const began = performance.now();
      server.start();
      if (!(await server.ready(180_000))) return ['it ended instead'];
      fact('empty folder to ready, ms', String(Math.round(performance.now() - began)));
      await claimServer(server, join(dataDir, 'setup-url'), firstOwner);
      return [];
    },
  ];
  return {
    // Refusals first: they need the first server running. It is stopped after the shutdown steps, running after the
    // recovery steps.
    steps: isBrief
      ? [first, secondServerStep(place), ...briefRecoverySteps(place), briefShutdownStep(place)]
      : [first, ...refusalSteps(place), ...recoverySteps(place), ...shutdownSteps(place)],
    logFile,
    async close() {
      process.off('exit', endHard);
      const { clusterDir } = server;
      if (server.exit === undefined) await server.kill();
      // Children of a killed server end automatically; others are removed by this test.
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      for (const { pid } of processesNaming(dir)) process.kill(pid, 'SIGKILL');
      await removeFolder(dir, clusterDir);
    },
  };
}
