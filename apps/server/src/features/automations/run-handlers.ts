import type { AutomationRunDetail } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getVisibleThread, lockVisibleThread } from '../messaging/public.ts';
import { type Visibility, visibilityOf } from '../team/public.ts';
import { findAutomation } from './automation-repo.ts';
import { automationNotFound } from './automations.ts';
import { stopRunsOfThread } from './facts/run-repo.ts';
import { presentRun, presentTrace } from './present.ts';
import { findRun, findRunOfMessage, listRuns, listRunsOfThread, listTrace, type RunView } from './runs-query.ts';
import { isBotStopped, startBot, stopBot } from './stop-repo.ts';

function runNotFound(): AppError {
  return new AppError('not_found', { message: 'This run was not found.' });
}

/** Runs as members see them, and the bot in one conversation. */
export function runHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    withTenant(clientId, fn, { readOnly: true });
  return {
    'GET /api/automations/{id}/runs': async ({ actor }, { params, query }) => {
      const { limit, state = null } = query;
      const before = decodeTimeCursor(query.cursor);
      const rows = await reading(actor.clientId, async (tx) => {
        const known = isUuid(params.id) ? await findAutomation(tx, params.id) : null;
        if (known === null) throw automationNotFound();
        return listRuns(tx, { automationId: params.id, state, before, limit: limit + 1 }, visibilityOf(actor));
      });
      const { shown, next } = timePage(rows, limit, (row) => ({ at: row.started_at, id: row.id }));
      const view = visibilityOf(actor);
      return { status: 200, body: { data: shown.map((row) => presentRun(row, view)), next_cursor: next } };
    },
    'GET /api/automation-runs/{id}': async ({ actor }, { params }) => ({
      status: 200,
      body: await reading(actor.clientId, (tx) => detailOf(tx, actor, isUuid(params.id) ? params.id : null)),
    }),
    'GET /api/messages/{id}/automation-run': async ({ actor }, { params }) => ({
      status: 200,
      body: await reading(actor.clientId, async (tx) =>
        detailOf(tx, actor, isUuid(params.id) ? await findRunOfMessage(tx, params.id) : null),
      ),
    }),
    'GET /api/threads/{id}/automations': async ({ actor }, { params }) => {
      const view = visibilityOf(actor);
      const { stopped, rows } = await reading(actor.clientId, async (tx) => {
        const { id } = await getVisibleThread(tx, params.id, view);
        return { stopped: await isBotStopped(tx, id), rows: await listRunsOfThread(tx, id) };
      });
      return { status: 200, body: { stopped, data: rows.map((row) => presentRun(row, view)), next_cursor: null } };
    },
    'POST /api/threads/{id}/automations/stop': async ({ actor }, { params }) => {
      await withTenant(actor.clientId, async (tx) => {
        const { id } = await lockVisibleThread(tx, params.id, visibilityOf(actor));
        await stopBot(tx, id, actor.author);
        await stopRunsOfThread(tx, id, 'stopped');
      });
      return { status: 200, body: { stopped: true } };
    },
    'POST /api/threads/{id}/automations/start': async ({ actor }, { params }) => {
      await withTenant(actor.clientId, async (tx) => {
        const { id } = await lockVisibleThread(tx, params.id, visibilityOf(actor));
        await startBot(tx, [id]);
      });
      return { status: 200, body: { stopped: false } };
    },
  };
}

/** Without a conversation only for members who see all of them. */
function canSeeRun({ channel_id, ...place }: RunView, view: Visibility): boolean {
  if (channel_id === null) return view.channelIds === null && view.assigneeId === null;
  return view.canSeeThread({ ...place, channel_id });
}

/** @throws AppError not_found also for a conversation that the actor may not see */
async function detailOf(tx: TenantTx, actor: AccountActor, id: string | null): Promise<AutomationRunDetail> {
  const row = id === null ? null : await findRun(tx, id);
  const view = visibilityOf(actor);
  if (row === null || !canSeeRun(row, view)) throw runNotFound();
  const { variables, to_phone: number } = row;
  const steps = (await listTrace(tx, row.id)).map(presentTrace);
  return { ...presentRun(row, view), ...view.about({ variables, steps }, number) };
}
