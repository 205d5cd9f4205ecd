import { type Executor, statement } from '../../../platform/db/sql.ts';

const recipients = statement(
  'broadcasts.restore_recipients',
  `update campaign_recipients r set state = 'UNKNOWN', reason = case when message_id is null then 'restored' end,
     resend = false, settled_at = now()
   from campaigns c where c.client_id = r.client_id and c.id = r.campaign_id and c.state in ('RUNNING', 'PAUSED')
     and r.stage in ('WAITING', 'IN_QUEUE')`,
);
const retries = statement(
  'broadcasts.restore_retries',
  'update campaign_recipients set retry_at = null where retry_at is not null',
);
const campaignRetries = statement(
  'broadcasts.restore_next_retries',
  'update campaigns set next_retry_at = null, version = version + 1 where next_retry_at is not null',
);
const noted = `insert into campaign_events (client_id, id, campaign_id, kind, actor, detail)
     select client_id, gen_random_uuid(), id, $1, 'bot', '{"reason": "restored"}' from moved`;
const running = statement(
  'broadcasts.restore_running',
  `with moved as (
     update campaigns set state = 'PAUSED', state_reason = 'restored', rate = null, rate_left = null, rate_at = null,
       version = version + 1
     where state in ('RUNNING', 'PAUSED') returning client_id, id
   ) ${noted}`,
);
const planned = statement(
  'broadcasts.restore_scheduled',
  `with moved as (
     update campaigns c set state = 'DRAFT', start_at = null, version = c.version + 1 from shared_channels h
     where c.state = 'SCHEDULED' and h.client_id = c.client_id and h.id = c.channel_id
       and c.start_at <= now() + h.clock_offset_ms * interval '1 millisecond' returning c.client_id, c.id
   ) ${noted}`,
);

/**
 * After a restore from a backup: recipients not sent to in the backup may have been sent to since, so their state is
 * unknown, and a member decides; for the same reason scheduled retries end. A broadcast scheduled for a time that has passed may have run: it becomes a draft.
 */
export async function settleRestoredCampaigns(tx: Executor): Promise<void> {
  await tx.run(recipients);
  await tx.run(retries);
  await tx.run(campaignRetries);
  await tx.run(running, ['paused']);
  await tx.run(planned, ['cancelled']);
}
