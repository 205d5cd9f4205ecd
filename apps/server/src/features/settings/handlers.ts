import type { OutputOf } from '@parley/contract';
import type { Channel, Display, Label, SavedView, Stage, Template } from '@parley/contract/types';
import type { MemberActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { getClient, presentClient } from '../accounts/public.ts';
import { listLists, presentLists } from '../contacts/public.ts';
import { findDisplay } from '../identity/public.ts';
import { feedPosition } from '../sync/public.ts';
import { listInitialGroups, listUsers } from '../team/public.ts';
import { apiKeyHandlers } from './api-key-handlers.ts';
import { auditHandlers } from './audit-handlers.ts';
import { checklistHandlers } from './checklist-handlers.ts';
import { type CreateSandboxChannel, createAccount } from './commands/create-client.ts';
import { forwardingHandlers } from './forwarding/forwarding-handlers.ts';
import { keyRequestHandlers } from './key-request-handlers.ts';
import { pushUserId } from './push-user.ts';

/** What other features give this one. */
export type SettingsDependencies = {
  createSandboxChannel: CreateSandboxChannel;
  /** The account's channels by channel_label. */
  listChannels(tx: TenantTx, actor: MemberActor): Promise<Channel[]>;
  /** The labels of conversations, by name. */
  listLabels(tx: TenantTx): Promise<Label[]>;
  /** The stages of the board, in their order. */
  listStages(tx: TenantTx): Promise<Stage[]>;
  /** Saved views of the inbox that the member may use, by name. */
  listSavedViews(tx: TenantTx, uid: string): Promise<SavedView[]>;
  /** The account's templates that can be sent, by name. */
  listTemplates(tx: TenantTx): Promise<Template[]>;
};

/** New accounts, API keys, the audit log, and the initial data of the app. */
export function settingsHandlers(platform: Platform, dependencies: SettingsDependencies): Handlers {
  const { withTenant } = platform.db;
  return {
    ...apiKeyHandlers(platform),
    ...auditHandlers(platform),
    ...checklistHandlers(platform),
    ...forwardingHandlers(platform),
    ...keyRequestHandlers(platform),
    'POST /api/clients': async (call, { body }) => {
      const { client, isNew } = await createAccount(platform, dependencies.createSandboxChannel, call, body);
      return { status: isNew ? 201 : 200, body: client };
    },
    'GET /api/bootstrap': async ({ actor }) => {
      const [account, display] = await Promise.all([
        withTenant(actor.clientId, (tx) => bootstrap(tx, actor, dependencies)),
        findDisplay(platform, actor.uid),
      ]);
      return {
        status: 200,
        body: { ...account, ...display, push_user_id: pushUserId(platform, actor.uid) },
      };
    },
  };
}

async function bootstrap(
  tx: TenantTx,
  actor: MemberActor,
  dependencies: SettingsDependencies,
): Promise<Omit<OutputOf<'GET /api/bootstrap'>, 'push_user_id' | keyof Display>> {
  // The position is read before the rows: a change in between is in both and applied by version, never in neither.
  // All leave together on the pipelined connection, in this order.
  const [cursor, client, users, groups, channels, lists, labels, stages, savedViews, templates] = await Promise.all([
    feedPosition(tx),
    getClient(tx),
    listUsers(tx),
    listInitialGroups(tx),
    dependencies.listChannels(tx, actor),
    listLists(tx),
    dependencies.listLabels(tx),
    dependencies.listStages(tx),
    dependencies.listSavedViews(tx, actor.uid),
    dependencies.listTemplates(tx),
  ]);
  const user = users.find(({ id }) => id === actor.uid);
  // Removed between the check of the token and this transaction.
  if (user === undefined) throw new AppError('unauthorized');
  return {
    client: presentClient(client, actor.uid),
    user,
    users,
    user_groups: groups,
    access: {
      role: actor.role,
      restrictions: actor.restrictions,
      users_may_delete_all_contacts: actor.usersMayDeleteAllContacts,
    },
    channels,
    templates,
    contact_lists: await presentLists(tx, actor, lists),
    labels,
    stages,
    saved_views: savedViews,
    cursor: String(cursor),
  };
}
