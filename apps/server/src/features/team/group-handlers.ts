import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { closeAccount } from './close-account.ts';
import type { TeamDependencies } from './dependencies.ts';
import { listGroups } from './group-repo.ts';
import { createGroup, removeGroup, updateGroup } from './groups.ts';
import { presentGroup } from './present.ts';
import { acceptOwnership, endTransfer, findTransfer, offerOwnership } from './transfer.ts';

/** Groups of members. */
export function groupHandlers(platform: Platform, dependencies: TeamDependencies): Handlers {
  return {
    'GET /api/user-groups': async ({ actor }) => ({
      status: 200,
      body: { data: (await platform.db.withTenant(actor.clientId, listGroups)).map(presentGroup), next_cursor: null },
    }),
    'POST /api/user-groups': async (call, { body }) => {
      const { row, created } = await createGroup(platform, call, body);
      return { status: created ? 201 : 200, body: presentGroup(row) };
    },
    'PUT /api/user-groups/{id}': async (call, { params, body }) => ({
      status: 200,
      body: presentGroup(await updateGroup(platform, call, params.id, body)),
    }),
    'DELETE /api/user-groups/{id}': async (call, { params }) => {
      await removeGroup(platform, dependencies, call, params.id);
      return { status: 204, body: undefined };
    },
  };
}

/** Handing the account over and closing it. */
export function ownershipHandlers(platform: Platform, dependencies: TeamDependencies): Handlers {
  return {
    'GET /api/client/transfer': async ({ actor }) => ({
      status: 200,
      body: { transfer: await findTransfer(platform, actor) },
    }),
    'POST /api/client/transfer': async (call, { body }) => {
      const { transfer, created } = await offerOwnership(platform, call, body.user_id.toLowerCase());
      return { status: created ? 201 : 200, body: transfer };
    },
    'DELETE /api/client/transfer': async (call) => {
      await endTransfer(platform, call, null);
      return { status: 204, body: undefined };
    },
    'POST /api/client/transfer/accept': async (call) => {
      await acceptOwnership(platform, call);
      return { status: 204, body: undefined };
    },
    'POST /api/client/transfer/decline': async (call) => {
      await endTransfer(platform, call, call.actor.uid);
      return { status: 204, body: undefined };
    },
    'POST /api/client/close': async (call, { body }) => {
      await closeAccount(platform, dependencies, call, body.name);
      return { status: 204, body: undefined };
    },
  };
}
