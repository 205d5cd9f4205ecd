import type { OutputOf } from '@parley/contract';
import type { Transaction } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { askForEmail, changeEmail, changePassword } from './commands/change-credentials.ts';
import { deletePerson } from './commands/delete-person.ts';
import { reauthenticate } from './commands/reauthenticate.ts';
import type { IdentityContext } from './context.ts';
import { deletePhoto, hasPassword, storeDefaultAccount, storePhoto, updateProfile } from './person-repo.ts';
import { presentProfile } from './present.ts';
import { listIdentitiesOf } from './provider-repo.ts';
import { getUser, listAccountsOf } from './repo.ts';

/** The person's own profile, ways in and end. */
export function personHandlers(context: IdentityContext): Handlers {
  return {
    'GET /api/auth/profile': async ({ actor }) => ({ status: 200, body: await profileOf(context, actor.uid) }),
    'PUT /api/auth/profile': async ({ actor }, { body }) => {
      const { displayName, phoneNumber, photoURL: photoUrl, default_client_id: start, time_zone: timeZone } = body;
      if (start !== undefined && !(await storeDefaultAccount(context.database, actor.uid, start))) {
        throw new AppError('not_found', { message: 'This account was not found.' });
      }
      if (photoUrl === undefined) {
        await updateProfile(context.database, actor.uid, { displayName, phoneNumber, timeZone });
      } else {
        await changePhoto(context, actor.uid, photoUrl, async (tx) => {
          await updateProfile(tx, actor.uid, { displayName, phoneNumber, photoUrl, timeZone });
          // The picture that was uploaded before is nobody's any more.
          await deletePhoto(tx, actor.uid);
        });
      }
      return { status: 200, body: await profileOf(context, actor.uid) };
    },
    'PUT /api/auth/photo': async ({ actor, request }) => {
      const square = await context.needs.receiveSquare(request);
      await changePhoto(context, actor.uid, square.url, (tx) => storePhoto(tx, actor.uid, square));
      return { status: 200, body: await profileOf(context, actor.uid) };
    },
    'DELETE /api/auth/photo': async ({ actor }) => {
      await changePhoto(context, actor.uid, null, async (tx) => {
        await updateProfile(tx, actor.uid, { photoUrl: null });
        await deletePhoto(tx, actor.uid);
      });
      return { status: 200, body: await profileOf(context, actor.uid) };
    },
    'DELETE /api/auth/profile': async (call) => {
      await deletePerson(context, call.actor, call);
      return { status: 204, body: undefined };
    },
    'POST /api/auth/reauthenticate': async (call, { body }) => {
      await reauthenticate(context, call.actor, body, call);
      return { status: 204, body: undefined };
    },
    'PUT /api/auth/password': async (call, { body }) => {
      await changePassword(context, call.actor, body.password, call);
      return { status: 204, body: undefined };
    },
    'POST /api/auth/email': async (call, { body }) => ({
      status: 202,
      body: { handle: await askForEmail(context, call.actor, body.email, call) },
    }),
    'PUT /api/auth/email': async (call, { body }) => {
      await changeEmail(context, call.actor, body, call);
      return { status: 200, body: await profileOf(context, call.actor.uid) };
    },
  };
}

/** Changes the photo here and in every membership, in one transaction. */
async function changePhoto(
  { transact, needs }: IdentityContext,
  uid: string,
  photoUrl: string | null,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const settle = await transact(async (tx) => {
    await change(tx);
    return needs.photoChanged(tx, uid, photoUrl);
  });
  settle();
}

async function profileOf(
  { database, needs }: IdentityContext,
  uid: string,
): Promise<OutputOf<'GET /api/auth/profile'>> {
  const [user, accounts, identities, withPassword] = await Promise.all([
    getUser(database, uid),
    listAccountsOf(database, uid),
    listIdentitiesOf(database, uid),
    hasPassword(database, uid),
  ]);
  // An address that nobody has confirmed may be somebody else's, and so may what waits for it.
  const waitingInvitations = user.email_verified_at === null ? 0 : await needs.countInvitations(database, user.email);
  return presentProfile({ user, accounts, identities, hasPassword: withPassword, waitingInvitations });
}
