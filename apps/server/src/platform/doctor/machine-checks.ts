import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BackedUpFiles, unknownEntries } from '../backup/data-directory.ts';
import { formatSize } from '../backup/progress.ts';
import { type Config, isLoopback } from '../config.ts';
import { unfinishedRestore } from '../data-dir.ts';
import { dataFolders, diskOf } from '../disk.ts';
import { findUnnamedProxy, needsProxy } from '../http/unnamed-proxy.ts';
import { type HealthCheck, ok, problem } from './health-check.ts';

const leastFreeBytes = 1_000_000_000;

/** Checks that need no database. */
export function machineChecks(config: Config, projectDir: string, backedUpFiles: BackedUpFiles): HealthCheck[] {
  return [
    { name: 'Node', run: async () => checkNode(projectDir) },
    { name: 'Data folder', run: async () => checkDataDirectory(config, backedUpFiles) },
    { name: 'Space', run: async () => checkFreeSpace(config) },
    { name: 'Public address', run: async () => checkPublicUrl(config) },
    { name: 'Proxy', run: async () => checkProxy(config) },
    { name: 'Mail server', run: async () => checkSmtp(config) },
  ];
}

function checkNode(projectDir: string) {
  const manifest = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')) as {
    dependencies?: { node?: string };
  };
  const wanted = `v${manifest.dependencies?.node}`;
  if (process.version === wanted) return ok(process.version);
  return problem(`${process.version} instead of ${wanted}`, 'Run npm ci, and use the commands of npm.');
}

function checkDataDirectory({ dataDir }: Config, backedUpFiles: BackedUpFiles) {
  if (!existsSync(dataDir)) return problem(`there is no ${dataDir}`, 'Set DATA_DIR as the server has it.');
  if (existsSync(join(dataDir, unfinishedRestore))) {
    return problem('a restore did not finish', 'Run npm run restore -- FILE --force.');
  }
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    // The rights are missing; there is nothing else to check.
    return problem(
      `${dataDir} can’t be written by this user`,
      'Use the user who starts the server, or fix its permissions.',
    );
  }
  const unknown = unknownEntries(dataDir, backedUpFiles);
  if (unknown.length === 0) return ok(dataDir);
  return problem(`${dataDir} holds what no backup will hold: ${unknown.join(', ')}`, 'Move it elsewhere.');
}

function checkFreeSpace(config: Config) {
  return dataFolders(config).map((folder) => {
    const bytes = diskOf(folder)?.free_bytes ?? 0;
    const free = `${formatSize(bytes)} free below ${folder}`;
    return bytes >= leastFreeBytes ? ok(free) : problem(`only ${free}`, 'Make room, or move DATA_DIR.');
  });
}

function checkPublicUrl({ PUBLIC_URL, HOST }: Config) {
  const set = 'Set PUBLIC_URL to the https:// address at which browsers and WhatsApp reach this server.';
  if (PUBLIC_URL === undefined) {
    const own = isLoopback(HOST.includes(':') ? `[${HOST}]` : HOST);
    return own
      ? ok('none is set: good for this machine alone, WhatsApp can’t call it')
      : problem(`none is set, although HOST is ${HOST}`, set);
  }
  const { protocol, hostname } = new URL(PUBLIC_URL);
  if (protocol === 'https:' || isLoopback(hostname)) return ok(PUBLIC_URL);
  return problem(`${PUBLIC_URL} is not encrypted; WhatsApp calls only https://`, set);
}

function checkProxy(config: Config) {
  const set = 'Set TRUSTED_PROXY to the address of the proxy, or to loopback when it runs on this machine.';
  const unnamed = findUnnamedProxy(config);
  if (unnamed !== null) {
    return problem(
      `calls come through ${unnamed}, which TRUSTED_PROXY does not name: everybody counts as one caller`,
      set,
    );
  }
  if (needsProxy(config)) {
    return problem('PUBLIC_URL is https://, so there is a proxy, and TRUSTED_PROXY does not name it', set);
  }
  return ok(config.TRUSTED_PROXY ?? 'none');
}

function checkSmtp({ SMTP_URL }: Config) {
  return SMTP_URL === undefined
    ? ok('none is set: emails wait for npm run mail')
    : ok(`${new URL(SMTP_URL).hostname} is set; npm run doctor -- --network asks it`);
}
