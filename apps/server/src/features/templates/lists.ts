import type { Template } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Hydrate } from '../../platform/feature.ts';
import { presentTemplate } from './present.ts';
import { findTemplates, listTemplates } from './repo.ts';

/** WhatsApp stores at most 6,000 per account. */
const maxListed = 6_000;

/** The templates that the app loads at the start: those that can be sent, by name. */
export async function listInitialTemplates(tx: TenantTx): Promise<Template[]> {
  const query = { status: 'ACTIVE', channelId: null, after: null, limit: maxListed };
  return (await listTemplates(tx, query)).map(presentTemplate);
}

export const hydrateTemplates: Hydrate = async (tx, ids) => {
  const rows = await findTemplates(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentTemplate(row) }]));
};
