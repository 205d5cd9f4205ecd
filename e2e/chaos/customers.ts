import type { PhoneMessage } from '@parley/whatsapp-simulator';
import type { Environment, Phone } from './environment.ts';
import { NoAnswer } from './http.ts';
import type { Random } from './random.ts';
import { delay } from './wait-until.ts';

/** A customer's message accepted by the phone: from then on WhatsApp must deliver it to the business. */
export type CustomerMessage = { phone: string; seq: number; text: string; providerId: string; takenAt: number };

/** Every phone sends numbered messages, one after the other, at a rate shared by all phones. */
export class Customers {
  readonly written: CustomerMessage[] = [];
  readonly #world: Environment;
  readonly #random: Random;
  readonly #meanPauseMs: number;
  #stopped = false;
  #running: Promise<void>[] = [];

  /** @param perSecond messages per second of all customers together */
  constructor(world: Environment, random: Random, perSecond: number) {
    this.#world = world;
    this.#random = random;
    this.#meanPauseMs = (world.phones.length / perSecond) * 1_000;
  }

  start(): void {
    this.#running = this.#world.phones.map((phone, index) => this.#write(phone, index));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #write(phone: Phone, index: number): Promise<void> {
    let due = performance.now() + this.#random.between(0, this.#meanPauseMs);
    for (let seq = 1; ; seq++) {
      await delay(Math.max(0, due - performance.now()));
      if (this.#stopped) return;
      // From a pair in one second to one in several: within a second a thread is sorted by arrival.
      due += this.#random.between(0.1, 1.9) * this.#meanPauseMs;
      const text = `in ${index} #${seq} – schön, gracias 🙏`;
      const providerId = await this.#send(phone, `${index}-${seq}`, text);
      this.written.push({ phone: phone.id, seq, text, providerId, takenAt: Date.now() });
    }
  }

  /** Posts it until the phone confirms it; a repeated id is the same message. */
  async #send(phone: Phone, id: string, body: string): Promise<string> {
    for (;;) {
      const path = `phones/${phone.id}/messages`;
      try {
        const { simulator, accessToken } = this.#world;
        const answer = await simulator.tryControl(accessToken, 'POST', path, { id, type: 'text', text: { body } });
        if (answer.status < 300) return (answer.body as PhoneMessage).id;
        throw new Error(`the phone answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        await delay(100);
      }
    }
  }
}
