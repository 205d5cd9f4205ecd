import { createHash } from 'node:crypto';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Job, JobResult } from '../../platform/jobs/runner.ts';
import type { AutomaticMerge } from '../contacts/public.ts';
import { findMergeSuccessor } from '../contacts/public.ts';
import { isDismissedPair, suggestPairs } from './duplicates-query-repo.ts';
import { mergeContacts } from './merge.ts';
import { findMergeCandidates, listActiveIdentities, type MergeCandidate } from './merge-candidates-query-repo.ts';

/** Merges two contacts where that cannot lose anything, else suggests the merge. */
export async function runAutomaticMerge(job: Job): Promise<JobResult> {
  const { a = '', b = '', cause } = job.payload;
  if (cause !== 'same_person' && cause !== 'changed_number') return undefined;
  await job.transaction(async (tx) => {
    const [one, two] = [await findMergeSuccessor(tx, a), await findMergeSuccessor(tx, b)];
    if (one === null || two === null || one === two || (await isDismissedPair(tx, one, two))) return;
    const known = await findMergeCandidates(tx, [one, two]);
    const [first, second] = [known.get(one), known.get(two)];
    if (first === undefined || second === undefined) return;
    const order = await mergeDirection(tx, cause, first, second);
    if (order === null) {
      await suggestPairs(tx, [{ a: one, b: two, reason: cause }]);
      return;
    }
    const [survivorId, mergedId] = order;
    const requestHash = createHash('sha256').update(`${survivorId}/${mergedId}`).digest();
    await mergeContacts(tx, {
      id: job.id,
      survivorId,
      mergedIds: [mergedId],
      cause,
      author: 'webhook',
      requestHash,
    });
  });
  return undefined;
}

/** Which contact survives; null when a member has to decide. */
async function mergeDirection(
  tx: TenantTx,
  cause: AutomaticMerge['cause'],
  first: MergeCandidate,
  second: MergeCandidate,
): Promise<[survivorId: string, mergedId: string] | null> {
  // The number may belong to someone else now, whose conversation must not end up here.
  if (cause === 'changed_number') return second.hasConversation ? null : [first.id, second.id];
  const kinds = async (id: string) => new Set((await listActiveIdentities(tx, id)).map(({ kind }) => kind));
  const [of1, of2] = [await kinds(first.id), await kinds(second.id)];
  // Each has an identity that the other lacks; two different numbers or ids would contradict the delivery.
  if ([...of1].some((kind) => of2.has(kind))) return null;
  if (first.hasConversation !== second.hasConversation)
    return first.hasConversation ? [first.id, second.id] : [second.id, first.id];
  return first.created_at <= second.created_at ? [first.id, second.id] : [second.id, first.id];
}
