import type { TenantTx } from '../../../platform/db/sql.ts';
import { isUuid } from '../../../platform/ids.ts';
import { isDone, setCampaignState } from '../core/campaign-state-repo.ts';
import { addCampaignEvent } from '../core/event-repo.ts';
import {
  countOptOuts,
  countRecentFailures,
  countReplies,
  listChangesSince,
  lockCampaignsOfMessages,
  lockCursor,
  moveCursor,
  publishProgress,
  type UpdatedCampaign,
  updateRecipientStates,
} from '../core/progress-repo.ts';
import { pauseLocked, systemAuthor } from './commands.ts';
import { listMessagesAfter, listRepliesTo, listUnsettledCampaigns } from './recount-repo.ts';

/** Changes in one transaction: its broadcasts are locked that long. */
const atOnce = 2_000;
const page = 1_000;

/**
 * Applies an account's changes since the cursor to its broadcasts, exactly once: the cursor moves in the same transaction.
 * Where the change feed no longer reaches back that far, everything is recounted from the messages.
 * @returns whether there is more
 */
export async function updateProgress(tx: TenantTx): Promise<boolean> {
  const cursor = await lockCursor(tx);
  if (cursor === null || cursor.head === cursor.pos) return false;
  const changed = await listChangesSince(tx, cursor.pos, atOnce);
  if (changed.first !== cursor.pos + 1 || changed.last === null) {
    await recount(tx);
    await moveCursor(tx, cursor.head);
    return false;
  }
  await count(tx, changed.messages.filter(isUuid), changed.contacts.filter(isUuid));
  await moveCursor(tx, changed.last);
  return changed.n === atOnce;
}

async function count(tx: TenantTx, messages: readonly string[], contacts: readonly string[]): Promise<void> {
  const touched = new Set<string>();
  if (messages.length > 0) {
    const campaign = await lockCampaignsOfMessages(tx, messages);
    for (const { campaign_id } of campaign.length > 0 ? await updateRecipientStates(tx, messages) : [])
      touched.add(campaign_id);
    for (const id of await countReplies(tx, messages)) touched.add(id);
  }
  if (contacts.length > 0) for (const id of await countOptOuts(tx, contacts)) touched.add(id);
  if (touched.size > 0) for (const updated of await publishProgress(tx, [...touched])) await stopOrFinish(tx, updated);
}

/** Recounts all unsettled broadcasts from their messages. */
async function recount(tx: TenantTx): Promise<void> {
  for (const id of await listUnsettledCampaigns(tx)) {
    for (let n = 0; ; ) {
      const rows = await listMessagesAfter(tx, id, n, page);
      const ids = rows.map((row) => row.message_id);
      if (ids.length > 0) await count(tx, [...ids, ...(await listRepliesTo(tx, ids))], []);
      if (rows.length < page) break;
      n = rows.at(-1)?.n ?? n;
    }
  }
}

/** Finishes the broadcast, or pauses it when too many messages fail. @param campaign locked */
async function stopOrFinish(tx: TenantTx, campaign: UpdatedCampaign): Promise<void> {
  if (campaign.state !== 'RUNNING') return;
  if (await finishIfDone(tx, campaign.id)) return;
  const { stop_rules: rules } = campaign;
  if (rules === null) return;
  const { failed, more } = await countRecentFailures(tx, campaign.id, rules.of);
  if (more && failed * 100 > rules.failure_percent * rules.of) {
    await pauseLocked(tx, campaign, 'failures', systemAuthor, { failed, of: rules.of });
  }
}

/** @param id of a locked broadcast; publish it after this call @returns whether it finished now */
export async function finishIfDone(tx: TenantTx, id: string): Promise<boolean> {
  if (!(await isDone(tx, id))) return false;
  await setCampaignState(tx, id, 'FINISHED');
  await addCampaignEvent(tx, id, 'finished', systemAuthor);
  return true;
}
