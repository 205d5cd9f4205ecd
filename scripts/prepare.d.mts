// For the TypeScript scripts that start others. The JavaScript itself must run before TypeScript can.

/** A reason to stop, in one line that says what mends it. */
export class PrepareError extends Error {
  constructor(message: string, exitCode?: number);
  readonly exitCode: number;
}

export const projectDir: string;

/** Installs the dependencies of the lock file unless they are there; `dev`: those for tests and checks as well. */
export function ensureInstalled(options?: { dev?: boolean }): Promise<'present' | 'adopted' | 'installed'>;

/** Path of the pinned Node, after it answered. */
export function ensureNode(): string;

/** Builds the web app unless its sources are unchanged; `before` runs only when there is something to build. */
export function ensureWebBuilt(options?: { before?: () => Promise<void> }): Promise<'present' | 'built'>;

/** Makes DATA_DIR with the right mode; the server reports what is wrong with it. */
export function makeDataDir(): boolean;

/** Runs a TypeScript file of the project under the pinned Node and gives its exit code. */
export function runTs(
  entry: string,
  args?: string[],
  options?: { flags?: string[]; env?: NodeJS.ProcessEnv },
): Promise<number>;

/** Runs a command's steps and ends the process with their exit code; a PrepareError becomes one line. */
export function runCommand(steps: () => Promise<number>): Promise<void>;
