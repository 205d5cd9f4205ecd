import { statement, type TenantTx } from '../../../platform/db/sql.ts';

const move = statement(
  'broadcasts.move_recipients',
  'update campaign_recipients set contact_id = $3 where client_id = $1 and contact_id = $2',
);
/* When two recipients become one contact, the one that was sent a message stays, else the first. */
const skipDoubles = statement(
  'broadcasts.skip_duplicate_recipients',
  `update campaign_recipients r set state = 'SKIPPED', reason = 'duplicate'
   where r.client_id = $1 and r.contact_id = $2 and r.state = 'QUEUED' and r.message_id is null and exists (
     select from campaign_recipients o where o.client_id = $1 and o.contact_id = $2 and o.campaign_id = r.campaign_id and o.n <> r.n
       and (o.message_id is not null or o.state = 'QUEUED' and o.n < r.n))`,
);

/** Moves recipients to the contact they were merged into, so that no one gets a message twice. */
export async function moveRecipients(tx: TenantTx, from: string, to: string): Promise<void> {
  if ((await tx.run(move, [tx.clientId, from, to])) > 0) await tx.run(skipDoubles, [tx.clientId, to]);
}

const giveBack = statement(
  'broadcasts.return_recipients',
  `update campaign_recipients set contact_id = $3
   where client_id = $1 and contact_id = $2 and recipient_key = 'c:' || $3::uuid`,
);
/** Moves recipients back to a contact that is not merged any more. */
export async function moveRecipientsBack(tx: TenantTx, from: string, to: string): Promise<void> {
  await tx.run(giveBack, [tx.clientId, from, to]);
}
