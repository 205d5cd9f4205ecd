import { closeCodes } from '@parley/contract/sync';
import type { Change, ClientFrame, InputOf, OutputOf } from '@parley/contract/types';
import { ApiError } from '../../../platform/errors.ts';
import { backoffMs } from './backoff.ts';
import { runSocketSession, type SignalFrame, type SocketEnd, type SocketLike } from './socket.ts';

/** `offline`: disconnected for so long, or so certainly, that users should know; or the server has no database. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

export type ConnectionTimings = {
  /** A server silent for this long counts as disconnected; it pings every 25 s. */
  silenceMs: number;
  /** Timeout for opening the socket until the welcome. */
  welcomeMs: number;
  firstWaitMs: number;
  longestWaitMs: number;
  /** A lost connection counts as offline after this. */
  graceMs: number;
  /** While polling, the socket is tried again after 2.5 to 5 s, later and later, in the end this often at the least. */
  socketRetryMs: number;
  /** The longest timeout of a long poll, seconds (5 to 30). */
  pollHoldSeconds: number;
};

export const defaultTimings: ConnectionTimings = {
  silenceMs: 40_000,
  welcomeMs: 10_000,
  firstWaitMs: 500,
  longestWaitMs: 30_000,
  graceMs: 4_000,
  socketRetryMs: 120_000,
  pollHoldSeconds: 25,
};

export type ConnectionDependencies = {
  openSocket: () => SocketLike;
  /** A token that is valid now; rejects with ApiError 401 when the session has ended. */
  token: () => Promise<string>;
  /** The server refused this token: the next `token()` must return another. */
  renewToken: () => Promise<unknown>;
  poll: (query: InputOf<'GET /api/sync/poll'>['query'], signal: AbortSignal) => Promise<OutputOf<'GET /api/sync/poll'>>;
  /** The position up to which all changes are known. */
  cursor: () => string | null;
  onChanges: (cursor: string, changes: readonly Change[]) => void;
  onSignal: (frame: SignalFrame) => void;
  /** A socket is live and takes frames; null when it ended. */
  onSocket: (send: ((frame: ClientFrame) => void) | null) => void;
  /** The position is too old: everything must be read again. The connection stops; call `start` when done. */
  onReset: (reason: string) => void;
  /** The user is no longer a member. The connection stops. */
  onRemoved: () => void;
  onState: (state: ConnectionState) => void;
  /** Whether the device itself reports that it has a network. */
  deviceOnline: () => boolean;
};

/** The loop's next step; a function is called after the connection has stopped. */
type Step = 'again' | (() => void);

const stopQuietly = () => undefined;

/**
 * The only source of changes: a socket, or the long poll after two socket failures in a row. Reconnects automatically
 * with backoff, always from the last cursor.
 */
export class Connection {
  #deps: ConnectionDependencies;
  #timings: ConnectionTimings;
  #run: AbortController | null = null;
  #sendToken: ((token: string) => void) | null = null;
  #endAttempt: (() => void) | null = null;
  #endWait: (() => void) | null = null;
  #failures = 0;
  #socketFailures = 0;
  #nextSocketMs = 0;
  /** How often in a row the server had too many frames or connections. */
  #turnedAway = 0;
  #state: ConnectionState = 'connecting';
  #graceTimer: ReturnType<typeof setTimeout> | undefined;
  #heardMs = 0;

  constructor(deps: ConnectionDependencies, timings: ConnectionTimings = defaultTimings) {
    this.#deps = deps;
    this.#timings = timings;
  }

  start(): void {
    if (this.#run !== null) return;
    const run = new AbortController();
    this.#run = run;
    this.#lost();
    // The loop turns every failure into a wait; any other error is a bug for the page's error handler.
    void this.#loop(run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#run = null;
    this.#endAttempt?.();
    this.#endWait?.();
    clearTimeout(this.#graceTimer);
  }

  /** A new token for the open connection. */
  renewed(token: string): void {
    this.#sendToken?.(token);
  }

  /** The page became visible or the device online: waiting attempts start now, a silent connection is dropped. */
  reconnect(): void {
    this.#endWait?.();
    if (this.#state === 'live' && Date.now() - this.#heardMs > this.#timings.silenceMs) this.#endAttempt?.();
    if (this.#state !== 'live') this.#lost();
  }

  /** The device reports that it has no network. */
  deviceWentOffline(): void {
    this.#endAttempt?.();
    this.#lost();
  }

  async #loop(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const bySocket = this.#socketFailures < 2 || Date.now() >= this.#nextSocketMs;
      const step = bySocket ? await this.#socketStep(signal) : await this.#pollStep(signal);
      if (step !== 'again') {
        if (signal.aborted) return;
        this.stop();
        return step();
      }
      if (!signal.aborted && this.#failures > 0) await this.#wait();
    }
  }

  async #socketStep(signal: AbortSignal): Promise<Step> {
    let end: SocketEnd;
    let send: ((frame: ClientFrame) => void) | null = null;
    try {
      const token = await this.#deps.token();
      if (signal.aborted) return stopQuietly;
      end = await runSocketSession({
        socket: this.#deps.openSocket(),
        token,
        cursor: this.#deps.cursor(),
        silenceMs: this.#timings.silenceMs,
        welcomeMs: this.#timings.welcomeMs,
        onWelcome: () => {
          this.#socketFailures = 0;
          this.#live();
          this.#deps.onSocket(send);
        },
        onFrame: () => {
          this.#heardMs = Date.now();
        },
        onChanges: this.#deps.onChanges,
        onSignal: this.#deps.onSignal,
        onDatabase: (answers) => (answers ? this.#live() : this.#show('offline')),
        control: (controls) => {
          this.#sendToken = controls.sendToken;
          send = controls.send;
          this.#endAttempt = controls.close;
        },
      });
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#sendToken = null;
      this.#endAttempt = null;
      this.#deps.onSocket(null);
    }
    return signal.aborted ? stopQuietly : this.#afterSocket(end);
  }

  async #afterSocket(end: SocketEnd): Promise<Step> {
    const { reset } = end;
    if (reset !== undefined) return () => this.#deps.onReset(reset);
    if (end.code === closeCodes.no_longer_a_member) return this.#deps.onRemoved;
    this.#lost();
    this.#failures += 1;
    this.#turnedAway = end.code === closeCodes.too_many ? this.#turnedAway + 1 : 0;
    if (this.#turnedAway > 0) {
      // Polls meanwhile, as where sockets do not get through.
      this.#socketFailures = Math.max(2, this.#socketFailures);
      this.#nextSocketMs = Date.now() + backoffMs(this.#turnedAway, 5_000, this.#timings.socketRetryMs);
    } else if (end.code === closeCodes.token) {
      // The next attempt shows whether a new token is available.
      await this.#deps.renewToken().catch(() => undefined);
    } else if (!end.welcomed) {
      this.#socketFailures += 1;
      if (this.#socketFailures >= 2) {
        // The first retry is soon: the server may only have been starting.
        this.#nextSocketMs = Date.now() + backoffMs(this.#socketFailures - 1, 5_000, this.#timings.socketRetryMs);
        // The poll may work immediately where sockets do not.
        if (this.#deps.deviceOnline()) this.#failures = 0;
      }
    }
    return 'again';
  }

  async #pollStep(signal: AbortSignal): Promise<Step> {
    const attempt = new AbortController();
    this.#endAttempt = () => attempt.abort();
    try {
      // Without a cursor the poll responds immediately: this proves the connection, which an open poll would only
      // prove later.
      if (this.#state !== 'live') {
        await this.#deps.poll({}, attempt.signal);
        this.#live();
      }
      const cursor = this.#deps.cursor();
      const untilSocket = Math.max(5, Math.ceil((this.#nextSocketMs - Date.now()) / 1_000));
      const timeout = Math.min(this.#timings.pollHoldSeconds, untilSocket);
      const answer = await this.#deps.poll(cursor === null ? {} : { cursor, timeout }, attempt.signal);
      if (signal.aborted) return stopQuietly;
      if ('reset' in answer) return () => this.#deps.onReset(answer.reset);
      this.#live();
      this.#deps.onChanges(answer.cursor, answer.changes as Change[]);
      return 'again';
    } catch (error) {
      if (signal.aborted) return stopQuietly;
      // When the poll fails too, the network is the problem, not the socket: both are tried in turn.
      this.#socketFailures = 0;
      return this.#failed(error);
    } finally {
      this.#endAttempt = null;
    }
  }

  #failed(error: unknown): Step {
    this.#lost();
    this.#failures += 1;
    if (!(error instanceof ApiError)) return 'again';
    if (error.status === 403) return this.#deps.onRemoved;
    return error.status === 401 ? stopQuietly : 'again';
  }

  #live(): void {
    this.#failures = 0;
    this.#heardMs = Date.now();
    clearTimeout(this.#graceTimer);
    this.#graceTimer = undefined;
    this.#show('live');
  }

  #lost(): void {
    if (!this.#deps.deviceOnline()) this.#show('offline');
    else if (this.#state === 'live') this.#show('reconnecting');
    this.#graceTimer ??= setTimeout(() => this.#show('offline'), this.#timings.graceMs);
  }

  #show(state: ConnectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#deps.onState(state);
  }

  #wait(): Promise<void> {
    const waitMs = backoffMs(Math.max(1, this.#failures), this.#timings.firstWaitMs, this.#timings.longestWaitMs);
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#endWait = null;
        resolve();
      };
      const timer = setTimeout(done, waitMs);
      this.#endWait = done;
    });
  }
}
