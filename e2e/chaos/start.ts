// How the server starts and ends as a process, seen from outside: node e2e/chaos/start.ts
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Check, check, passed } from './check.ts';
import { endWith, printChecks, printTable, printTotals } from './report.ts';
import { projectDir, serverEntry } from './server.ts';
import { logErrors } from './server-log.ts';
import { startChecks } from './start-checks.ts';

const usage = `Usage: node e2e/chaos/start.ts [options]
  --brief          five steps: first start, a second one refused, kill -9 of all, signing in, SIGTERM
  --entry FILE     what is started (default scripts/start.mjs, as npm start does, else the server's own entry)
  --idle-seconds N how long a started server is idle before its memory is read (default 10)`;

async function main(): Promise<boolean> {
  const { values } = parseArgs({
    options: {
      brief: { type: 'boolean', default: false },
      entry: { type: 'string' },
      'idle-seconds': { type: 'string', default: '10' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return true;
  }
  const command = join(projectDir, 'scripts', 'start.mjs');
  const entry = values.entry ?? (existsSync(command) ? command : serverEntry);
  console.log(`starts and ends of ${entry}`);
  const checks: Check[] = [];
  const facts: Array<[string, string]> = [];
  const options = { entry, idleSeconds: Number(values['idle-seconds']), isBrief: values.brief };
  const world = await startChecks(options, (name, value) => facts.push([name, value]));
  try {
    for (const [name, look] of world.steps) {
      const wrong = await look().catch((error: unknown) => [error instanceof Error ? error.message : String(error)]);
      const result = check(name, 1, wrong);
      printChecks([result]);
      checks.push(result);
    }
    checks.push(check('the log holds no error', 1, logErrors(world.logFile)));
    printChecks(checks.slice(-1));
  } finally {
    const log = existsSync(world.logFile) ? readFileSync(world.logFile, 'utf8') : '';
    await world.close();
    if (!checks.every(passed)) console.log(`\nlast lines of the log:\n${log.split('\n').slice(-30).join('\n')}`);
  }
  printTable('Measured here, on a machine that may be busy', facts);
  printTotals(checks);
  return checks.every(passed);
}

endWith(main());
