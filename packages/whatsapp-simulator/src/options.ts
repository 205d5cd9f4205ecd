import type { Timing, WebhookSettings } from './control-types.ts';

/** Limits of one process. `null` or `false` removes a limit. */
export interface SimulatorLimits {
  /** Accepted sends per second and account, counted over any sliding second; further ones answer 130429. */
  sendsPerSecond: number | null;
  /** Phones per account. */
  phones: number | null;
  /** Bytes of files per account; further ones take the place of the oldest. */
  mediaBytes: number | null;
  /** Whether a number's own throughput level (80/s STANDARD, 1,000/s HIGH, in and out together) is enforced. */
  throughput: boolean;
}

/** The options of `startSimulator`; everything has a default. */
export interface SimulatorOptions {
  /** TCP port, 0 (default) for any free one. */
  port?: number;
  /** Address to listen on, default 127.0.0.1. */
  host?: string;
  /** Path of the database file; without it the data is in memory and ends with the process. */
  data?: string;
  /** Bearer secret of the operator, for registering accounts. Without it, no one can. */
  secret?: string;
  /** Seal the accounts' secrets in the file: the present key first, then those before it. Without one they are readable. */
  keys?: readonly string[];
  limits?: Partial<SimulatorLimits>;
  /** Defaults for accounts without their own timing. */
  timing?: Partial<Timing>;
  /** Defaults for accounts without their own webhook settings. */
  webhooks?: Partial<WebhookSettings>;
  /** Allows webhooks to hosts other than this machine. Off by default. */
  allowRemoteTargets?: boolean;
  /** `host:port` of private networks from which media sent by link may be fetched. None by default. */
  allowedPrivateHosts?: readonly string[];
  /** Called once when the database can no longer be written. Default: the error is thrown and ends the process. */
  onFatal?: (error: Error) => void;
}

/** Options with every default filled in. */
export interface ResolvedOptions {
  port: number;
  host: string;
  data: string | null;
  secret: string | null;
  keys: readonly string[];
  limits: SimulatorLimits;
  timing: Timing;
  webhooks: WebhookSettings;
  allowRemoteTargets: boolean;
  allowedPrivateHosts: readonly string[];
  onFatal: (error: Error) => void;
}

/** Limits of a simulator that runs as the product's child (design, section 7). */
export const childLimits: SimulatorLimits = {
  ...{ sendsPerSecond: 50, phones: 50_000, mediaBytes: 1_073_741_824, throughput: true },
};

/** Limits of a standalone simulator: those of the real platform. */
export const standAloneLimits: SimulatorLimits = {
  ...{ sendsPerSecond: null, phones: null, mediaBytes: null, throughput: true },
};

/** `--no-limits`: for benchmarks. */
export const noLimits: SimulatorLimits = { ...standAloneLimits, throughput: false };

const defaultTiming: Timing = { sent_ms: [30, 80], delivered_ms: [60, 200], read_ms: [40, 120] };

/** One POST at a time keeps a quiet account's webhooks in order; more in flight is closer to a busy real one. */
const defaultWebhooks: WebhookSettings = { max_batch: 50, delay_ms: 10, concurrency: 1, timeout_ms: 10_000 };

/** Fills in every default. */
export function resolveOptions(options: SimulatorOptions): ResolvedOptions {
  return {
    port: options.port ?? 0,
    host: options.host ?? '127.0.0.1',
    data: options.data ?? null,
    secret: options.secret ?? null,
    keys: options.keys ?? [],
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
