import type { OutputOf } from '@parley/contract';
import type { TenantTx } from '../../platform/db/sql.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { setChecklistDismissed } from '../team/public.ts';
import { readChecklist } from './checklist-repo.ts';

/** The first steps of an account; each is checked from existing data, not by a click. */
export function checklistHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/setup-checklist': async ({ actor }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => checklistOf(tx, actor.uid)),
    }),
    'PUT /api/setup-checklist': async ({ actor }, { body }) => ({
      status: 200,
      body: await withTenant(actor.clientId, async (tx) => {
        await setChecklistDismissed(tx, actor.uid, body.dismissed);
        return checklistOf(tx, actor.uid);
      }),
    }),
  };
}

async function checklistOf(tx: TenantTx, uid: string): Promise<OutputOf<'GET /api/setup-checklist'>> {
  const facts = await readChecklist(tx, uid);
  return {
    items: [
      { key: 'connect_number', done: facts.has_number },
      { key: 'invite_teammate', done: facts.has_teammate },
      { key: 'import_contacts', done: facts.has_contacts },
      { key: 'test_message', done: facts.has_sent },
    ],
    dismissed: facts.dismissed,
  };
}
