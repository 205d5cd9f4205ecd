import { closeCodes } from '@parley/contract/sync';
import type { Change, InputOf, OutputOf } from '@parley/contract/types';
import { ApiError } from '../../platform/errors.ts';
import { backoffMs } from './backoff.ts';
import { type SocketEnd, type SocketLike, talkOverSocket } from './socket.ts';

/** `offline` means: for so long without a connection, or so surely, that people should know. */
export type ConnectionState = 'connecting' | 'live' | 'reconnecting' | 'offline';

export type ConnectionTimings = {
  /** A server that says nothing for this long is gone; it pings every 25 s. */
  silenceMs: number;
  /** Opening and being welcomed may take this long. */
  welcomeMs: number;
  firstWaitMs: number;
  longestWaitMs: number;
  /** A lost connection is called offline after this. */
  graceMs: number;
  /** While polling, the socket is tried again this often. */
  socketAgainMs: number;
  /** How long the server may hold a poll, seconds (5 to 30). */
  pollHoldSeconds: number;
};

export const defaultTimings: ConnectionTimings = {
  silenceMs: 40_000,
  welcomeMs: 10_000,
  firstWaitMs: 500,
  longestWaitMs: 30_000,
  graceMs: 4_000,
  socketAgainMs: 120_000,
  pollHoldSeconds: 25,
};

export type ConnectionDependencies = {
  openSocket: () => SocketLike;
  /** A token that is valid now; rejects with ApiError 401 when the session is over. */
  token: () => Promise<string>;
  /** The server refused this token: the next `token()` must bring another. */
  renewToken: () => Promise<unknown>;
  poll: (query: InputOf<'GET /api/sync/poll'>['query'], signal: AbortSignal) => Promise<OutputOf<'GET /api/sync/poll'>>;
  /** The position everything before which is held. */
  cursor: () => string | null;
  onChanges: (cursor: string, changes: readonly Change[]) => void;
  /** The position is too old: everything must be read again. The connection stops; call `start` when done. */
  onReset: (reason: string) => void;
  /** This person is no longer a member. The connection stops. */
  onRemoved: () => void;
  onState: (state: ConnectionState) => void;
  /** Whether the device itself knows that it has no network. */
  deviceOnline: () => boolean;
};

/** What the loop does next; a function is called after the connection has stopped. */
type Step = 'again' | (() => void);

const stopQuietly = () => undefined;

/**
 * The one way changes come in: a socket, or the long poll where sockets do not get through twice in a row. Comes back by
 * itself, with growing waits, always from the last cursor.
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
    // The loop turns every failure into a wait; what still escapes is a defect and goes to the page's error handler.
    void this.#loop(run.signal);
  }

  stop(): void {
    this.#run?.abort();
    this.#run = null;
    this.#endAttempt?.();
    this.#endWait?.();
    clearTimeout(this.#graceTimer);
  }

  /** A fresh token for the running connection. */
  renewed(token: string): void {
    this.#sendToken?.(token);
  }

  /** The page became visible or the device online: whatever waits is tried now, a connection gone silent is dropped. */
  nudge(): void {
    this.#endWait?.();
    if (this.#state === 'live' && Date.now() - this.#heardMs > this.#timings.silenceMs) this.#endAttempt?.();
    if (this.#state !== 'live') this.#lost();
  }

  /** The device says that it has no network. */
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
    try {
      const token = await this.#deps.token();
      if (signal.aborted) return stopQuietly;
      end = await talkOverSocket({
        socket: this.#deps.openSocket(),
        token,
        cursor: this.#deps.cursor(),
        silenceMs: this.#timings.silenceMs,
        welcomeMs: this.#timings.welcomeMs,
        onWelcome: () => {
          this.#socketFailures = 0;
          this.#live();
        },
        onFrame: () => {
          this.#heardMs = Date.now();
        },
        onChanges: this.#deps.onChanges,
        control: (controls) => {
          this.#sendToken = controls.sendToken;
          this.#endAttempt = controls.close;
        },
      });
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#sendToken = null;
      this.#endAttempt = null;
    }
    return signal.aborted ? stopQuietly : this.#afterSocket(end);
  }

  async #afterSocket(end: SocketEnd): Promise<Step> {
    const { reset } = end;
    if (reset !== undefined) return () => this.#deps.onReset(reset);
    if (end.code === closeCodes.no_longer_a_member) return this.#deps.onRemoved;
    this.#lost();
    this.#failures += 1;
    if (end.code === closeCodes.token) {
      // Whether a new token can be had shows at the next attempt.
      await this.#deps.renewToken().catch(() => undefined);
    } else if (!end.welcomed) {
      this.#socketFailures += 1;
      if (this.#socketFailures >= 2) {
        this.#nextSocketMs = Date.now() + this.#timings.socketAgainMs;
        // The poll may get through at once where sockets do not.
        if (this.#deps.deviceOnline()) this.#failures = 0;
      }
    }
    return 'again';
  }

  async #pollStep(signal: AbortSignal): Promise<Step> {
    const attempt = new AbortController();
    this.#endAttempt = () => attempt.abort();
    try {
      // Without a cursor the poll answers at once: it shows that the way is free, which a held one would only say later.
      if (this.#state !== 'live') {
        await this.#deps.poll({}, attempt.signal);
        this.#live();
      }
      const cursor = this.#deps.cursor();
      const timeout = this.#timings.pollHoldSeconds;
      const answer = await this.#deps.poll(cursor === null ? {} : { cursor, timeout }, attempt.signal);
      if (signal.aborted) return stopQuietly;
      if ('reset' in answer) return () => this.#deps.onReset(answer.reset);
      this.#live();
      this.#deps.onChanges(answer.cursor, answer.changes as Change[]);
      return 'again';
    } catch (error) {
      if (signal.aborted) return stopQuietly;
      // Where the poll fails too it is the network, not the socket: both are tried in turn.
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
