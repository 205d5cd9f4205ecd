import type { FastifyRequest } from 'fastify';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditEventOf, changesBetween, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { type Handlers, requireRole } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { hasTwoStepVerification, isSignedInWith, requireRecent } from '../identity/public.ts';
import { addChanges } from '../sync/public.ts';
import { checkAssignees } from './assignees-query-repo.ts';
import { clientChange } from './client-change.ts';
import { presentClient } from './present.ts';
import { type ClientChange, type ClientRow, getClient, lockClient, storeLogo, updateClient } from './repo.ts';
import { checkTargetPlaces } from './target-places-query.ts';

/** Makes the small square of the picture that a request's body is. @throws AppError saying what is wrong with it */
export type ReceiveAvatar = (request: FastifyRequest) => Promise<{ id: string; bytes: Buffer; url: string }>;

export type AccountDependencies = {
  receiveAvatar: ReceiveAvatar;
  /** Applies changed reply targets to the conversations whose customers wait. */
  setTargetsDue: (tx: TenantTx) => Promise<{ id: string; version: number }[]>;
};

/** The account as its members see and change it. */
export function accountHandlers(platform: Platform, { receiveAvatar, setTargetsDue }: AccountDependencies): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/client': async ({ actor }) => ({
      status: 200,
      body: presentClient(await withTenant(actor.clientId, getClient), actor.uid),
    }),
    'PUT /api/client': async (call, { body }) => {
      const { actor } = call;
      if (body.join_by_domain !== undefined) requireRole(actor, 'account.joining');
      if (body.require_two_step_verification !== undefined) await admitTwoStepRule(platform, actor);
      if (body.sign_in_provider !== undefined) await admitProviderRule(platform, actor, body.sign_in_provider);
      return { status: 200, body: presentClient(await changeClient(platform, call, body, setTargetsDue), actor.uid) };
    },
    'PUT /api/client/logo': async ({ actor, request }) => {
      const square = await receiveAvatar(request);
      return { status: 200, body: presentClient(await changeLogo(platform, actor.clientId, square), actor.uid) };
    },
    'DELETE /api/client/logo': async ({ actor }) => ({
      status: 200,
      body: presentClient(await changeLogo(platform, actor.clientId, null), actor.uid),
    }),
  };
}

/** @throws AppError('forbidden'), ('requires-recent-login'); ('validation_failed') for an Owner who would lock themselves out */
async function admitTwoStepRule(platform: Platform, actor: MemberActor): Promise<void> {
  requireRole(actor, 'account.sign_in_rules');
  requireRecent(actor);
  if (await hasTwoStepVerification(platform, actor.uid)) return;
  throw invalid('require_two_step_verification', 'Set up two-step verification for yourself first.');
}

/** @throws AppError like `admitTwoStepRule`; a provider is demanded only by an Owner whose session signed in with it */
async function admitProviderRule(platform: Platform, actor: MemberActor, provider: string | null): Promise<void> {
  requireRole(actor, 'account.sign_in_rules');
  requireRecent(actor);
  if (provider === null) return;
  const name = platform.config.OIDC_PROVIDERS?.find(({ id }) => id === provider)?.name;
  if (name === undefined) throw invalid('sign_in_provider', 'This provider is not set up on this server.');
  if (await isSignedInWith(platform, actor, provider)) return;
  throw invalid('sign_in_provider', `First sign in with ${name} yourself, so that you don’t lock yourself out.`);
}

async function changeLogo(
  platform: Platform,
  clientId: string,
  logo: Parameters<typeof storeLogo>[1],
): Promise<ClientRow> {
  const { row, changed } = await platform.db.withTenant(clientId, async (tx) => {
    const updated = await storeLogo(tx, logo);
    if (updated === null) return { row: await getClient(tx), changed: false };
    await addChanges(tx, [clientChange(updated.version)]);
    return { row: updated, changed: true };
  });
  if (changed) platform.notifier.notify('changes_new', clientId);
  return row;
}

async function changeClient(
  platform: Platform,
  call: Call<MemberActor>,
  change: ClientChange,
  setTargetsDue: AccountDependencies['setTargetsDue'],
): Promise<ClientRow> {
  const { clientId } = call.actor;
  const changedThreads = async (tx: TenantTx) => {
    if (change.reply_targets === undefined) return [];
    return (await setTargetsDue(tx)).map(
      (thread) => ({ collection: 'threads', marker: 'MODIFIED', ...thread }) as const,
    );
  };
  const { row, changed, accessChanged } = await platform.db.withTenant(clientId, async (tx) => {
    const before = await lockClient(tx);
    if (change.assignment_rule != null) await checkAssignees(tx, change.assignment_rule, before.assignment_rule);
    if (change.reply_targets?.targets !== undefined)
      await checkTargetPlaces(tx, change.reply_targets.targets, before.reply_targets.targets);
    const updated = await updateClient(tx, change);
    if (updated === null) return { row: before, changed: false, accessChanged: false };
    const { access_changed: _access, version: _version, ...after } = updated;
    const detail = { changes: changesBetween(before, after) };
    await writeAudit(tx, auditEventOf(call, 'settings.account_changed', clientId, detail));
    await addChanges(tx, [clientChange(updated.version), ...(await changedThreads(tx))]);
    const demanded =
      (updated.require_two_step_verification && !before.require_two_step_verification) ||
      (updated.sign_in_provider !== null && updated.sign_in_provider !== before.sign_in_provider);
    return { row: updated, changed: true, accessChanged: updated.access_changed || demanded };
  });
  if (changed) platform.notifier.notify('changes_new', clientId);
  // Members whose visibility changed reload everything; those who do not fulfil a new sign-in rule are led to do so.
  if (accessChanged) platform.notifier.notify('sessions', clientId);
  return row;
}
