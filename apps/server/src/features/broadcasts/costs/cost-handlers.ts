import type { BroadcastSettings } from '@parley/contract/types';
import { auditEventOf, changesBetween, writeAudit } from '../../../platform/auth/audit.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findRates } from '../../reports/public.ts';
import { getVisibleCampaign } from '../campaigns/campaigns.ts';
import { findUsed } from './budget.ts';
import { costsOf } from './campaign-costs.ts';
import { findCostsByMonth } from './costs-by-month.ts';
import { findSettings, putSettings } from './settings-repo.ts';

async function readSettings(tx: TenantTx): Promise<BroadcastSettings> {
  const { currency } = await findRates(tx);
  return { ...(await findSettings(tx)), currency, used: await findUsed(tx) };
}

/** What broadcasts cost, and the settings for all of them. */
export function costHandlers({ db }: Platform): Handlers {
  const readOnly = { readOnly: true };
  return {
    'GET /api/campaigns/{id}/costs': async ({ actor }, { params: { id } }) => ({
      status: 200,
      body: await db.withTenant(
        actor.clientId,
        async (tx) => costsOf(tx, await getVisibleCampaign(tx, actor, id)),
        readOnly,
      ),
    }),
    'GET /api/campaign-costs': async ({ actor }) => ({
      status: 200,
      body: await db.withTenant(actor.clientId, findCostsByMonth, readOnly),
    }),
    'GET /api/broadcast-settings': async ({ actor }) => ({
      status: 200,
      body: await db.withTenant(actor.clientId, readSettings, readOnly),
    }),
    'PUT /api/broadcast-settings': async (call, { body }) => {
      const { actor } = call;
      const after = await db.withTenant(actor.clientId, async (tx) => {
        if (body.monthly_budget !== null && (await findRates(tx)).currency === null) {
          throw invalid('monthly_budget', 'Enter rates first: the budget is in their currency.');
        }
        const { version: _, ...before } = await findSettings(tx);
        if (!(await putSettings(tx, body))) {
          throw new AppError('version_conflict', { message: 'Another member has changed these settings.' });
        }
        const { version: __, ...now } = await findSettings(tx);
        const changes = changesBetween(before, now);
        await writeAudit(tx, auditEventOf(call, 'broadcasts.settings_changed', actor.clientId, { changes }));
        return readSettings(tx);
      });
      return { status: 200, body: after };
    },
  };
}
