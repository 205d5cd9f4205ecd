import { createRequire } from 'node:module';

/** The version of this program, as in package.json. */
export const parleyVersion: string = (createRequire(import.meta.url)('../../../../package.json') as { version: string })
  .version;
