import { createHash } from 'node:crypto';
import type { Executor, TenantTx } from '../../../platform/db/sql.ts';
import { idFromKey } from '../../../platform/ids.ts';
import { enqueueJobs } from '../../../platform/jobs/queue.ts';
import type { Job, JobResult } from '../../../platform/jobs/runner.ts';
import { isTwoPeople, suggestPairs } from './duplicate-repo.ts';
import { identitiesOf, type Known, knownOf } from './heal-repo.ts';
import { mergeContacts } from './merge.ts';
import { contactNow } from './merge-repo.ts';

export const healKind = 'contacts.heal';

/** `same_person`: one delivery named identities of both. `changed_number`: `a` went on under an identity that `b` holds. */
export type Healing = { clientId: string; a: string; b: string; cause: 'same_person' | 'changed_number' };

/** Has contacts looked at that may be one person, once a week and pair at most. */
export async function queueHealing(tx: Executor, found: readonly Healing[]): Promise<void> {
  await enqueueJobs(
    tx,
    found.map(({ clientId, a, b, cause }) => ({
      clientId,
      kind: healKind,
      id: idFromKey(clientId, cause, ...[a, b].sort()),
      key: healKind,
      payload: { a, b, cause },
      priority: -1,
    })),
  );
}

/** Merges two contacts by itself where nothing can be lost by it, else suggests it. */
export async function heal(job: Job): Promise<JobResult> {
  const { a = '', b = '', cause } = job.payload;
  if (cause !== 'same_person' && cause !== 'changed_number') return undefined;
  await job.transaction(async (tx) => {
    const [one, two] = [await contactNow(tx, a), await contactNow(tx, b)];
    if (one === null || two === null || one === two || (await isTwoPeople(tx, one, two))) return;
    const known = await knownOf(tx, [one, two]);
    const [first, second] = [known.get(one), known.get(two)];
    if (first === undefined || second === undefined) return;
    const order = await orderOf(tx, cause, first, second);
    if (order === null) {
      await suggestPairs(tx, [{ a: one, b: two, reason: cause }]);
      return;
    }
    const [stays, joins] = order;
    const requestHash = createHash('sha256').update(`${stays}/${joins}`).digest();
    await mergeContacts(tx, { id: job.id, stays, others: [joins], cause, author: 'webhook', requestHash });
  });
  return undefined;
}

/** Who stays and who joins; null when a person has to decide. */
async function orderOf(
  tx: TenantTx,
  cause: Healing['cause'],
  first: Known,
  second: Known,
): Promise<[stays: string, joins: string] | null> {
  // A number that others had before may be a stranger's now: their conversation is not read into this one.
  if (cause === 'changed_number') return second.talks ? null : [first.id, second.id];
  const kinds = async (id: string) => new Set((await identitiesOf(tx, id)).map(({ kind }) => kind));
  const [of1, of2] = [await kinds(first.id), await kinds(second.id)];
  // Each brings what the other lacks; two different numbers or ids contradict the delivery.
  if ([...of1].some((kind) => of2.has(kind))) return null;
  if (first.talks !== second.talks) return first.talks ? [first.id, second.id] : [second.id, first.id];
  return first.created_at <= second.created_at ? [first.id, second.id] : [second.id, first.id];
}
