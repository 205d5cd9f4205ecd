import type { TenantTx } from '../../platform/db/sql.ts';
import { enqueueJobs, type NewJob } from '../../platform/jobs/queue.ts';
import type { Job, JobResult } from '../../platform/jobs/runner.ts';
import {
  type DuplicateReason,
  findNamesakes,
  findPhoneHolders,
  findScannedContact,
  type ScannedContact,
  scanContacts,
  suggestPairs,
} from './duplicates-query-repo.ts';
import { likelySpellings } from './phone-spellings.ts';

export const findDuplicatesKind = 'duplicates.find';
const stepSize = 500;
const firstId = '00000000-0000-0000-0000-000000000000';
/** A name that more contacts have is common and says nothing. */
const mostNamesakes = 3;

type Pair = { a: string; b: string; reason: DuplicateReason };

/** Finds possible duplicates of the given contacts: by another spelling of a number, or by the same full name. */
export async function findPairs(tx: TenantTx, contacts: readonly ScannedContact[]): Promise<Pair[]> {
  const bySpelling = new Map<string, string[]>();
  for (const { id, phones } of contacts) {
    for (const key of new Set(phones.flatMap(likelySpellings)))
      bySpelling.set(key, [...(bySpelling.get(key) ?? []), id]);
  }
  const pairs: Pair[] = [];
  for (const { key, id } of await findPhoneHolders(tx, [...bySpelling.keys()])) {
    for (const a of bySpelling.get(key) ?? []) if (a !== id) pairs.push({ a, b: id, reason: 'number' });
  }
  const byName = new Map<string, string[]>();
  for (const { id, name } of contacts) {
    const whole = name.trim();
    if (/\S\s+\S/.test(whole)) byName.set(name, [...(byName.get(name) ?? []), id]);
  }
  const namesakes = new Map<string, string[]>();
  for (const { name, id } of await findNamesakes(tx, [...byName.keys()])) {
    namesakes.set(name, [...(namesakes.get(name) ?? []), id]);
  }
  for (const [name, ids] of namesakes) {
    if (ids.length > mostNamesakes) continue;
    for (const a of byName.get(name) ?? []) {
      for (const b of ids) if (a !== b) pairs.push({ a, b, reason: 'name' });
    }
  }
  return pairs;
}

/** Suggests duplicates of one contact. */
export async function suggestDuplicatesOf(tx: TenantTx, contactId: string): Promise<void> {
  const one = await findScannedContact(tx, contactId);
  if (one !== null) await suggestPairs(tx, await findPairs(tx, [one]));
}

/**
 * Scans all contacts of the account. After a time slice another job goes on from there, so that other accounts get
 * their turn; a run that was interrupted starts its slice again.
 */
export async function findDuplicates(job: Job): Promise<JobResult> {
  for (let after = job.payload['after'] ?? firstId; ; ) {
    const { last, isOver } = await job.transaction(async (tx) => {
      const contacts = await scanContacts(tx, after, stepSize);
      await suggestPairs(tx, await findPairs(tx, contacts));
      const last = contacts.length < stepSize ? undefined : contacts.at(-1)?.id;
      const isOver = last !== undefined && job.isSliceOver();
      if (isOver) await enqueueJobs(tx, [duplicatesJob(tx.clientId, { after: last })]);
      return { last, isOver };
    });
    if (last === undefined || isOver) return undefined;
    after = last;
    if (job.signal.aborted) return 'again';
  }
}

/** A search from the beginning, or from a contact on; at most one of an account runs at once. */
export function duplicatesJob(clientId: string, payload: { after?: string } = {}): NewJob {
  return { clientId, kind: findDuplicatesKind, key: findDuplicatesKind, payload };
}
