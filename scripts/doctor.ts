// npm run doctor [-- --network]: checks the installation and prints how to fix each problem. Exits with 1 when there is one.
import { backedUpFiles, installationChecks } from '../apps/server/src/operations.ts';
import { type Config, ConfigError, parseConfig } from '../apps/server/src/platform/config.ts';
import { OperatorError, withOperatorAccess } from '../apps/server/src/platform/db/operator.ts';
import { problem, runChecks } from '../apps/server/src/platform/doctor/health-check.ts';
import { machineChecks } from '../apps/server/src/platform/doctor/machine-checks.ts';
import { networkChecks } from '../apps/server/src/platform/doctor/network-checks.ts';
import { EmbeddedPostgresError } from '../apps/server/src/platform/postgres/embedded.ts';
import { projectDir } from './prepare.mjs';

const say = (line: string) => console.log(line);

function readConfig(): Config {
  const [option, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || (option !== undefined && option !== '--network')) {
    throw new OperatorError('Usage: npm run doctor [-- --network]');
  }
  return parseConfig(process.env, projectDir);
}

async function examine(config: Config): Promise<number> {
  let problems = await runChecks(machineChecks(config, projectDir, backedUpFiles), say);
  try {
    problems += await withOperatorAccess(process.env, projectDir, (access) =>
      runChecks(installationChecks(access, config), say),
    );
  } catch (error) {
    if (!(error instanceof OperatorError || error instanceof EmbeddedPostgresError)) throw error;
    const { message } = error;
    const fix = 'Start the server (npm start), or set DATA_DIR and DATABASE_URL as it has them.';
    problems += await runChecks([{ name: 'Database', run: async () => problem(message, fix) }], say);
  }
  if (process.argv.includes('--network')) problems += await runChecks(networkChecks(config), say);
  return problems;
}

try {
  const problems = await examine(readConfig());
  say(problems === 0 ? 'No problems found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`);
  process.exitCode = problems === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof OperatorError || error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
