import type { TemplateUsage, TemplateUse } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { visibilityOf } from '../team/public.ts';
import { listResults, listUses, type UsageReader } from './usage-query-repo.ts';

const none = { sent: 0, delivered: 0, read: 0, replied: 0, tapped: 0, failed: 0, last_used_at: null };

/** What an actor may read of the uses: a key needs the scope of broadcasts for their names. */
export function readerOf(actor: AccountActor): UsageReader {
  const { channelIds, assigneeId, groupIds } = visibilityOf(actor);
  const readsCampaigns = actor.kind === 'user' || actor.scopes.includes('campaigns:read');
  return { channelIds, assigneeId, groupIds, readsCampaigns };
}

/** Where every template is used, and its results in 30 days; those without either are left out. */
export async function listTemplateUsage(tx: TenantTx, reader: UsageReader): Promise<TemplateUsage[]> {
  const uses = await listUses(tx, reader);
  const usage = new Map<string, TemplateUsage>(
    [...uses].map(([id, used_in]) => [id, { template_id: id, used_in, ...none }]),
  );
  for (const { template_id: id, last_used_at, ...counts } of await listResults(tx, reader)) {
    if (id === null) continue;
    usage.set(id, {
      template_id: id,
      used_in: uses.get(id) ?? [],
      ...counts,
      last_used_at: last_used_at.toISOString(),
    });
  }
  return [...usage.values()];
}

/** Names of what uses a template, for a refusal. */
export function namesOf(uses: readonly TemplateUse[]): string {
  return uses.map(({ kind, name }) => (kind === 'scheduled' ? `scheduled messages (${name})` : `“${name}”`)).join(', ');
}
