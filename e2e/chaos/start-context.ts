import type { Server } from './server.ts';

/** One check. Resolves to its failures, none when it passes. */
export type Step = [name: string, run: () => Promise<string[]>];

/**
 * The folder and the server that the steps share; they run in order, and each leaves the server in the state in its
 * name.
 */
export type StartContext = {
  entry: string;
  dir: string;
  dataDir: string;
  server: Server;
  idleSeconds: number;
  note(name: string, value: string): void;
};
