import type { Tokens } from '@parley/contract/types';
import { writeAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { type Caller, eventOf, type IdentityContext } from '../context.ts';
import type { InvitationForSignUp } from '../dependencies.ts';
import { addIdentity, findUserBySubject, hasIdentityAt } from '../provider-repo.ts';
import { createUser, findAccount } from '../repo.ts';
import { decideIdentity, type ProviderIdentity } from '../rules.ts';
import { findUserByEmail, findUserById } from '../user-repo.ts';
import { answerSignIn, openSession } from './open-session.ts';
import { verifyAddress } from './verify-address.ts';

export type ProviderSignIn = {
  identity: ProviderIdentity;
  method: 'provider' | 'custom';
  /** New users may sign up without an invitation. */
  open: boolean;
  invitation: InvitationForSignUp | null;
};

/**
 * Signs in the user whom a provider or the operator's key identifies; `decideIdentity` has the rules.
 * @param first runs at the start of the transaction and may throw
 * @throws AppError('account-exists-with-different-credential'), ('sign_up_closed'), ('invitation_for_another'),
 *   ('user-disabled'), ('invalid-credential') without an address
 */
export async function signInByProvider(
  context: IdentityContext,
  signIn: ProviderSignIn,
  caller: Caller,
  first: (tx: Executor) => Promise<void>,
): Promise<Tokens> {
  const { identity, invitation, method } = signIn;
  if (invitation !== null && invitation.email !== identity.email) {
    throw new AppError('invitation_for_another', {
      message: `The invitation is for ${invitation.email}, and you signed in as ${identity.email ?? 'a user without an address'}.`,
    });
  }
  const seen: Seen = { uid: null };
  const { opened, settle } = await context
    .transact(async (tx) => {
      await first(tx);
      const { uid, settle } = await userOf(context, tx, signIn, caller, seen);
      const user = await findUserById(tx, uid);
      if (user?.disabled !== false) {
        throw new AppError('user-disabled', {
          message: 'This account is disabled. Contact the administrator of this server.',
        });
      }
      const way = method === 'provider' ? wayOf(identity, user) : method;
      return { opened: await openSession(context, tx, { uid, way }, caller), settle };
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError && seen.uid !== null) await writeRefusal(context, seen.uid, method, caller);
      throw error;
    });
  settle();
  return answerSignIn(context, opened);
}

/**
 * How an identity signs its user in. The provider counts by name, for accounts that require it, only where it vouches for
 * the user's own address: an identity connected by somebody who had the password does not get in.
 */
export function wayOf(identity: ProviderIdentity, user: { email: string }): 'provider' | `provider:${string}` {
  const isOwn = identity.emailVerified && identity.email === user.email;
  return isOwn ? `provider:${identity.providerId}` : 'provider';
}

/** A refusal is written in the audit log of the account that the user would have entered. */
async function writeRefusal(
  context: IdentityContext,
  uid: string,
  method: ProviderSignIn['method'],
  caller: Caller,
): Promise<void> {
  const account = await findAccount(context.database, uid, null);
  const clientId = account?.client_id ?? null;
  await writeAudit(
    context.database,
    eventOf(caller, 'sign_in_refused', { uid, clientId, target: uid, detail: { method } }),
  );
}

/** Whom the provider's answer is about, once that is known: also when the sign-in is refused. */
type Seen = { uid: string | null };
type Found = { uid: string; settle: () => void };
const nothing = () => undefined;

async function userOf(
  context: IdentityContext,
  tx: Executor,
  { identity, invitation, open }: ProviderSignIn,
  caller: Caller,
  seen: Seen,
): Promise<Found> {
  const { issuer, subject, email } = identity;
  const known = await findUserBySubject(tx, issuer, subject);
  seen.uid = known;
  if (known !== null) return { uid: known, settle: nothing };
  const owner = email === null ? null : await findUserByEmail(tx, email);
  seen.uid = owner?.id ?? null;
  const vouched = identity.trusted && identity.emailVerified;
  const waits = email !== null && vouched && (await context.dependencies.countInvitations(tx, email)) > 0;
  const decision = decideIdentity(
    identity,
    false,
    owner && { ...owner, otherSubjectOfIssuer: await hasIdentityAt(tx, owner.id, issuer) },
    open || invitation !== null || waits,
  );
  switch (decision) {
    case 'link':
    case 'take-over': {
      if (owner === null) throw new Error('nobody to link to');
      // Unverified credentials are deleted before the verified sign-in method is added.
      const settle = decision === 'take-over' ? await verifyAddress(context, tx, owner, caller) : nothing;
      await connect(tx, owner.id, identity);
      return { uid: owner.id, settle };
    }
    case 'create': {
      const uid = newId();
      const emailVerified = vouched || invitation?.verifiesAddress === true;
      const name = identity.name ?? email?.split('@')[0] ?? '';
      const made = await createUser(tx, { id: uid, email: email ?? '', name, emailVerified, passwordHash: null });
      if (!made) throw otherCredential();
      await connect(tx, uid, identity);
      return { uid, settle: nothing };
    }
    case 'closed':
      throw new AppError('sign_up_closed', {
        message: 'You don’t have an account here. Ask a member of your team to invite you.',
      });
    case 'no-email':
      throw new AppError('invalid-credential', { message: 'The provider did not return an email address.' });
    default:
      throw otherCredential();
  }
}

/** Adds a sign-in method to a user. @throws AppError when a concurrent request gave it to another user */
export async function connect(tx: Executor, userId: string, identity: ProviderIdentity): Promise<void> {
  const { issuer, subject, providerId, name, email } = identity;
  if (!(await addIdentity(tx, { userId, issuer, subject, providerId, name, email }))) throw otherCredential();
}

function otherCredential(): AppError {
  return new AppError('account-exists-with-different-credential', {
    message:
      'An account with this address already exists. Sign in as before, then connect this provider in your settings.',
  });
}
