import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import { said } from '@parley/contract/said';
import type { Contact } from '@parley/contract/types';
import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { decodeCursor, encodeCursor } from '../../platform/http/cursor.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { getNameAndCountry } from '../accounts/public.ts';
import { isContactVisible, visibilityOf } from '../team/public.ts';
import { tableContextOf } from './bulk/bulk.ts';
import {
  contactNotFound,
  createContact,
  modifyField,
  replaceLists,
  requireVisibleNumbers,
  updateContactFields,
} from './people/contacts.ts';
import { findMergeSuccessor } from './people/merge-contacts-repo.ts';
import { contactsInOrder, presentContact } from './people/present.ts';
import { type ContactRow, findContacts, findContactsByKey } from './people/repo.ts';
import { listLastCampaigns } from './query/campaign-query-repo.ts';
import { listContactIds, type Position } from './query/page-repo.ts';
import { countRealAndSandbox, listLastMessages } from './query/table-repo.ts';
import { visibilityScopeOf } from './query/visibility-scope.ts';

const countUpTo = 10_000;
const defaultSort = '-created_at';

/** The contacts table and the calls for one contact. */
export function contactHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/contacts': async ({ actor }, { query }) => {
      const view = visibilityOf(actor);
      const sort = query.sort ?? defaultSort;
      const position = cursorCodec(platform, actor, sort);
      const which = { ...query, listId: query.contact_list_id, assignee: visibilityScopeOf(actor) };
      const { contacts, next, lastMessages, lastCampaigns } = await withTenant(
        actor.clientId,
        async (tx) => {
          const context = await tableContextOf(tx, actor);
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
      const which = { ...query, listId: query.contact_list_id, assignee: visibilityScopeOf(actor) };
      const { sandbox, ...counted } = await withTenant(
        actor.clientId,
        async (tx) => countRealAndSandbox(tx, await tableContextOf(tx, actor), which, countUpTo),
        { readOnly: true },
      );
      return { status: 200, body: { ...counted, ...(sandbox > 0 && { sandbox_count: sandbox }) } };
    },
    'GET /api/contacts/multi': async ({ actor }, { query }) => {
      requireVisibleNumbers(actor, said('look up contacts by them'));
      return {
        status: 200,
        body: await withTenant(actor.clientId, (tx) => contactsByPhone(tx, actor, query.phone_number), {
          readOnly: true,
        }),
      };
    },
    'GET /api/contacts/{id}': async ({ actor }, { params }) => {
      const view = visibilityOf(actor);
      const row = await withTenant(actor.clientId, async (tx) => {
        const [own] = isUuid(params.id) ? await findContacts(tx, [params.id]) : [];
        const found = own ?? (isUuid(params.id) ? await findMergedInto(tx, params.id) : undefined);
        return found !== undefined && (await isContactVisible(tx, view, found.id)) ? found : null;
      });
      if (row === null) throw contactNotFound();
      return { status: 200, body: view.contact(presentContact(row)) };
    },
    'POST /api/contacts': async (call, { body }) => {
      const { id, created } = await createContact(platform, call, body);
      return { status: created ? 201 : 200, body: { id } };
    },
    'PUT /api/contacts/{id}': async ({ actor }, { params, body }) => {
      await updateContactFields(platform, actor, params.id, body);
      return { status: 200, body: { id: params.id } };
    },
    'POST /api/contacts/{id}/reset-contact-lists': async ({ actor }, { params, body }) => {
      await replaceLists(platform, actor, params.id, body.contact_list_ids);
      return { status: 200, body: { id: params.id } };
    },
    'POST /api/contacts/{id}/modify-custom-field': async ({ actor }, { params, body }) => {
      await modifyField(platform, actor, params.id, body);
      return { status: 200, body: { id: params.id } };
    },
  };
}

/** The contact that this one was merged into. */
async function findMergedInto(tx: TenantTx, id: string): Promise<ContactRow | undefined> {
  const now = await findMergeSuccessor(tx, id);
  return now === null || now === id ? undefined : (await findContacts(tx, [now]))[0];
}

async function contactsByPhone(
  tx: Parameters<typeof findContactsByKey>[0],
  actor: AccountActor,
  numbers: readonly string[],
): Promise<Contact[]> {
  const view = visibilityOf(actor);
  const { country } = await getNameAndCountry(tx, tx.clientId);
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
    if (await isContactVisible(tx, view, row.id)) seen.push(view.contact(presentContact(row)));
  return seen;
}

/**
 * Cursors of the table. They are encrypted for members whose numbers are masked, because a sort value can be a
 * number.
 */
function cursorCodec(platform: Platform, actor: AccountActor, sort: string) {
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
      const cursor = encodeCursor([sort, phase, key, id]);
      return masked ? encodeCursor([platform.secrets.seal(cursor, place).toString('base64url')]) : cursor;
    },
    read: (cursor: string | undefined) =>
      decodeCursor(cursor, (parts) => {
        if (!masked) return parse(parts);
        try {
          const opened = platform.secrets.open(Buffer.from(String(parts[0]), 'base64url'), place);
          return decodeCursor(opened, parse);
        } catch {
          return null; // The cursor is not one of ours: reported as a cursor from another list.
        }
      }),
  };
}
