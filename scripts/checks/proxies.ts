import { installByApt, mayInstallByApt } from './apt.ts';
import { runProgram } from './run-program.ts';

/** With what it answers its version to. */
const programs = { caddy: 'version', nginx: '-v', openssl: 'version' };

/**
 * Installs the proxies that the slow tests run the examples in `deploy` with, by apt where we may. Where one is missing,
 * these tests fail and say so.
 */
export async function installProxies(): Promise<void> {
  for (const [program, argument] of Object.entries(programs)) {
    const { code } = await runProgram(program, [argument], { limitMs: 60_000 });
    if (code !== 0 && (await mayInstallByApt())) await installByApt(program);
  }
}
