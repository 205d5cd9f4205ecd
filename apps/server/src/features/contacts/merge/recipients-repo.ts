import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const move = statement(
  'merge_move_recipients',
  'update campaign_recipients set contact_id = $3 where client_id = $1 and contact_id = $2',
);
/* Of one person who was two in a broadcast, the one that was sent to stands; of none, the first. */
const skipDoubles = statement(
  'merge_skip_recipients',
  `update campaign_recipients r set state = 'SKIPPED', reason = 'duplicate'
   where r.client_id = $1 and r.contact_id = $2 and r.state = 'QUEUED' and r.message_id is null and exists (
     select from campaign_recipients o where o.client_id = $1 and o.contact_id = $2 and o.campaign_id = r.campaign_id and o.n <> r.n
       and (o.message_id is not null or o.state = 'QUEUED' and o.n < r.n))`,
);

/** People of broadcasts follow the contact they became; nobody is sent the same twice for it. */
export async function moveRecipients(tx: TenantTx, from: string, to: string): Promise<void> {
  if ((await tx.run(move, [tx.clientId, from, to])) > 0) await tx.run(skipDoubles, [tx.clientId, to]);
}

const giveBack = statement(
  'merge_give_back_recipients',
  `update campaign_recipients set contact_id = $3
   where client_id = $1 and contact_id = $2 and person_key = 'c:' || $3::uuid`,
);
/** Those that were written down as the contact that is itself again. */
export async function giveBackRecipients(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx.run(giveBack, [tx.clientId, from, to]);
}
