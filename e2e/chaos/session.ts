import type { Tokens } from '@parley/contract/types';
import { type Answer, type CallOptions, call, ResponseCounts } from './http.ts';
import { delay } from './wait-until.ts';

/**
 * A signed-in user. Tokens are renewed through every kill like in the web application: the same refresh token again
 * until there is a response. A refusal would sign the user out, so it counts as a fault.
 */
export class Session {
  readonly url: string;
  readonly renewals = new ResponseCounts();
  idToken: string;
  /** Why the server ended the session, which signs the user out; null while it has not. */
  refusal: string | null = null;
  #refreshToken: string;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #ended = false;

  constructor(url: string, tokens: Tokens) {
    this.url = url;
    this.idToken = tokens.id_token;
    this.#refreshToken = tokens.refresh_token ?? '';
  }

  /** An API call as this user. @throws NoAnswer */
  call(method: string, path: string, options: Omit<CallOptions, 'token'> = {}): Promise<Answer> {
    return call(method, `${this.url}${path}`, { ...options, token: this.idToken });
  }

  /** A call that must be answered with 2xx. */
  async read<T>(path: string): Promise<T> {
    const { status, body } = await this.call('GET', path);
    if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${JSON.stringify(body)}`);
    return body as T;
  }

  /** New tokens; resolves on a response or when the session ended. */
  async renew(): Promise<void> {
    while (!this.#ended) {
      try {
        const body = { refresh_token: this.#refreshToken };
        const answer = await call('POST', `${this.url}/api/auth/token`, { body, timeoutMs: 8_000 });
        this.renewals.add(String(answer.status));
        if (answer.status === 200) {
          const tokens = answer.body as Tokens;
          this.idToken = tokens.id_token;
          this.#refreshToken = tokens.refresh_token ?? '';
        }
        if (answer.status === 401) this.refusal = JSON.stringify(answer.body);
        if (answer.status < 500) return;
      } catch (error) {
        this.renewals.addFailure(error);
      }
      await delay(150);
    }
  }

  /** Renews every few seconds, so that kills fall into renewals too. */
  keepFresh(everyMs: number): void {
    this.#timer = setInterval(() => {
      this.#running ??= this.renew().finally(() => {
        this.#running = undefined;
      });
    }, everyMs);
  }

  async end(): Promise<void> {
    clearInterval(this.#timer);
    this.#ended = true;
    await this.#running;
  }
}
