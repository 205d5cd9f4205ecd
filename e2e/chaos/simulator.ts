import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import type { AccountInput } from '@parley/whatsapp-simulator';
import { simulatorEntry } from '@parley/whatsapp-simulator';
import { type Answer, call, callOk } from './http.ts';
import { until } from './wait-until.ts';

export type SimulatorSettings = { port: number; databaseFile: string; logFile: string };

/** The standalone simulator, with its database in a file: the provider and the phones, independent of the server. */
export class SimulatorHost {
  readonly url: string;
  readonly #settings: SimulatorSettings;
  readonly #operatorSecret = randomBytes(16).toString('hex');
  #child: ChildProcess | undefined;

  constructor(settings: SimulatorSettings) {
    this.#settings = settings;
    this.url = `http://127.0.0.1:${settings.port}/simulator`;
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  async start(): Promise<void> {
    const { port, databaseFile, logFile } = this.#settings;
    const log = openSync(logFile, 'a');
    const args = ['--port', String(port), '--data', databaseFile, '--no-limits'];
    this.#child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', simulatorEntry, ...args], {
      env: { PATH: process.env['PATH'], SIMULATOR_SECRET: this.#operatorSecret },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    await until('the simulator listens', 60_000, () => call('GET', this.url, { timeoutMs: 2_000 }).catch(() => null));
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  register(phoneNumberId: string, account: AccountInput): Promise<unknown> {
    return callOk('PUT', `${this.url}/control/accounts/${phoneNumberId}`, {
      token: this.#operatorSecret,
      body: account,
    });
  }

  /** A call of the control API as an account that must succeed. */
  control<T>(token: string, method: string, path: string, body?: unknown): Promise<T> {
    return callOk<T>(method, `${this.url}/control/${path}`, { token, body });
  }

  /** The same, with any response. @throws NoAnswer */
  tryControl(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return call(method, `${this.url}/control/${path}`, { token, body });
  }
}
