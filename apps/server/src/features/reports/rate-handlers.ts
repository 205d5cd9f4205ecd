import { auditEventOf, changesBetween, writeAudit } from '../../platform/auth/audit.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { visibilityOf } from '../team/public.ts';
import { findRates, putRates } from './rates-repo.ts';
import { replyCostOf } from './reply-cost.ts';

export function rateHandlers({ db }: Platform): Handlers {
  return {
    'GET /api/threads/{id}/reply-cost': async ({ actor }, { params }) => ({
      status: 200,
      body: await db.withTenant(
        actor.clientId,
        async (tx) => {
          const { today: _, ...cost } = await replyCostOf(tx, params.id, visibilityOf(actor));
          return cost;
        },
        { readOnly: true },
      ),
    }),
    'GET /api/reports/rates': async ({ actor }) => ({
      status: 200,
      body: await db.withTenant(actor.clientId, findRates, { readOnly: true }),
    }),
    'PUT /api/reports/rates': async (call, { body }) => {
      const { actor } = call;
      const after = await db.withTenant(actor.clientId, async (tx) => {
        const { version: _, ...before } = await findRates(tx);
        if (!(await putRates(tx, body))) {
          throw new AppError('version_conflict', { message: 'Another member has changed the rates.' });
        }
        const { version, ...now } = await findRates(tx);
        await writeAudit(
          tx,
          auditEventOf(call, 'reports.rates_changed', actor.clientId, { changes: changesBetween(before, now) }),
        );
        return { ...now, version };
      });
      return { status: 200, body: after };
    },
  };
}
