/** From an answer until its outcome is on disk, outcomes gathering included. */
const outcomeMs = 80;
/** WhatsApp counts the messages of a number that arrive within a second. */
const windowMs = 1_000;
/** Clocks, and messages that arrive faster than those that are taken for the fastest. */
const slackMs = 10;
/** A queue that stood still for so long catches up; more would leave in one burst. */
const bucketS = 0.15;
const answersKept = 200;
const measureEvery = 20;

/**
 * The rate limit of one number, on a monotonic clock: how many messages may leave now, and how many calls may be in flight.
 *
 * No second brings more than `cap` messages to the provider: a message counts from the moment it leaves until a second
 * after it arrived. When it arrived is known from its answer: the fastest answers show how long the way takes, and what
 * an answer took longer may have been the way there. A bucket spreads them over the second and leaves room for what is
 * more urgent; it may refill at the full rate, because the window is what limits.
 *
 * A message is in flight for the answer time and about 80 ms until its outcome is written, so the rate needs rate x that
 * time in flight.
 */
export class Pace {
  #cap: number;
  #rate: number;
  #tokens = 0;
  #at: number;
  readonly #notBefore: number;
  /** Messages that left and are not answered. */
  #open = 0;
  /** When those that were answered count no more, and the latest answer times. */
  #leaving: number[] = [];
  readonly #answers: number[] = [];
  #answered = 0;
  /** Of ten answers one is faster; of twenty one is slower. */
  #fastMs = 0;
  #slowMs = 0;

  /**
   * @param cap messages a second that the number may send
   * @param now milliseconds, monotonic
   * @param notBefore when the window of whoever sent before is over
   */
  constructor(cap: number, now: number, notBefore = now) {
    this.#cap = cap;
    this.#rate = cap;
    this.#at = now;
    this.#notBefore = notBefore;
  }

  /** Another limit of the same number: what left before still counts. */
  setCap(cap: number): void {
    this.#cap = cap;
    this.#rate = cap;
  }

  /** Whole messages that may be sent now. */
  available(now: number): number {
    const passedS = (now - this.#at) / 1_000;
    const bucket = Math.max(1, this.#cap * bucketS);
    this.#tokens = Math.min(bucket, this.#tokens + passedS * this.#rate);
    // Recovers to full speed within about ten seconds after the provider asked to slow down.
    this.#rate = Math.min(this.#cap, this.#rate + this.#cap * 0.1 * passedS);
    this.#at = now;
    if (now < this.#notBefore) return 0;
    this.#leaving = this.#leaving.filter((at) => at > now);
    return Math.max(0, Math.min(Math.floor(this.#tokens), this.#cap - this.#open - this.#leaving.length));
  }

  take(count: number): void {
    this.#tokens -= count;
    this.#open += count;
  }

  /** Milliseconds until one more may be sent, unless an answer comes before. */
  waitMs(now: number): number {
    const forToken = this.#tokens >= 1 ? 0 : ((1 - this.#tokens) / this.#rate) * 1_000;
    const isFull = this.#open + this.#leaving.length >= this.#cap;
    const forWindow = isFull ? Math.min(windowMs, ...this.#leaving.map((at) => at - now)) : 0;
    return Math.max(1, Math.ceil(Math.max(forToken, forWindow, this.#notBefore - now)));
  }

  slowDown(): void {
    this.#rate = Math.max(1, this.#rate / 2);
  }

  /** A message that left was answered, or did not leave after all. */
  answered(now: number, tookMs: number): void {
    this.#answers.push(tookMs);
    if (this.#answers.length > answersKept) this.#answers.shift();
    if (++this.#answered % measureEvery === 0) this.#measure();
    this.#open--;
    this.#leaving.push(now - Math.min(tookMs, this.#fastMs) + windowMs + slackMs);
  }

  /** Messages that may be in flight at once: 32 to 400. */
  bound(): number {
    return Math.min(400, Math.max(32, Math.ceil((this.#cap * (this.#slowMs + outcomeMs)) / 1_000)));
  }

  #measure(): void {
    const sorted = [...this.#answers].sort((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
    // The first ones may all be slow, as they open connections.
    if (sorted.length >= answersKept / 2) this.#fastMs = at(0.1);
    this.#slowMs = at(0.95);
  }
}
