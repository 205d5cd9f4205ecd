import { createHash } from 'node:crypto';
import type { Tokens } from '@parley/contract/types';
import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Caller, eventOf, hashToken, type IdentityContext, requireRecent } from '../context.ts';
import {
  findUserBySubject,
  listIdentitiesOf,
  listProviderDemands,
  removeIdentities,
  takeHandoff,
} from '../provider-repo.ts';
import { getUser } from '../repo.ts';
import type { ProviderIdentity } from '../rules.ts';
import { addSessionMethod } from '../session-repo.ts';
import { hasPassword } from '../user-repo.ts';
import { noteFailure } from './caller-limit.ts';
import { handoffSealContext } from './provider-flow.ts';
import { connect, signInByProvider, wayOf } from './sign-in-provider.ts';

export type Exchange = { handoff: string; verifier: string };

/**
 * Signs in with a provider's response, in the tab that requested it.
 * @throws AppError('invalid-credential') for a handoff that is unknown, used, older than a minute or from another
 * tab; also the errors of `signInForeign`
 */
export async function exchangeHandoff(
  context: IdentityContext,
  input: Exchange & { invitation?: string | undefined },
  caller: Caller,
): Promise<Tokens> {
  const identity = await openHandoff(context, input, caller);
  const invitation =
    input.invitation === undefined
      ? null
      : await context.dependencies.findInvitation(context.database, input.invitation);
  const open = context.platform.config.SIGN_UP === 'open';
  return signInByProvider(context, { identity, method: 'provider', open, invitation }, caller, () => Promise.resolve());
}

/**
 * Connects a provider to the signed-in user, whose session counts as signed in with it from then on.
 * @throws AppError like `exchangeHandoff`
 */
export async function linkProvider(
  context: IdentityContext,
  actor: UserActor,
  input: Exchange,
  caller: Caller,
): Promise<void> {
  requireRecent(actor);
  const identity = await openHandoff(context, input, caller);
  const { uid, clientId } = actor;
  const event = eventOf(caller, 'provider_linked', { uid, clientId, target: identity.providerId });
  await context.transact(async (tx) => {
    await requireOwnAddress(tx, actor, identity);
    if ((await findUserBySubject(tx, identity.issuer, identity.subject)) !== actor.uid) {
      await connect(tx, actor.uid, identity);
      await writeAudit(tx, event);
    }
    await addSessionMethod(tx, actor, wayOf(identity, await getUser(tx, actor.uid)));
  });
  logAudit(context.platform.log, event);
}

/**
 * Where an account demands the provider, who has only a member's password must not get in with an identity of their own.
 * @throws AppError('provider-sign-in-required')
 */
async function requireOwnAddress(tx: Executor, actor: UserActor, identity: ProviderIdentity): Promise<void> {
  const isDemanded = ({ provider_id, met }: { provider_id: string; met: boolean }) =>
    provider_id === identity.providerId && !met;
  if (!(await listProviderDemands(tx, actor)).some(isDemanded)) return;
  const user = await getUser(tx, actor.uid);
  if (wayOf(identity, user) !== 'provider') return;
  const message = `Your account requires this provider: sign in there as ${user.email}.`;
  throw new AppError('provider-sign-in-required', { message });
}

/** @throws AppError('not_found'); ('validation_failed') for the last sign-in method */
export async function unlinkProvider(
  context: IdentityContext,
  actor: UserActor,
  providerId: string,
  caller: Caller,
): Promise<void> {
  requireRecent(actor);
  const { uid, clientId } = actor;
  const event = eventOf(caller, 'provider_unlinked', { uid, clientId, target: providerId });
  await context.transact(async (tx) => {
    const demanding = (await listProviderDemands(tx, actor)).filter((one) => one.provider_id === providerId);
    if (demanding.length > 0) {
      const names = demanding.map(({ name }) => name).join(', ');
      throw new AppError('validation_failed', { message: `${names} requires signing in with this provider.` });
    }
    if ((await removeIdentities(tx, actor.uid, providerId)) === 0) {
      throw new AppError('not_found', { message: 'This connection was not found.' });
    }
    const { SMTP_URL } = context.platform.config;
    const another =
      SMTP_URL !== undefined ||
      (await hasPassword(tx, actor.uid)) ||
      (await listIdentitiesOf(tx, actor.uid)).length > 0;
    if (!another) {
      throw new AppError('validation_failed', { message: 'This is your only sign-in method. Set a password first.' });
    }
    await writeAudit(tx, event);
  });
  logAudit(context.platform.log, event);
}

async function openHandoff(
  context: IdentityContext,
  { handoff, verifier }: Exchange,
  caller: Caller,
): Promise<ProviderIdentity> {
  const hash = hashToken(handoff);
  const challenge = createHash('sha256').update(verifier).digest();
  const sealed = await takeHandoff(context.database, hash, challenge);
  if (sealed !== null)
    return JSON.parse(context.platform.secrets.open(sealed, handoffSealContext(hash))) as ProviderIdentity;
  await noteFailure(context, caller);
  const msg =
    'This sign-in was used already, took longer than a minute, or was started in another tab. Please start again.';
  throw new AppError('invalid-credential', { data: [{ field: 'handoff', msg }] });
}
