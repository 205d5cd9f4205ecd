// Starts that must end immediately with one helpful line.
import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { createFolder, removeFolder } from './environment.ts';
import { call } from './http.ts';
import { processesNaming } from './processes.ts';
import { type Ended, faultsOfRefusal, runToEnd } from './run-to-end.ts';
import type { StartContext, Step } from './start-context.ts';
import { until } from './wait-until.ts';

/** One invalid value of each variable. */
const badSettings: ReadonlyArray<readonly [name: string, value: string]> = [
  ['ALLOWED_PRIVATE_HOSTS', 'no-port'],
  ['DATABASE_URL', 'mysql://127.0.0.1/parley'],
  ['DATABASE_URL', 'postgresql://nobody@127.0.0.1:1/none'],
  ['DATA_DIR', '/dev/null/parley'],
  ['DATA_DIR', '/proc/parley'],
  ['GRAPH_BASE_URL', 'graph.example'],
  ['GRAPH_VERSION', '26'],
  ['HOST', '192.0.2.1'],
  ['LOGIN_TEST', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['MIN_PASSWORD_LENGTH', '3'],
  ['OIDC_PROVIDERS', '{'],
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'parley.example'],
  ['ROLE', 'boss'],
  ['SANDBOX', 'maybe'],
  ['SECRET_KEY', 'short'],
  ['SIGN_UP', 'everybody'],
  ['SMTP_URL', 'http://mail.example'],
  ['TRUSTED_PROXY', 'somewhere'],
];

const refusedWithinMs = 180_000;

export function refusalSteps(place: StartContext): Step[] {
  return [
    secondServerStep(place),
    ['a port in use ends with one line and leaves nothing running', () => portInUse(place)],
    ...badSettings.map(
      ([name, value]): Step => [`${name}=${value} ends with one line`, () => badSetting(place, name, value)],
    ),
  ];
}

export function secondServerStep(place: StartContext): Step {
  return ['a second server on the same folder ends with one line', () => secondServer(place)];
}

async function secondServer({ entry, dataDir, server }: StartContext): Promise<string[]> {
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) };
  const ended = await runToEnd(entry, env, refusedWithinMs);
  const faults = faultsOfRefusal(ended, /another Parley server/);
  const answer = await call('GET', `${server.url}/readyz`).catch(() => null);
  return answer?.status === 200 ? faults : [...faults, 'the first server does not serve any more'];
}

async function portInUse({ entry, server, dir: shared }: StartContext): Promise<string[]> {
  return inItsOwnFolder(shared, async (dataDir) => {
    const env = { DATA_DIR: dataDir, PORT: new URL(server.url).port };
    return { ended: await runToEnd(entry, env, refusedWithinMs), naming: /PORT/ };
  });
}

async function badSetting({ entry, dir: shared }: StartContext, name: string, value: string): Promise<string[]> {
  return inItsOwnFolder(shared, async (dataDir) => {
    const env = { DATA_DIR: dataDir, PORT: String(await freePort()), [name]: value };
    return { ended: await runToEnd(entry, env, refusedWithinMs), naming: new RegExp(name) };
  });
}

/** Compiled code is the only thing these folders share: two dozen servers compiling theirs took most of the time. */
function shareCache(shared: string, dataDir: string): void {
  const cache = join(shared, 'refusal-cache');
  mkdirSync(cache, { recursive: true });
  mkdirSync(dataDir, { recursive: true });
  symlinkSync(cache, join(dataDir, 'cache'));
}

async function inItsOwnFolder(
  shared: string,
  run: (dataDir: string) => Promise<{ ended: Ended; naming: RegExp }>,
): Promise<string[]> {
  const dir = await createFolder('parley-refusal-');
  shareCache(shared, join(dir, 'data'));
  try {
    const { ended, naming } = await run(join(dir, 'data'));
    const faults = faultsOfRefusal(ended, naming);
    const gone = await until('nothing runs any more', 3_000, () => processesNaming(dir).length === 0).catch(
      () => false,
    );
    return gone ? faults : [...faults, `left running: ${processesNaming(dir)[0]?.commandLine.slice(0, 120)}`];
  } finally {
    await removeFolder(dir, join(dir, 'data'));
  }
}
