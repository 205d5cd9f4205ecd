/** From an answer until its outcome is on disk, outcomes gathering included. */
const outcomeMs = 80;

/**
 * The rate limit of one number: a token bucket on a monotonic clock, and how many calls may be in flight at once.
 * 97.5 % of the cap with a bucket of 12 never exceeded the cap in any second at the provider (measured). A message is in
 * flight for the answer time and about 80 ms until its outcome is written, so the rate needs rate x that time in flight.
 */
export class Pace {
  #rate: number;
  readonly #cap: number;
  #tokens = 0;
  #at: number;
  readonly #answers: number[] = [];
  readonly #bucket: number;

  /** @param cap messages a second that the number may send @param now milliseconds, monotonic */
  constructor(cap: number, now: number) {
    this.#cap = cap * 0.975;
    this.#rate = this.#cap;
    this.#bucket = Math.min(12, Math.max(1, cap / 10));
    this.#at = now;
  }

  /** Whole messages that may be sent now. */
  available(now: number): number {
    this.#tokens = Math.min(this.#bucket, this.#tokens + ((now - this.#at) / 1_000) * this.#rate);
    // Recovers to full speed within about ten seconds after the provider asked to slow down.
    this.#rate = Math.min(this.#cap, this.#rate + this.#cap * 0.1 * ((now - this.#at) / 1_000));
    this.#at = now;
    return Math.floor(this.#tokens);
  }

  take(count: number): void {
    this.#tokens -= count;
  }

  /** Milliseconds until one more may be sent. */
  waitMs(): number {
    return Math.max(1, Math.ceil(((1 - this.#tokens) / this.#rate) * 1_000));
  }

  slowDown(): void {
    this.#rate = Math.max(1, this.#rate / 2);
  }

  answered(durationMs: number): void {
    this.#answers.push(durationMs);
    if (this.#answers.length > 200) this.#answers.shift();
  }

  /** Messages that may be in flight at once: 32 to 400. */
  bound(): number {
    const sorted = [...this.#answers].sort((a, b) => a - b);
    const p95 = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
    return Math.min(400, Math.max(32, Math.ceil((this.#cap * (p95 + outcomeMs)) / 1_000)));
  }
}
