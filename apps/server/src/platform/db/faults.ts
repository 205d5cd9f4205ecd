import type { UnavailableReason } from '@parley/contract/errors';

/** A fault of the database or its disk that does not go away by waiting a moment. */
export type Fault = {
  reason: Extract<UnavailableReason, 'disk_full' | 'storage_damaged' | 'database_overloaded'>;
  /** PostgreSQL's own sentence, for the operator. */
  message: string;
  firstAtMs: number;
  lastAtMs: number;
  count: number;
};

export type FaultRecord = {
  /** Remembers an error if it is such a fault. */
  note(error: unknown): void;
  /** Faults that still count, newest first. */
  current(): Fault[];
};

/** After the last error a fault counts this long: a full disk may have room again, damage rarely goes away. */
const countsForMs: Record<Fault['reason'], number> = {
  disk_full: 60_000,
  storage_damaged: 10 * 60_000,
  database_overloaded: 30_000,
};
const mostRemembered = 50;
const logAgainMs = 60_000;

/** @param onFault called for a fault that is new, and once a minute while it lasts */
export function createFaultRecord(onFault: (fault: Fault) => void, now: () => number = Date.now): FaultRecord {
  const faults = new Map<string, Fault & { loggedAtMs: number }>();
  return {
    note(error) {
      const reason = faultReasonOf(error);
      if (reason === null) return;
      const message = (error as Error).message;
      const key = `${reason} ${message}`;
      const at = now();
      const before = faults.get(key);
      const fault = {
        reason,
        message,
        firstAtMs: before?.firstAtMs ?? at,
        lastAtMs: at,
        count: (before?.count ?? 0) + 1,
        loggedAtMs: before?.loggedAtMs ?? Number.NEGATIVE_INFINITY,
      };
      if (at - fault.loggedAtMs >= logAgainMs) {
        fault.loggedAtMs = at;
        onFault(fault);
      }
      faults.delete(key);
      faults.set(key, fault);
      const [oldest] = faults.keys();
      if (faults.size > mostRemembered && oldest !== undefined) faults.delete(oldest);
    },
    current() {
      const at = now();
      return [...faults.values()]
        .filter(({ reason, lastAtMs }) => at - lastAtMs < countsForMs[reason])
        .map(({ loggedAtMs: _, ...fault }) => fault)
        .reverse();
    },
  };
}

/** Runs work and remembers the fault that ended it, if any. */
export async function noting<T>(faults: FaultRecord, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    faults.note(error);
    throw error;
  }
}

// XX000 is any internal error, also harmless ones; only those about files and pages are damage.
const damageMessage = /could not (?:open|read|write|extend|fsync)|invalid page|missing chunk|checksum/;

/** @returns null for an error of another kind */
export function faultReasonOf(error: unknown): Fault['reason'] | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  if (code === '53100' || code === 'ENOSPC' || code === 'EDQUOT') return 'disk_full';
  if (code === '53200' || code === '53300' || code === '53400') return 'database_overloaded';
  if (typeof code !== 'string') return null;
  if (/^58...$|^XX00[12]$/.test(code)) return 'storage_damaged';
  return code === 'XX000' && damageMessage.test(error.message) ? 'storage_damaged' : null;
}
