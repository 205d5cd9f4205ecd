/** The parts of an error rule, and the four ways to write one. */

/**
 * The action for the message: `no` it is final; `fix` a user changes something, then sends again; `back` it is
 * retried with growing pauses; `wait` a fixed or stated time must pass first.
 */
export type RetryRule = 'no' | 'fix' | 'back' | 'wait';

/** Effect of an error beyond its message. */
export type ErrorEffect =
  | 'blocked_by_us'
  | 'marketing_capped'
  | 'number_suspect'
  | 'opt_out'
  | 'pause_waba'
  | 'reverify_identity'
  | 'slow_number'
  | 'stop_broadcasts'
  | 'template_disabled'
  | 'template_paused'
  | 'template_resync'
  | 'window_closed';

/** Pauses between automatic attempts: `firstMs`, then times `factor` up to `maxMs`; `attempts` null means without end. */
export type Backoff = { firstMs: number; factor: number; maxMs: number; attempts: number | null };

export type ErrorRule = {
  /** The error, in our words, for the sender. */
  title: string;
  /** The sender's next step, in our words. */
  nextStep: string;
  retry: RetryRule;
  /** The whole channel cannot send until a user fixes something: put its messages on hold instead of failing them. */
  pausesChannel: boolean;
  effect: ErrorEffect | null;
  /** Null when it must not be retried automatically. */
  backoff: Backoff | null;
};

export type Extras = Partial<Pick<ErrorRule, 'pausesChannel' | 'effect' | 'backoff'>>;

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The pauses of the catalogue. Times that WhatsApp documents are noted beside them; the others are our choice. */
export const PAUSES = {
  /** A temporary fault: a few attempts only. */
  few: { firstMs: 2 * SECOND, factor: 3, maxMs: MINUTE, attempts: 4 },
  /** WhatsApp is down or overloaded. */
  outage: { firstMs: 2 * SECOND, factor: 2, maxMs: 5 * MINUTE, attempts: null },
  /** Application and account limits count per hour. */
  hourly: { firstMs: MINUTE, factor: 2, maxMs: HOUR, attempts: null },
  /** The number's throughput counts per second. */
  throughput: { firstMs: SECOND, factor: 2, maxMs: MINUTE, attempts: null },
  /** Documented for the pair limit: 4^n seconds, n from 0. */
  pair: { firstMs: SECOND, factor: 4, maxMs: 4 ** 6 * SECOND, attempts: null },
  /** Documented: throughput upgrades take up to a minute. */
  maintenance: { firstMs: 15 * SECOND, factor: 2, maxMs: MINUTE, attempts: null },
  spam: { firstMs: 15 * MINUTE, factor: 2, maxMs: 6 * HOUR, attempts: null },
  /** Documented: a new template is ready for the marketing API after at most ten minutes. */
  syncing: { firstMs: MINUTE, factor: 2, maxMs: 10 * MINUTE, attempts: 6 },
  /** Documented: ten messages an hour. */
  throttledFlow: { firstMs: 6 * MINUTE, factor: 2, maxMs: HOUR, attempts: null },
  /** Documented: five minutes after a number was deleted. */
  fiveMinutes: { firstMs: 5 * MINUTE, factor: 1, maxMs: 5 * MINUTE, attempts: 3 },
} as const satisfies Record<string, Backoff>;

const rule = (retry: RetryRule, title: string, nextStep: string, extras: Extras): ErrorRule => ({
  title,
  nextStep,
  retry,
  pausesChannel: false,
  effect: null,
  backoff: null,
  ...extras,
});

export const final = (title: string, nextStep: string, extras: Extras = {}): ErrorRule =>
  rule('no', title, nextStep, extras);

export const fixFirst = (title: string, nextStep: string, extras: Extras = {}): ErrorRule =>
  rule('fix', title, nextStep, extras);

export const retryWithBackoff = (backoff: Backoff, title: string, nextStep: string, extras: Extras = {}): ErrorRule =>
  rule('back', title, nextStep, { backoff, ...extras });

/** @param backoff  null when the duration is unknown */
export const retryLater = (backoff: Backoff | null, title: string, nextStep: string, extras: Extras = {}): ErrorRule =>
  rule('wait', title, nextStep, { backoff, ...extras });
