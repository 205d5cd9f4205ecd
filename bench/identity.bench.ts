import { parseConfig } from '../apps/server/src/platform/config.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { createLog } from '../apps/server/src/platform/log.ts';
import { createLocalNotifier } from '../apps/server/src/platform/notifier.ts';
import { resolveEmbeddedPaths } from '../apps/server/src/platform/postgres/embedded.ts';
import { standaloneProcess } from '../apps/server/src/platform/processes/process-monitor.ts';
import { loadSecrets } from '../apps/server/src/platform/secrets.ts';
import { createAuth } from '../apps/server/src/testing/auth.ts';
import { apiCall } from '../scripts/api-call.ts';
import { makeAccounts, signIn } from './harness/accounts.ts';
import { type Bench, type BenchOptions, type Figure, type Sample, wanted } from './harness/bench.ts';
import { interleave } from './harness/interleave.ts';
import { type Parley, startParley } from './harness/parley.ts';

const signInsAtOnce = 4;

/** Signing in by password with four users at once, and authenticating a call with token, session and
 * membership, or with an API key. */
export const identityBench: Bench = {
  name: 'identity',
  title: 'sign-in and the check of every call',
  async run(options) {
    const parley = await startParley(options);
    try {
      const [account] = await makeAccounts(parley, 1);
      if (account === undefined) throw new Error('no account was made');
      const figures: Figure[] = [];
      if (wanted(options, 'identity.check')) {
        figures.push(await measureCheck(options, parley, 'identity.check', account.token));
      }
      if (wanted(options, 'identity.key')) {
        const asked = { name: 'Bench', scopes: ['contacts:read'] };
        const { key } = await apiCall<{ key: string }>(parley.url, 'POST', '/api/api-keys', asked, account.token);
        figures.push(await measureCheck(options, parley, 'identity.key', key));
      }
      // Last: many sign-ins of one user end the oldest session, whose token the others use.
      if (wanted(options, 'identity.sign-in')) figures.push(await measureSignIn(options, parley));
      return figures;
    } finally {
      await parley.remove();
    }
  },
};

function measureSignIn(options: BenchOptions, parley: Parley): Promise<Figure> {
  const each = options.quick ? 10 : 50;
  return interleave(options, 'identity.sign-in', {
    comparison: null,
    async subject() {
      const times: number[] = [];
      const signInRepeatedly = async () => {
        for (let n = 0; n < each; n++) {
          const began = performance.now();
          await signIn(parley);
          times.push(performance.now() - began);
        }
      };
      await Promise.all(Array.from({ length: signInsAtOnce }, signInRepeatedly));
      return sampleOf(times, 0.95);
    },
  });
}

/** The server's authentication on its own database, without HTTP around it. */
async function measureCheck(
  options: BenchOptions,
  parley: Parley,
  name: 'identity.check' | 'identity.key',
  token: string,
): Promise<Figure> {
  const { socketDir: host, port } = resolveEmbeddedPaths(parley.dataDir);
  const parts = { host, port, database: 'parley' };
  const log = createLog('silent');
  const platform = {
    config: parseConfig({ DATA_DIR: parley.dataDir }, parley.dataDir),
    db: openDatabase({
      app: { ...parts, user: 'parley_app' },
      system: { ...parts, user: 'parley_system' },
      onError: (error) => log.warn(error),
    }),
    log,
    secrets: await loadSecrets(parley.dataDir, undefined),
    notifier: createLocalNotifier(),
    publicUrl: () => parley.url,
    serverProcess: standaloneProcess,
    localUrl: () => parley.url,
  };
  try {
    const { authenticate } = await createAuth(platform);
    return await interleave(options, name, {
      comparison: null,
      async subject() {
        const times: number[] = [];
        for (let n = 0; n < (options.quick ? 500 : 3_000); n++) {
          const began = performance.now();
          await authenticate(`Bearer ${token}`, '127.0.0.1');
          times.push(performance.now() - began);
        }
        return sampleOf(times, 0.5);
      },
    });
  } finally {
    await platform.db.close();
  }
}

function sampleOf(times: number[], share: number): Sample {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number) => sorted[Math.min(Math.floor(sorted.length * part), sorted.length - 1)] ?? Number.NaN;
  return { value: at(share), faults: [], notes: { 'ms p50': at(0.5), 'ms p99': at(0.99) } };
}
