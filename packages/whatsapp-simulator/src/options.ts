import type { Timing, WebhookHabits } from './control-types.ts';

/** Caps of one process. `null` or `false` takes a cap away. */
export interface SimulatorLimits {
  /** Accepted sends per second and account, counted over any sliding second; more answer 130429. */
  sendsPerSecond: number | null;
  /** Phones one account may hold. */
  phones: number | null;
  /** Whether a number's own throughput level (80/s STANDARD, 1,000/s HIGH, in and out together) is enforced. */
  throughput: boolean;
}

/** What `startSimulator` takes; everything has a default. */
export interface SimulatorOptions {
  /** TCP port, 0 (default) for any free one. */
  port?: number;
  /** Address to listen on, default 127.0.0.1. */
  host?: string;
  /** Path of the database file; without it the books live in memory and end with the process. */
  data?: string;
  /** Bearer secret of the operator, who may register accounts. Without it nobody may. */
  secret?: string;
  limits?: Partial<SimulatorLimits>;
  /** Defaults for accounts that bring no timing of their own. */
  timing?: Partial<Timing>;
  /** Defaults for accounts that bring no webhook habits of their own. */
  webhooks?: Partial<WebhookHabits>;
  /** Lets webhooks go to hosts other than this machine. Off by default. */
  allowRemoteTargets?: boolean;
  /** `host:port` of private networks from which media sent by link are fetched all the same. None by default. */
  allowedPrivateHosts?: readonly string[];
  /** Told once when the books can no longer be written. Default: the error is thrown and ends the process. */
  onFatal?: (error: Error) => void;
}

/** Options with every default filled in. */
export interface Settled {
  port: number;
  host: string;
  data: string | null;
  secret: string | null;
  limits: SimulatorLimits;
  timing: Timing;
  webhooks: WebhookHabits;
  allowRemoteTargets: boolean;
  allowedPrivateHosts: readonly string[];
  onFatal: (error: Error) => void;
}

/** Caps of a simulator that runs as the product's child (design, section 7). */
export const childLimits: SimulatorLimits = { sendsPerSecond: 50, phones: 50_000, throughput: true };

/** Caps of a simulator that runs on its own: those of the imitated platform. */
export const standAloneLimits: SimulatorLimits = { sendsPerSecond: null, phones: null, throughput: true };

/** `--no-limits`: for benches. */
export const noLimits: SimulatorLimits = { sendsPerSecond: null, phones: null, throughput: false };

const defaultTiming: Timing = { sent_ms: [30, 80], delivered_ms: [60, 200], read_ms: [40, 120] };

/** One POST at a time keeps a quiet account's webhooks in order; more in flight is nearer to a busy real one. */
const defaultWebhooks: WebhookHabits = { max_batch: 50, delay_ms: 10, concurrency: 1, timeout_ms: 10_000 };

/** Fills in every default. */
export function settleOptions(options: SimulatorOptions): Settled {
  return {
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    data: options.data ?? null,
    secret: options.secret ?? null,
    limits: { ...standAloneLimits, ...options.limits },
    timing: { ...defaultTiming, ...options.timing },
    webhooks: { ...defaultWebhooks, ...options.webhooks },
    allowRemoteTargets: options.allowRemoteTargets ?? false,
    allowedPrivateHosts: options.allowedPrivateHosts ?? [],
    onFatal:
      options.onFatal ??
      ((error) => {
        throw error;
      }),
  };
}
