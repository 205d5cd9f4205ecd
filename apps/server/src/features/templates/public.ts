import type { Template } from '@parley/contract/types';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { ProviderAccess } from '../channels/public.ts';
import type { Hydrate } from '../sync/public.ts';
import { visibilityOf } from '../team/public.ts';
import { presentTemplate } from './present.ts';
import { findTemplates, listTemplates } from './repo.ts';
import { syncTemplates } from './sync.ts';

export { findSendable, findTemplates } from './repo.ts';
export { templateForSending } from './send-template.ts';

/** WhatsApp templates as they are with WhatsApp: fetched, told of by webhooks, listed. */
export function templatesHandlers(platform: Platform, providers: ProviderAccess): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/templates': async ({ actor }, { query: { status = null, channel_id = null } }) => {
      if (channel_id !== null && !visibilityOf(actor).seesChannel(channel_id)) {
        throw new AppError('not_found', { message: 'This channel was not found.' });
      }
      const rows = await withTenant(actor.clientId, (tx) => listTemplates(tx, status, channel_id), { readOnly: true });
      return { status: 200, body: { data: rows.map(presentTemplate) } };
    },
    'GET /api/templates/{id}': async ({ actor }, { params: { id } }) => {
      const [row] = isUuid(id) ? await withTenant(actor.clientId, (tx) => findTemplates(tx, [id])) : [];
      if (row === undefined) throw new AppError('not_found', { message: 'This template was not found.' });
      return { status: 200, body: presentTemplate(row) };
    },
    'POST /api/templates/sync': async ({ actor }, { body }) => ({
      status: 200,
      body: await syncTemplates(platform, providers, actor, body),
    }),
  };
}

/** The templates the app starts with: what can be sent, by name. */
export async function startingTemplates(tx: TenantTx): Promise<Template[]> {
  return (await listTemplates(tx, 'ACTIVE')).map(presentTemplate);
}

export const hydrateTemplates: Hydrate = async (tx, ids) => {
  const rows = await findTemplates(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentTemplate(row) }]));
};
