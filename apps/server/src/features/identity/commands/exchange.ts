import { createHash } from 'node:crypto';
import type { Tokens } from '@parley/contract/types';
import type { UserActor } from '../../../platform/auth/actor.ts';
import { logAudit } from '../../../platform/auth/audit.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Caller, eventOf, hashToken, type IdentityContext, requireRecent } from '../context.ts';
import { hasPassword } from '../person-repo.ts';
import { findUserBySubject, listIdentitiesOf, removeIdentities, takeHandoff } from '../provider-repo.ts';
import type { ForeignIdentity } from '../rules.ts';
import { noteFailure, refuseTiredCaller } from './caller-limit.ts';
import { connect, signInForeign } from './foreign-sign-in.ts';
import { handoffPlace } from './provider-way.ts';

export type Exchange = { handoff: string; verifier: string };

/**
 * Signs in by what a provider said, in the tab that asked it.
 * @throws AppError('invalid-credential') for a handoff that is unknown, used, older than a minute or another tab's; and as
 *   `signInForeign`
 */
export async function exchangeHandoff(
  context: IdentityContext,
  input: Exchange & { invitation?: string | undefined },
  caller: Caller,
): Promise<Tokens> {
  await refuseTiredCaller(context, caller);
  const identity = await openHandoff(context, input, caller);
  const invitation =
    input.invitation === undefined ? null : await context.needs.findInvitation(context.database, input.invitation);
  const open = context.platform.config.SIGN_UP === 'open';
  return signInForeign(context, { identity, way: 'provider', open, invitation }, caller, () => Promise.resolve());
}

/** Connects a provider to somebody who is signed in. @throws AppError as `exchangeHandoff` */
export async function linkProvider(
  context: IdentityContext,
  actor: UserActor,
  input: Exchange,
  caller: Caller,
): Promise<void> {
  requireRecent(actor);
  const identity = await openHandoff(context, input, caller);
  await context.transact(async (tx) => {
    if ((await findUserBySubject(tx, identity.issuer, identity.subject)) === actor.uid) return;
    await connect(tx, actor.uid, identity);
  });
  const target = identity.providerId;
  logAudit(
    context.platform.log,
    eventOf(caller, 'provider_linked', { uid: actor.uid, clientId: actor.clientId, target }),
  );
}

/** @throws AppError('not_found'); ('validation_failed') for the last way in */
export async function unlinkProvider(
  context: IdentityContext,
  actor: UserActor,
  providerId: string,
  caller: Caller,
): Promise<void> {
  requireRecent(actor);
  await context.transact(async (tx) => {
    if ((await removeIdentities(tx, actor.uid, providerId)) === 0) {
      throw new AppError('not_found', { message: 'This connection was not found.' });
    }
    const { SMTP_URL } = context.platform.config;
    const another =
      SMTP_URL !== undefined ||
      (await hasPassword(tx, actor.uid)) ||
      (await listIdentitiesOf(tx, actor.uid)).length > 0;
    if (!another) {
      throw new AppError('validation_failed', { message: 'This is your only way to sign in. Set a password first.' });
    }
  });
  const event = { uid: actor.uid, clientId: actor.clientId, target: providerId };
  logAudit(context.platform.log, eventOf(caller, 'provider_unlinked', event));
}

async function openHandoff(
  context: IdentityContext,
  { handoff, verifier }: Exchange,
  caller: Caller,
): Promise<ForeignIdentity> {
  const hash = hashToken(handoff);
  const challenge = createHash('sha256').update(verifier).digest();
  const sealed = await takeHandoff(context.database, hash, challenge);
  if (sealed !== null) return JSON.parse(context.platform.secrets.open(sealed, handoffPlace(hash))) as ForeignIdentity;
  await noteFailure(context, caller);
  const msg =
    'This sign-in was used already, took longer than a minute, or was begun in another tab. Please start again.';
  throw new AppError('invalid-credential', { data: [{ field: 'handoff', msg }] });
}
