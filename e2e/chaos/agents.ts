import { randomUUIDv7 } from 'node:crypto';
import type { Environment } from './environment.ts';
import { ResponseCounts } from './http.ts';
import type { Random } from './random.ts';
import { delay, until } from './wait-until.ts';

/** One message of the team, as the browser's outbox stores it. */
export type AgentMessage = {
  id: string;
  threadId: string;
  seq: number;
  text: string;
  writtenAt: number;
  /** The final status; null while there is none. */
  answer: number | null;
  answeredAt: number;
};

/**
 * The team writes round-robin into its threads, at a steady rate whatever the server does. Each thread's outbox posts one
 * message after the other, the same id again and again until an answer accepts or refuses it, as the web app does.
 */
export class Agents {
  readonly written: AgentMessage[] = [];
  /** Outcomes of single attempts. */
  readonly tries = new ResponseCounts();
  /** Milliseconds of the attempts answered with 200 or 201. */
  readonly answerMs: number[] = [];
  readonly #world: Environment;
  readonly #random: Random;
  readonly #threads: string[];
  readonly #outboxes = new Map<string, AgentMessage[]>();
  readonly #posting = new Map<string, Promise<void>>();
  #timer: NodeJS.Timeout | undefined;

  /** @param threads ids of the threads to write into */
  constructor(world: Environment, random: Random, threads: readonly string[]) {
    this.#world = world;
    this.#random = random;
    this.#threads = [...threads];
  }

  start(perSecond: number): void {
    const began = performance.now();
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
      while (this.written.length < due) this.#write();
    }, 10);
  }

  /** No new messages; resolves when every one written was answered. */
  async stop(withinMs: number): Promise<void> {
    clearInterval(this.#timer);
    const isDone = () => {
      const { refusal } = this.#world.session;
      if (refusal !== null) throw new Error(`the team was signed out: ${refusal}`);
      return this.#posting.size === 0;
    };
    await until('every message of the team is answered', withinMs, isDone, 100);
  }

  get unanswered(): number {
    return this.written.filter((message) => message.answer === null).length;
  }

  #write(): void {
    const index = this.written.length % this.#threads.length;
    const threadId = this.#threads[index] ?? '';
    const seq = Math.floor(this.written.length / this.#threads.length) + 1;
    const message: AgentMessage = {
      id: randomUUIDv7(),
      threadId,
      seq,
      text: `out ${index} #${seq} – voilà, «noted» ✅`,
      writtenAt: Date.now(),
      answer: null,
      answeredAt: 0,
    };
    this.written.push(message);
    const outbox = this.#outboxes.get(threadId) ?? [];
    this.#outboxes.set(threadId, outbox);
    outbox.push(message);
    if (this.#posting.has(threadId)) return;
    const posting = this.#postAll(outbox).finally(() => this.#posting.delete(threadId));
    this.#posting.set(threadId, posting);
  }

  async #postAll(outbox: AgentMessage[]): Promise<void> {
    for (let message = outbox[0]; message !== undefined; message = outbox[0]) {
      while (message.answer === null) await this.#post(message);
      outbox.shift();
    }
  }

  async #post(message: AgentMessage): Promise<void> {
    const { id, threadId, text } = message;
    const began = performance.now();
    try {
      const { status } = await this.#world.session.call('POST', '/api/messages', {
        body: {
          id,
          channel_id: this.#world.channelId,
          thread_id: threadId,
          source: 'INBOX',
          type: 'text',
          text: { body: text },
        },
      });
      this.tries.add(String(status));
      // As the web application does: the token has expired, by the server's clock.
      if (status === 401) await this.#world.session.renew();
      else if (status < 500 && status !== 429) {
        message.answer = status;
        message.answeredAt = Date.now();
        if (status < 300) this.answerMs.push(performance.now() - began);
        return;
      }
    } catch (error) {
      this.tries.addFailure(error);
    }
    await delay(this.#random.between(60, 240));
  }
}
