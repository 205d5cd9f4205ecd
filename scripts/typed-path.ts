import { resolve } from 'node:path';

/** A path as it was typed: npm changes to the project's folder, and relative ones are meant from where the command was. */
export function typedPath(path: string): string {
  return resolve(process.env['INIT_CWD'] ?? process.cwd(), path);
}
