import type { OutputOf } from '@parley/contract';
import type { Channel, Template } from '@parley/contract/types';
import type { FastifyRequest } from 'fastify';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { type Handlers, requireRight } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { listLists, presentList } from '../contacts/public.ts';
import { findTimeZone } from '../identity/public.ts';
import type { Hydrate } from '../sync/public.ts';
import { startingGroups } from '../team/public.ts';
import { apiKeyHandlers } from './api-keys.ts';
import { checklistHandlers } from './checklist.ts';
import { type CreateSandboxChannel, createAccount } from './commands/create-client.ts';
import { createKeyRequests, keyRequestHandlers } from './key-requests.ts';
import { deleteOldKeyHours } from './key-requests-repo.ts';
import { readMemberCursor, writeMemberCursor } from './member-cursor.ts';
import { presentClient, presentUser } from './present.ts';
import { pushUserId } from './push-user.ts';
import {
  type ClientChange,
  type ClientRow,
  findMember,
  findMembers,
  getClient,
  getFeedPosition,
  listFormerMembers,
  listMembers,
  noteClientChanged,
  storeLogo,
  updateClient,
} from './repo.ts';

export { findLogoOf } from './find-logo.ts';
export type { CreateSandboxChannel };
export { createKeyRequests, deleteOldKeyHours };

/** What other features give this one. */
export type SettingsNeeds = {
  createSandboxChannel: CreateSandboxChannel;
  /** Makes the small square of the picture that a request's body is. @throws AppError saying what is wrong with it */
  receiveSquare(request: FastifyRequest): Promise<{ id: string; bytes: Buffer; url: string }>;
  /** The account's channels by channel_label. */
  listChannels(tx: TenantTx, actor: MemberActor): Promise<Channel[]>;
  /** The account's templates that can be sent, by name. */
  listTemplates(tx: TenantTx): Promise<Template[]>;
};

/** The account itself, its members as colleagues see them, and what the app starts with. */
export function settingsHandlers(platform: Platform, needs: SettingsNeeds): Handlers {
  const { withTenant } = platform.db;
  return {
    ...apiKeyHandlers(platform),
    ...checklistHandlers(platform),
    ...keyRequestHandlers(platform),
    'POST /api/clients': async (call, { body }) => {
      const { client, isNew } = await createAccount(platform, needs.createSandboxChannel, call, body);
      return { status: isNew ? 201 : 200, body: client };
    },
    'GET /api/client': async ({ actor }) => ({
      status: 200,
      body: presentClient(await withTenant(actor.clientId, getClient), actor.uid),
    }),
    'PUT /api/client': async ({ actor }, { body }) => {
      if (body.join_by_domain !== undefined) requireRight(actor, 'account.joining');
      return { status: 200, body: presentClient(await changeClient(platform, actor.clientId, body), actor.uid) };
    },
    'PUT /api/client/logo': async ({ actor, request }) => {
      const square = await needs.receiveSquare(request);
      return { status: 200, body: presentClient(await changeLogo(platform, actor.clientId, square), actor.uid) };
    },
    'DELETE /api/client/logo': async ({ actor }) => ({
      status: 200,
      body: presentClient(await changeLogo(platform, actor.clientId, null), actor.uid),
    }),
    'GET /api/users': async ({ actor }, { query }) => {
      const after = readMemberCursor(query.cursor);
      const rows = await withTenant(actor.clientId, (tx) => listMembers(tx, query.limit + 1, after));
      const shown = rows.slice(0, query.limit);
      const last = shown.at(-1);
      const more = rows.length > shown.length && last !== undefined;
      return {
        status: 200,
        body: {
          data: shown.map(presentUser),
          next_cursor: more ? writeMemberCursor({ name: last.sort_name, id: last.user_id }) : null,
        },
      };
    },
    'GET /api/users/{id}': async ({ actor }, { params }) => {
      const row = isUuid(params.id) ? await withTenant(actor.clientId, (tx) => findMember(tx, params.id)) : null;
      if (row === null) throw new AppError('not_found', { message: 'This person was not found.' });
      return { status: 200, body: presentUser(row) };
    },
    'GET /api/bootstrap': async ({ actor }) => {
      const [account, timeZone] = await Promise.all([
        withTenant(actor.clientId, (tx) => bootstrap(tx, actor, needs)),
        findTimeZone(platform, actor.uid),
      ]);
      return {
        status: 200,
        body: { ...account, time_zone: timeZone, push_user_id: pushUserId(platform, actor.uid) },
      };
    },
  };
}

async function changeLogo(
  platform: Platform,
  clientId: string,
  logo: Parameters<typeof storeLogo>[1],
): Promise<ClientRow> {
  const { row, changed } = await platform.db.withTenant(clientId, async (tx) => {
    const updated = await storeLogo(tx, logo);
    if (updated === null) return { row: await getClient(tx), changed: false };
    await noteClientChanged(tx, updated.version);
    return { row: updated, changed: true };
  });
  if (changed) platform.signal.hint('changes_new', clientId);
  return row;
}

async function changeClient(platform: Platform, clientId: string, change: ClientChange): Promise<ClientRow> {
  const { row, changed, accessChanged } = await platform.db.withTenant(clientId, async (tx) => {
    const updated = await updateClient(tx, change);
    if (updated === null) return { row: await getClient(tx), changed: false, accessChanged: false };
    await noteClientChanged(tx, updated.version);
    return { row: updated, changed: true, accessChanged: updated.access_changed };
  });
  if (changed) platform.signal.hint('changes_new', clientId);
  // Whoever sees more or less from now on starts again with what they may see.
  if (accessChanged) platform.signal.hint('sessions', clientId);
  return row;
}

export const hydrateUsers: Hydrate = async (tx, ids) => {
  const rows = await findMembers(tx, ids);
  return new Map(rows.map((row) => [row.user_id, { version: row.version, data: presentUser(row) }]));
};

async function bootstrap(
  tx: TenantTx,
  actor: MemberActor,
  needs: SettingsNeeds,
): Promise<Omit<OutputOf<'GET /api/bootstrap'>, 'push_user_id' | 'time_zone'>> {
  // The position is read before the rows: a change in between is in both and applied by version, never in neither.
  // All leave together on the pipelined connection, in this order.
  const [cursor, client, members, former, groups, channels, lists, templates] = await Promise.all([
    getFeedPosition(tx),
    getClient(tx),
    listMembers(tx, null, null),
    listFormerMembers(tx),
    startingGroups(tx),
    needs.listChannels(tx, actor),
    listLists(tx),
    needs.listTemplates(tx),
  ]);
  const users = [...members, ...former].map(presentUser);
  const user = users.find(({ id }) => id === actor.uid);
  // Removed between the check of the token and this transaction.
  if (user === undefined) throw new AppError('unauthorized');
  return {
    client: presentClient(client, actor.uid),
    user,
    users,
    user_groups: groups,
    standing: {
      role: actor.role,
      restrictions: actor.restrictions,
      users_may_delete_all_contacts: actor.usersMayDeleteAllContacts,
    },
    channels,
    templates,
    contact_lists: lists.map(presentList),
    cursor,
  };
}
