import type { Server } from './server.ts';

/** One thing to look at. Resolves to what was wrong, nothing when all is well. */
export type Step = [name: string, look: () => Promise<string[]>];

/** The folder and the server that the steps share; they run in order, and each leaves the server as it says. */
export type Place = {
  entry: string;
  dir: string;
  dataDir: string;
  server: Server;
  idleSeconds: number;
  fact(name: string, value: string): void;
};
