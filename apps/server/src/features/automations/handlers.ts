import type { FlowProblem } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { createLinkChecker } from '../media/public.ts';
import { findAutomation, listVersions } from './automation-repo.ts';
import {
  automationNotFound,
  changeAutomation,
  createAutomation,
  linksToPublish,
  moveAutomations,
  presentAll,
  presentOne,
  publishAutomation,
  removeAutomation,
  turnOff,
  turnOn,
} from './automations.ts';
import { dryRun } from './dry-run.ts';
import { addSecret } from './secrets.ts';

/** Automations, their versions and dry runs. */
export function automationHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  const reading = <T>(clientId: string, fn: (tx: TenantTx) => Promise<T>) =>
    withTenant(clientId, fn, { readOnly: true });
  const checkLinks = createLinkChecker(platform.config.ALLOWED_PRIVATE_HOSTS);
  /** Other servers are asked outside of the transaction: they answer when they want. */
  const publish = async (call: Call<AccountActor>, id: string, earlier?: number) => {
    const { clientId } = call.actor;
    const links = await reading(clientId, (tx) => linksToPublish(tx, id, earlier));
    const found = links.length === 0 ? [] : await checkLinks(clientId, links);
    const problems = links.flatMap(({ step }, at): FlowProblem[] => {
      const msg = found[at] ?? null;
      return msg === null ? [] : [{ step, part: 'step', msg }];
    });
    return withTenant(clientId, (tx) => publishAutomation(tx, call, id, problems, earlier));
  };
  return {
    'GET /api/automations': async ({ actor }) => ({
      status: 200,
      body: { data: await reading(actor.clientId, (tx) => presentAll(tx, actor)), next_cursor: null },
    }),
    'POST /api/automations': async (call, { body }) => {
      const { automation, created } = await withTenant(call.actor.clientId, (tx) => createAutomation(tx, call, body));
      return { status: created ? 201 : 200, body: automation };
    },
    'PUT /api/automations/order': async (call, { body }) => {
      const data = await withTenant(call.actor.clientId, async (tx) => {
        await moveAutomations(tx, call, body.ids);
        return presentAll(tx, call.actor);
      });
      return { status: 200, body: { data, next_cursor: null } };
    },
    'POST /api/automations/dry-run': async ({ actor }, { body }) => ({
      status: 200,
      body: await dryRun(platform, actor, body),
    }),
    'POST /api/automations/secrets': async (call, { body }) => ({
      status: 201,
      body: { id: await withTenant(call.actor.clientId, (tx) => addSecret(platform, tx, call, body)) },
    }),
    'GET /api/automations/{id}': async ({ actor }, { params }) => ({
      status: 200,
      body: await reading(actor.clientId, (tx) => presentOne(tx, actor, params.id)),
    }),
    'PUT /api/automations/{id}': async (call, { params, body }) => ({
      status: 200,
      body: await withTenant(call.actor.clientId, (tx) => changeAutomation(tx, call, params.id, body)),
    }),
    'DELETE /api/automations/{id}': async (call, { params }) => {
      await withTenant(call.actor.clientId, (tx) => removeAutomation(tx, call, params.id));
      return { status: 204, body: undefined };
    },
    'POST /api/automations/{id}/publish': async (call, { params }) => ({
      status: 200,
      body: await publish(call, params.id),
    }),
    'POST /api/automations/{id}/pause': async (call, { params }) => ({
      status: 200,
      body: await withTenant(call.actor.clientId, (tx) => turnOff(tx, call, params.id)),
    }),
    'POST /api/automations/{id}/resume': async (call, { params }) => ({
      status: 200,
      body: await withTenant(call.actor.clientId, (tx) => turnOn(tx, call, params.id)),
    }),
    'POST /api/automations/{id}/rollback': async (call, { params, body }) => ({
      status: 200,
      body: await publish(call, params.id, body.number),
    }),
    'GET /api/automations/{id}/versions': async ({ actor }, { params }) => {
      const rows = await reading(actor.clientId, async (tx) => {
        const known = isUuid(params.id) ? await findAutomation(tx, params.id) : null;
        if (known === null) throw automationNotFound();
        return listVersions(tx, params.id);
      });
      const data = rows.map((row) => ({ ...row, published_at: row.published_at.toISOString() }));
      return { status: 200, body: { data, next_cursor: null } };
    },
  };
}
