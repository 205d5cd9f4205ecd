import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Job, JobResult } from '../../../platform/jobs/runner.ts';
import {
  holdersOf,
  namesakesOf,
  type Reason,
  readForPairs,
  suggestPairs,
  type Walked,
  walkForPairs,
} from './duplicate-repo.ts';
import { likelySpellings } from './variants.ts';

export const searchKind = 'contacts.find-duplicates';
const stepSize = 500;
const beforeAll = '00000000-0000-0000-0000-000000000000';
/** A name that more have than this is common, and says nothing. */
const mostNamesakes = 3;

type Pair = { a: string; b: string; reason: Reason };

/** Who of the account may be the same person as some contacts: by other spellings of a number, or by a whole name. */
export async function pairsOf(tx: TenantTx, contacts: readonly Walked[]): Promise<Pair[]> {
  const bySpelling = new Map<string, string[]>();
  for (const { id, phones } of contacts) {
    for (const key of new Set(phones.flatMap(likelySpellings)))
      bySpelling.set(key, [...(bySpelling.get(key) ?? []), id]);
  }
  const pairs: Pair[] = [];
  for (const { key, id } of await holdersOf(tx, [...bySpelling.keys()])) {
    for (const a of bySpelling.get(key) ?? []) if (a !== id) pairs.push({ a, b: id, reason: 'number' });
  }
  const byName = new Map<string, string[]>();
  for (const { id, name } of contacts) {
    const whole = name.trim();
    if (/\S\s+\S/.test(whole)) byName.set(name, [...(byName.get(name) ?? []), id]);
  }
  const namesakes = new Map<string, string[]>();
  for (const { name, id } of await namesakesOf(tx, [...byName.keys()])) {
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

/** Suggests who may be the same person as one contact. */
export async function suggestFor(tx: TenantTx, contactId: string): Promise<void> {
  const one = await readForPairs(tx, contactId);
  if (one !== null) await suggestPairs(tx, await pairsOf(tx, [one]));
}

/** Goes through all contacts of the account; a run that ends early begins again, which only costs time. */
export async function findDuplicates(job: Job): Promise<JobResult> {
  for (let after = beforeAll; ; ) {
    const last = await job.transaction(async (tx) => {
      const contacts = await walkForPairs(tx, after, stepSize);
      await suggestPairs(tx, await pairsOf(tx, contacts));
      return contacts.length < stepSize ? null : (contacts.at(-1)?.id ?? null);
    });
    if (last === null) return undefined;
    after = last;
    if (job.signal.aborted) return 'again';
  }
}
