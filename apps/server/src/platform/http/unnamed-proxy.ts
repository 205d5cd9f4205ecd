import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { isPrivateAddress, isTrustedProxy } from './address-group.ts';

const tellEveryMs = 3_600_000;
const forgetAfterMs = 7 * 24 * 3_600_000;
const missing =
  'Calls come through a proxy that TRUSTED_PROXY does not name: everybody counts as one caller in limits and logs.';

type Note = { address: string; atMs: number };

const noteOf = (config: Config) => join(config.dataDir, 'cache', 'unnamed-proxy');

/** This server does not terminate TLS itself: if its public address uses it, there is a proxy in front of it. */
export function needsProxy({ PUBLIC_URL, TRUSTED_PROXY }: Config): boolean {
  return TRUSTED_PROXY === undefined && PUBLIC_URL?.startsWith('https:') === true;
}

/**
 * Logs once an hour that calls come through a proxy that is not configured, and stores that for the doctor. Only
 * proxies in private networks count: any external caller can claim to be one.
 * @returns a hook for every request
 */
export function detectUnnamedProxy(log: Log, config: Config): (request: FastifyRequest) => void {
  const isProxy = isTrustedProxy(config.TRUSTED_PROXY);
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  if (needsProxy(config)) log.warn({ public_url: config.PUBLIC_URL }, missing);

  async function leaveNote(note: Note): Promise<void> {
    await mkdir(join(config.dataDir, 'cache'), { recursive: true });
    await writeFile(noteOf(config), JSON.stringify(note));
  }

  return ({ headers, socket }) => {
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return;
    const address = socket.remoteAddress ?? '';
    const now = Date.now();
    if (now - reportedAtMs < tellEveryMs || isProxy(address) || !isPrivateAddress(address)) return;
    reportedAtMs = now;
    log.warn({ address }, missing);
    leaveNote({ address, atMs: now }).catch((error: unknown) => log.warn({ err: error }, 'no note for the doctor'));
  };
}

/** The proxy seen within the last week that is still not configured; null when there is none. */
export function findUnnamedProxy(config: Config, nowMs: number = Date.now()): string | null {
  try {
    const { address, atMs } = JSON.parse(readFileSync(noteOf(config), 'utf8')) as Note;
    return nowMs - atMs < forgetAfterMs && !isTrustedProxy(config.TRUSTED_PROXY)(address) ? address : null;
  } catch {
    return null; // The file is missing or incomplete.
  }
}
