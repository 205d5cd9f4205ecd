import type { TenantTx } from '../../platform/db/sql.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FeedRow, readFeedPage } from '../sync/public.ts';
import { listMemberViews } from '../team/public.ts';
import { pushCalls } from './calls.ts';
import { listCampaignEvents } from './campaigns-query-repo.ts';
import { notify } from './notify.ts';
import { campaignOccasionsOf, type Occasion, occasionsOf } from './occasions.ts';
import { lockFeedPosition, setFeedPosition } from './repo.ts';
import { listSubjects } from './subjects-query.ts';
import { clearReadThreads } from './threads-query-repo.ts';

const pageRows = 500;
const collections = ['calls', 'campaigns', 'messages', 'notes', 'thread_events', 'threads'] as const;

/**
 * Turns the next page of an account's change feed into notifications, and the notifications into jobs that deliver
 * them, in one transaction with the position: after a crash either all of it happened or none.
 * @returns the members whose notifications changed, and whether there may be more changes
 */
export async function takeChanges(
  platform: Platform,
  clientId: string,
): Promise<{ changed: Set<string>; jobs: number; more: boolean }> {
  return platform.db.withTenant(clientId, async (tx) => {
    const after = await lockFeedPosition(tx);
    const { rows, cursor } = await readFeedPage(tx, after, collections, pageRows);
    if (cursor === after) return { changed: new Set<string>(), jobs: 0, more: false };
    await setFeedPosition(tx, cursor);
    const { changed, jobs } = await notify(platform, tx, [
      ...(await findOccasions(tx, rows)),
      ...(await findCampaignOccasions(tx, rows)),
    ]);
    for (const uid of await clearReadThreads(tx, idsOf(rows, 'threads'))) changed.add(uid);
    const calls = await pushCalls(tx, idsOf(rows, 'calls'));
    return { changed, jobs: jobs + calls, more: rows.length === pageRows };
  });
}

async function findOccasions(tx: TenantTx, rows: readonly FeedRow[]): Promise<Occasion[]> {
  const ids = {
    messages: idsOf(rows, 'messages', 'NEW'),
    changedMessages: idsOf(rows, 'messages'),
    notes: idsOf(rows, 'notes'),
    events: idsOf(rows, 'thread_events', 'NEW'),
  };
  if (ids.changedMessages.length + ids.notes.length + ids.events.length === 0) return [];
  const subjects = await listSubjects(tx, ids);
  return subjects.length === 0 ? [] : occasionsOf(subjects, await listMemberViews(tx));
}

async function findCampaignOccasions(tx: TenantTx, rows: readonly FeedRow[]): Promise<Occasion[]> {
  const ids = idsOf(rows, 'campaigns');
  const subjects = ids.length === 0 ? [] : await listCampaignEvents(tx, ids);
  return subjects.length === 0 ? [] : campaignOccasionsOf(subjects, await listMemberViews(tx));
}

function idsOf(rows: readonly FeedRow[], collection: FeedRow['collection'], marker?: FeedRow['marker']): string[] {
  const chosen = rows.filter(
    (row) =>
      row.collection === collection &&
      row.row_id !== '*' &&
      (marker === undefined ? row.marker !== 'DELETED' : row.marker === marker),
  );
  return [...new Set(chosen.map(({ row_id }) => row_id))];
}
