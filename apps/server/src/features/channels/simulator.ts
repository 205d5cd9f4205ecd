import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rename, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { damagedExitCode, simulatorEntry } from '@parley/whatsapp-simulator/entry';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { simulatorFile } from './sandbox/simulator-file.ts';
import {
  claimSimulator,
  findSimulatorAddress,
  forgetSimulatorAddress,
  publishSimulatorAddress,
  type SimulatorAddress,
} from './simulator-address-query-repo.ts';

/** The account of a sandbox channel, as the simulator needs it. */
export type SimulatedAccount = {
  channelId: string;
  phoneNumberId: string;
  wabaId: string;
  displayPhoneNumber: string;
  verifiedName: string;
  accessToken: string;
  appSecret: string;
  verifyToken: string;
};

/**
 * The only code that starts the simulator: a child process, started by the first use of a sandbox and ended after
 * fifteen idle minutes. Its database outlives it.
 */
export type SimulatorProcess = {
  /** The simulator's base address, with the account registered. @throws AppError simulator_unavailable, simulator_damaged */
  baseUrl(account: SimulatedAccount): Promise<string>;
  /** A call of the control surface as one account. */
  control<T>(account: SimulatedAccount, method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T>;
  /**
   * Starts it when it was in use shortly before this server started, because it may have stored deliveries to send, and
   * after a change of the secret key, so that its database is sealed with the present one.
   */
  resume(): Promise<void>;
  /** Begins anew, for all accounts, when its database is damaged; that one is kept beside it. */
  replaceDamaged(): Promise<void>;
  close(): Promise<void>;
};

const idleMs = 15 * 60_000;
const startWithinMs = 15_000;

type Running = {
  /** Null: it is the child of another process. */
  child: ChildProcess | null;
  url: string;
  secret: string;
  webhookBase: string;
  accounts: Map<string, Promise<void>>;
};

const secretPlace = 'simulator_address.secret';
const pollMs = 100;

export function createSimulatorProcess(platform: Platform): SimulatorProcess {
  const file = simulatorFile(platform.config);
  let running: Promise<Running> | undefined;
  let usedAt = 0;
  let closed = false;
  const system = () => platform.db.system.statements('simulator');

  const timer = setInterval(() => {
    if (running !== undefined && performance.now() - usedAt > idleMs) void end();
  }, 30_000);
  timer.unref();

  function ensure(): Promise<Running> {
    usedAt = performance.now();
    if (closed) return Promise.reject(new AppError('simulator_unavailable', { message: 'The server is stopping.' }));
    running ??= startOnce().catch((error: unknown) => {
      running = undefined;
      if (error instanceof AppError) throw error;
      throw new AppError('simulator_unavailable', {
        message: 'The simulator did not start. Please try again.',
        cause: error,
      });
    });
    return running;
  }

  /** Of several processes on one database one runs the simulator; the others call it. */
  async function startOnce(): Promise<Running> {
    const { id } = platform.serverProcess;
    if (id === null) return start();
    const deadline = performance.now() + startWithinMs;
    for (;;) {
      const known = await findSimulatorAddress(system());
      if (known !== null && known.process_id !== id) {
        const there = remote(known);
        if (there !== null) return there;
      } else if (await claimSimulator(system(), id, hostname())) {
        return await startShared(id);
      }
      if (performance.now() > deadline) throw new Error('the simulator of another process did not start in time');
      await delay(pollMs);
    }
  }

  /** @returns null while it starts */
  function remote({ host, url, secret_enc: sealed, webhook_base: webhookBase }: SimulatorAddress): Running | null {
    if (host !== hostname()) {
      throw new AppError('simulator_unavailable', {
        message: `The sandbox runs on the machine ${host} and answers only there. With processes on several machines, set SANDBOX=off.`,
      });
    }
    if (url === null || sealed === null || webhookBase === null) return null;
    return { child: null, url, secret: platform.secrets.open(sealed, secretPlace), webhookBase, accounts: new Map() };
  }

  async function startShared(id: number): Promise<Running> {
    const forget = () =>
      forgetSimulatorAddress(system(), id).catch((error: unknown) => {
        platform.log.debug({ err: error }, 'simulator: its address is replaced when this process has ended');
      });
    try {
      const started = await start();
      started.child?.once('exit', () => void (closed ? undefined : forget()));
      await publishSimulatorAddress(system(), id, {
        url: started.url,
        secret_enc: platform.secrets.seal(started.secret, secretPlace),
        webhook_base: started.webhookBase,
      });
      return started;
    } catch (error) {
      await forget();
      throw error;
    }
  }

  async function start(): Promise<Running> {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const secret = randomBytes(24).toString('hex');
    const args = ['--disable-warning=ExperimentalWarning', simulatorEntry, '--child', '--data', file];
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        SIMULATOR_SECRET: secret,
        SIMULATOR_KEYS: platform.secrets.deriveAll('simulator').join(','),
        ALLOWED_PRIVATE_HOSTS: platform.config.ALLOWED_PRIVATE_HOSTS.join(','),
      },
    });
    const port = await new Promise<number>((resolve, reject) => {
      const timeout = setTimeout(() => reject(new Error('the simulator did not answer in time')), startWithinMs);
      child.once('message', (message) => {
        clearTimeout(timeout);
        resolve((message as { port: number }).port);
      });
      child.once('exit', (code) => {
        clearTimeout(timeout);
        reject(code === damagedExitCode ? damaged() : new Error(`the simulator ended with ${code}`));
      });
      child.once('error', reject);
    }).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw error;
    });
    child.once('exit', () => {
      running = undefined;
    });
    child.on('error', (error) => platform.log.warn({ err: error }, 'simulator'));
    platform.log.info('simulator: awake');
    const webhookBase = platform.localUrl();
    return { child, url: `http://127.0.0.1:${port}/simulator`, secret, webhookBase, accounts: new Map() };
  }

  /** The simulator of another process ended with it, or slept: the next use starts one. */
  async function living(): Promise<Running> {
    const current = await ensure();
    if (current.child !== null) return current;
    const known = await findSimulatorAddress(system());
    if (known?.url === current.url) return current;
    running = undefined;
    return ensure();
  }

  async function end(): Promise<void> {
    const current = await running?.catch(() => undefined);
    running = undefined;
    const child = current?.child ?? null;
    if (child === null || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const force = setTimeout(() => child.kill('SIGKILL'), 3_000);
    await gone;
    clearTimeout(force);
    const { id } = platform.serverProcess;
    if (id !== null) await forgetSimulatorAddress(system(), id).catch(() => undefined); // It is replaced later.
    platform.log.info('simulator: asleep');
  }

  async function withAccount(account: SimulatedAccount): Promise<Running> {
    const current = await living();
    const known =
      current.accounts.get(account.phoneNumberId) ??
      call(`${current.url}/control/accounts/${account.phoneNumberId}`, 'PUT', current.secret, {
        token: account.accessToken,
        app_secret: account.appSecret,
        waba_id: account.wabaId,
        display_phone_number: account.displayPhoneNumber,
        verified_name: account.verifiedName,
        verify_token: account.verifyToken,
        webhook_url: `${current.webhookBase}/webhooks/whatsapp/${account.channelId}`,
      }).then(() => undefined);
    current.accounts.set(account.phoneNumberId, known);
    await known.catch((error: unknown) => {
      current.accounts.delete(account.phoneNumberId);
      throw error;
    });
    return current;
  }

  return {
    async baseUrl(account) {
      return (await withAccount(account)).url;
    },
    async control<T>(account: SimulatedAccount, method: string, path: string, body?: unknown, signal?: AbortSignal) {
      const current = await withAccount(account);
      return (await call(`${current.url}/control${path}`, method, account.accessToken, body, signal)) as T;
    },
    async resume() {
      const written = await stat(`${file}-wal`).catch(() => stat(file).catch(() => null));
      const isRekeyed = platform.secrets.keyIds.length > 1;
      if (written !== null && (isRekeyed || Date.now() - written.mtimeMs < idleMs)) await ensure();
    },
    async replaceDamaged() {
      try {
        await ensure();
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'simulator_damaged') throw error;
        for (const part of ['', '-wal', '-shm']) await rename(file + part, `${file}.damaged${part}`).catch(ifMissing);
        platform.log.warn({ file }, 'simulator: its database was damaged and is kept beside a new one');
      }
    },
    async close() {
      closed = true;
      clearInterval(timer);
      await end();
    },
  };
}

function damaged(): AppError {
  return new AppError('simulator_damaged', {
    message: 'The sandbox’s data is damaged. Reset the sandbox to begin anew.',
  });
}

function ifMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function call(
  url: string,
  method: string,
  token: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      redirect: 'error',
    });
  } catch (error) {
    throw new AppError('simulator_unavailable', {
      message: 'The simulator is not answering. Please try again.',
      cause: error,
    });
  }
  const text = await response.text();
  const answer: unknown = text === '' ? undefined : JSON.parse(text);
  if (response.ok) return answer;
  const message = (answer as { error?: { message?: string } } | undefined)?.error?.message ?? `HTTP ${response.status}`;
  if (response.status === 404) throw new AppError('not_found', { message: 'This phone was not found.' });
  if (response.status >= 500) throw new AppError('simulator_unavailable', { message });
  throw new AppError('validation_failed', { data: [{ field: 'simulator', msg: message }] });
}
