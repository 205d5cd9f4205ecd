import { accessSync, constants, existsSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { unknownEntries } from '../backup/data-folder.ts';
import { inWords } from '../backup/progress.ts';
import { type Config, isLoopback } from '../config.ts';
import { unfinishedRestore } from '../data-dir.ts';
import { resolveEmbeddedPaths } from '../postgres/paths.ts';
import { type HealthCheck, ok, problem } from './health-check.ts';

const leastFreeBytes = 1_000_000_000;

/** What can be said without the database. */
export function machineChecks(config: Config, projectDir: string): HealthCheck[] {
  return [
    { name: 'Node', look: async () => lookAtNode(projectDir) },
    { name: 'Data folder', look: async () => lookAtFolder(config) },
    { name: 'Space', look: async () => lookAtSpace(config) },
    { name: 'Public address', look: async () => lookAtAddress(config) },
    { name: 'Mail server', look: async () => lookAtMail(config) },
  ];
}

function lookAtNode(projectDir: string) {
  const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
    dependencies?: { node?: string };
  };
  const wanted = `v${manifest.dependencies?.node}`;
  if (process.version === wanted) return ok(process.version);
  return problem(`${process.version} instead of ${wanted}`, 'Run npm ci, and use the commands of npm.');
}

function lookAtFolder({ dataDir }: Config) {
  if (!existsSync(dataDir)) return problem(`there is no ${dataDir}`, 'Set DATA_DIR as the server has it.');
  if (existsSync(join(dataDir, unfinishedRestore))) {
    return problem('a restore did not finish', 'Run npm run restore -- FILE --force.');
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    // Nothing more to know: these rights are missing.
    return problem(
      `${dataDir} cannot be written by this user`,
      'Use the user who starts the server, or mend its rights.',
    );
  }
  const unknown = unknownEntries(dataDir);
  if (unknown.length === 0) return ok(dataDir);
  return problem(`${dataDir} holds what no backup will hold: ${unknown.join(', ')}`, 'Move it elsewhere.');
}

function lookAtSpace({ dataDir, DATABASE_URL }: Config) {
  const cluster = DATABASE_URL === undefined ? [resolveEmbeddedPaths(dataDir).clusterDir] : [];
  return [dataDir, ...cluster].filter(existsSync).map((folder) => {
    const { bavail, bsize } = statfsSync(folder);
    const free = `${inWords(bavail * bsize)} free below ${folder}`;
    return bavail * bsize >= leastFreeBytes ? ok(free) : problem(`only ${free}`, 'Make room, or move DATA_DIR.');
  });
}

function lookAtAddress({ PUBLIC_URL, HOST }: Config) {
  const set = 'Set PUBLIC_URL to the https:// address at which browsers and WhatsApp reach this server.';
  if (PUBLIC_URL === undefined) {
    const own = isLoopback(HOST.includes(':') ? `[${HOST}]` : HOST);
    return own
      ? ok('none is set: good for this machine alone, WhatsApp cannot call it')
      : problem(`none is set, although HOST is ${HOST}`, set);
  }
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'https:' || isLoopback(hostname)) return ok(PUBLIC_URL);
  return problem(`${PUBLIC_URL} is not encrypted; WhatsApp calls only https://`, set);
}

function lookAtMail({ SMTP_URL }: Config) {
  return SMTP_URL === undefined
    ? ok('none is set: letters wait for npm run mail')
    : ok(`${new URL(SMTP_URL).hostname} is set; npm run doctor -- --network asks it`);
}
