import type { TenantTx } from '../../../platform/db/sql.ts';
import { isUuid } from '../../../platform/ids.ts';
import { planEach } from '../../contacts/public.ts';
import { noteEvent } from '../event-repo.ts';
import { machine, pauseHeld } from './acts.ts';
import { answersTo, listOpen, messagesAfter } from './recount-repo.ts';
import { isDone, moveCampaign } from './run-repo.ts';
import {
  bumpCampaigns,
  changedSince,
  countOptOuts,
  countReplies,
  holdCursor,
  holdOfMessages,
  latelyFailed,
  mirrorMessages,
  moveCursor,
  type Told,
} from './tally-repo.ts';

/** Changes of one round: its broadcasts are held for as long as it takes. */
const atOnce = 2_000;
const page = 1_000;

/**
 * Counts what became of an account's messages since the last time into its broadcasts, once: the place in the feed moves
 * in the same transaction. Where the feed no longer has what followed, everything is counted anew from the messages.
 * @returns whether there is more
 */
export async function tallyOnce(tx: TenantTx): Promise<boolean> {
  const cursor = await holdCursor(tx);
  await tx.rows(planEach); // see feedOnce
  if (cursor === null || cursor.head === cursor.pos) return false;
  const changed = await changedSince(tx, cursor.pos, atOnce);
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
    const held = await holdOfMessages(tx, messages);
    for (const { campaign_id } of held.length > 0 ? await mirrorMessages(tx, messages) : []) touched.add(campaign_id);
    for (const id of await countReplies(tx, messages)) touched.add(id);
  }
  if (contacts.length > 0) for (const id of await countOptOuts(tx, contacts)) touched.add(id);
  if (touched.size > 0) for (const told of await bumpCampaigns(tx, [...touched])) await judge(tx, told);
}

/** Everything of broadcasts that may still change, from the messages as they are. */
async function recount(tx: TenantTx): Promise<void> {
  for (const id of await listOpen(tx)) {
    for (let n = 0; ; ) {
      const rows = await messagesAfter(tx, id, n, page);
      const ids = rows.map((row) => row.message_id);
      if (ids.length > 0) await count(tx, [...ids, ...(await answersTo(tx, ids))], []);
      if (rows.length < page) break;
      n = rows.at(-1)?.n ?? n;
    }
  }
}

/** Whether it stops because too much fails, or has come to its end. @param campaign held */
async function judge(tx: TenantTx, campaign: Told): Promise<void> {
  if (campaign.state !== 'RUNNING') return;
  if (await finishIfDone(tx, campaign.id)) return;
  const { stop_rules: rules } = campaign;
  if (rules === null) return;
  const { failed, more } = await latelyFailed(tx, campaign.id, rules.of);
  if (more && failed * 100 > rules.failure_percent * rules.of) {
    await pauseHeld(tx, campaign, 'failures', machine, { failed, of: rules.of });
  }
}

/** @param id of a broadcast that is held; whoever tells of it does so after this @returns whether it ended now */
export async function finishIfDone(tx: TenantTx, id: string): Promise<boolean> {
  if (!(await isDone(tx, id))) return false;
  await moveCampaign(tx, id, 'FINISHED');
  await noteEvent(tx, id, 'finished', machine);
  return true;
}
