import type { TemplateUsage, TemplateUse } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { listResults, listUses } from './usage-query-repo.ts';

const none = { sent: 0, delivered: 0, read: 0, replied: 0, tapped: 0, failed: 0, last_used_at: null };

/** Where every template is used, and its results in 30 days; those without either are left out. */
export async function listTemplateUsage(tx: TenantTx): Promise<TemplateUsage[]> {
  const uses = await listUses(tx);
  const usage = new Map<string, TemplateUsage>(
    [...uses].map(([id, used_in]) => [id, { template_id: id, used_in, ...none }]),
  );
  for (const { template_id: id, last_used_at, ...counts } of await listResults(tx)) {
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
