import { join } from 'node:path';

/** The load generator's file, for `startWorker<LoadCommands>`. */
export const loadEntry = join(import.meta.dirname, '..', 'load', 'generator.ts');
