import type { AbVariant } from '@parley/contract/types';
import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { AbChoice } from '../core/repo.ts';

const save = statement(
  'broadcasts.save_winner',
  'update campaigns set ab_winner = $3, ab_choice = $4::jsonb where client_id = $1 and id = $2 and ab_winner is null',
);
/** The rest gets this variant; decided once. The row must be locked. */
export async function saveWinner(tx: TenantTx, id: string, winner: AbVariant, choice: AbChoice): Promise<void> {
  await tx.run(save, [tx.clientId, id, winner, JSON.stringify(choice)]);
}

const known = statement(
  'broadcasts.list_known_recipients',
  `select recipient_key from campaign_recipients where client_id = $1 and campaign_id = $2 and recipient_key = any($3)`,
);
/** Which of these recipients a broadcast has already. */
export async function listKnownRecipients(tx: TenantTx, id: string, keys: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ recipient_key: string }>(replanned(known), [tx.clientId, id, keys]);
  return new Set(rows.map((row) => row.recipient_key));
}

const inactive = statement(
  'broadcasts.list_inactive_variants',
  `select x.variant from campaigns c
   cross join lateral (values ('A', c.template_id), ('B', (c.ab_test->>'template_id')::uuid)) x(variant, template_id)
   left join shared_templates t on t.client_id = $1 and t.id = x.template_id
   where c.client_id = $1 and c.id = $2 and (t.id is null or t.status <> 'ACTIVE') order by 1`,
);
/** Variants whose template cannot be sent now. */
export async function listInactiveVariants(tx: TenantTx, id: string): Promise<AbVariant[]> {
  return (await tx.rows<{ variant: AbVariant }>(inactive, [tx.clientId, id])).map(({ variant }) => variant);
}
