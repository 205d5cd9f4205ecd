import type { Contact } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { readCursor, writeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Hydrate } from '../sync/public.ts';
import { seesContact, visibilityOf } from '../team/public.ts';
import { assigneeOf, contextOf } from './bulk.ts';
import { listLastCampaigns } from './campaign-repo.ts';
import { changeContact, createContact, modifyField, notFound, setLists } from './contacts.ts';
import { findLists } from './list-repo.ts';
import { contactNow } from './merge/merge-repo.ts';
import { listContactIds, type Position } from './page-repo.ts';
import { parsePhone, phoneMatchKey } from './phone-number.ts';
import { contactsInOrder, presentContact, presentList } from './present.ts';
import { type ContactRow, findContacts, findContactsByKey, readAccount } from './repo.ts';
import { countBoth, listLastMessages } from './table-repo.ts';

const countUpTo = 10_000;
const defaultSort = '-created_at';

/** The specification's calls for one contact, and the table of all. */
export function contactHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/contacts': async ({ actor }, { query }) => {
      const view = visibilityOf(actor);
      const sort = query.sort ?? defaultSort;
      const position = positions(platform, actor, sort);
      const which = { ...query, listId: query.contact_list_id, assignee: assigneeOf(actor) };
      const { contacts, next, lastMessages, lastCampaigns } = await withTenant(
        actor.clientId,
        async (tx) => {
          const context = await contextOf(tx, actor);
          const page = { which, sort, after: position.read(query.cursor), limit: query.limit };
          const found = await listContactIds(tx, context, page);
          const rows = await contactsInOrder(tx, found.ids);
          const [lastMessages, lastCampaigns] = await Promise.all([
            listLastMessages(tx, found.ids, view),
            listLastCampaigns(tx, found.ids, view),
          ]);
          return { contacts: rows, next: found.next, lastMessages, lastCampaigns };
        },
        { readOnly: true },
      );
      const next_cursor = next === null ? null : position.write(next);
      const data = contacts.map((row) => ({
        ...view.contact(row),
        last_message_at: lastMessages.get(row.id) ?? null,
        last_campaign: lastCampaigns.get(row.id) ?? null,
      }));
      return { status: 200, body: { data, next_cursor } };
    },
    'GET /api/contacts/count': async ({ actor }, { query }) => {
      const which = { ...query, listId: query.contact_list_id, assignee: assigneeOf(actor) };
      const { sandbox, ...counted } = await withTenant(
        actor.clientId,
        async (tx) => countBoth(tx, await contextOf(tx, actor), which, countUpTo),
        { readOnly: true },
      );
      return { status: 200, body: { ...counted, ...(sandbox > 0 && { sandbox_count: sandbox }) } };
    },
    'GET /api/contacts/multi': async ({ actor }, { query }) => ({
      status: 200,
      body: await withTenant(actor.clientId, (tx) => contactsByPhone(tx, actor, query.phone_number), {
        readOnly: true,
      }),
    }),
    'GET /api/contacts/{id}': async ({ actor }, { params }) => {
      const view = visibilityOf(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const [own] = isUuid(params.id) ? await findContacts(tx, [params.id]) : [];
        const found = own ?? (isUuid(params.id) ? await tookOver(tx, params.id) : undefined);
        return found !== undefined && (await seesContact(tx, view, found.id)) ? found : null;
      });
      if (row === null) throw notFound();
      return { status: 200, body: view.contact(presentContact(row)) };
    },
    'POST /api/contacts': async (call, { body }) => {
      const { id, created } = await createContact(platform, call, body);
      return { status: created ? 201 : 200, body: { id } };
    },
    'PUT /api/contacts/{id}': async ({ actor }, { params, body }) => {
      await changeContact(platform, actor, params.id, body);
      return { status: 200, body: { id: params.id } };
    },
    'POST /api/contacts/{id}/reset-contact-lists': async ({ actor }, { params, body }) => {
      await setLists(platform, actor, params.id, body.contact_list_ids);
      return { status: 200, body: { id: params.id } };
    },
    'POST /api/contacts/{id}/modify-custom-field': async ({ actor }, { params, body }) => {
      await modifyField(platform, actor, params.id, body);
      return { status: 200, body: { id: params.id } };
    },
  };
}

/** The contact that one became part of. */
async function tookOver(tx: TenantTx, id: string): Promise<ContactRow | undefined> {
  const now = await contactNow(tx, id);
  return now === null || now === id ? undefined : (await findContacts(tx, [now]))[0];
}

async function contactsByPhone(
  tx: Parameters<typeof findContactsByKey>[0],
  actor: AccountActor,
  numbers: readonly string[],
): Promise<Contact[]> {
  const view = visibilityOf(actor);
  const { country } = await readAccount(tx);
  const keys = new Set(
    numbers.flatMap((number) => {
      const digits = parsePhone(number, country);
      return digits === null ? [] : [phoneMatchKey(digits)];
    }),
  );
  const rows = await findContactsByKey(tx, 'phone', [...keys]);
  const found = new Map(rows.map(({ key: _key, ...row }) => [row.id, row]));
  const seen: Contact[] = [];
  for (const row of found.values())
    if (await seesContact(tx, view, row.id)) seen.push(view.contact(presentContact(row)));
  return seen;
}

/** Cursors of a table. Those of people who may not see numbers are sealed: a sort value can hold one. */
function positions(platform: Platform, actor: AccountActor, sort: string) {
  const place = `contacts.cursor:${actor.clientId}`;
  const { masked } = visibilityOf(actor);
  const parse = (parts: unknown[]): Position | null => {
    const [given, phase, key, id] = parts;
    if (given !== sort || (phase !== 0 && phase !== 1) || typeof key !== 'string' || typeof id !== 'string')
      return null;
    return isUuid(id) ? { phase, key, id } : null;
  };
  return {
    write({ phase, key, id }: Position): string {
      const cursor = writeCursor([sort, phase, key, id]);
      return masked ? writeCursor([platform.secrets.seal(cursor, place).toString('base64url')]) : cursor;
    },
    read: (cursor: string | undefined) =>
      readCursor(cursor, (parts) => {
        if (!masked) return parse(parts);
        try {
          const opened = platform.secrets.open(Buffer.from(String(parts[0]), 'base64url'), place);
          return readCursor(opened, parse);
        } catch {
          return null; // not sealed here: told as a cursor that this list did not give
        }
      }),
  };
}

export const hydrateContacts: Hydrate = async (tx, ids) => {
  const rows = await findContacts(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentContact(row) }]));
};

export const hydrateContactLists: Hydrate = async (tx, ids) => {
  const rows = await findLists(tx, ids);
  return new Map(rows.map((row) => [row.id, { version: row.version, data: presentList(row) }]));
};

export function listNotFound(): AppError {
  return new AppError('not_found', { message: 'This list was not found.' });
}
