import type { OutputOf } from '@parley/contract';
import type { UserActor } from '../../platform/auth/actor.ts';
import type { Transaction } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { changeEmail, changePassword, requestEmailChange } from './commands/change-credentials.ts';
import { deleteUser } from './commands/delete-user.ts';
import { reauthenticate } from './commands/reauthenticate.ts';
import type { IdentityContext } from './context.ts';
import { callerOf } from './devices.ts';
import { hasSecondFactor } from './factor-repo.ts';
import { presentDisplay, presentProfile } from './present.ts';
import { listIdentitiesOf, listProviderDemands } from './provider-repo.ts';
import { getUser, listAccountsOf } from './repo.ts';
import {
  deletePhoto,
  hasPassword,
  storeDefaultAccount,
  storePhoto,
  updatePreferences,
  updateProfile,
} from './user-repo.ts';

/** The user's own profile, sign-in methods and deletion. */
export function profileHandlers(context: IdentityContext): Handlers {
  return {
    'GET /api/auth/profile': async ({ actor }) => ({ status: 200, body: await profileOf(context, actor) }),
    'PUT /api/auth/profile': async ({ actor }, { body }) => {
      const { displayName, phoneNumber, photoURL: photoUrl, default_client_id: start } = body;
      const { time_zone: timeZone, formats } = body;
      if (start !== undefined && !(await storeDefaultAccount(context.database, actor.uid, start))) {
        throw new AppError('not_found', { message: 'This account was not found.' });
      }
      if (photoUrl === undefined) {
        await updateProfile(context.database, actor.uid, { displayName, phoneNumber, timeZone, formats });
      } else {
        await changePhoto(context, actor.uid, photoUrl, async (tx) => {
          await updateProfile(tx, actor.uid, { displayName, phoneNumber, photoUrl, timeZone, formats });
          // The previous photo is no longer used.
          await deletePhoto(tx, actor.uid);
        });
      }
      if (timeZone !== undefined || formats !== undefined) tellDevices(context, actor.uid);
      return { status: 200, body: await profileOf(context, actor) };
    },
    'GET /api/auth/preferences': async ({ actor }) => ({
      status: 200,
      body: presentDisplay(await getUser(context.database, actor.uid)),
    }),
    'PUT /api/auth/preferences': async ({ actor }, { body }) => {
      const preferences = await updatePreferences(context.database, actor.uid, body);
      tellDevices(context, actor.uid);
      return { status: 200, body: preferences };
    },
    'PUT /api/auth/photo': async ({ actor, request }) => {
      const square = await context.dependencies.receiveAvatar(request);
      await changePhoto(context, actor.uid, square.url, (tx) => storePhoto(tx, actor.uid, square));
      return { status: 200, body: await profileOf(context, actor) };
    },
    'DELETE /api/auth/photo': async ({ actor }) => {
      await changePhoto(context, actor.uid, null, async (tx) => {
        await updateProfile(tx, actor.uid, { photoUrl: null });
        await deletePhoto(tx, actor.uid);
      });
      return { status: 200, body: await profileOf(context, actor) };
    },
    'DELETE /api/auth/profile': async (call) => {
      await deleteUser(context, call.actor, callerOf(call));
      return { status: 204, body: undefined };
    },
    'POST /api/auth/reauthenticate': async (call, { body }) => {
      await reauthenticate(context, call.actor, body, callerOf(call));
      return { status: 204, body: undefined };
    },
    'PUT /api/auth/password': async (call, { body }) => {
      await changePassword(context, call.actor, body.password, callerOf(call));
      return { status: 204, body: undefined };
    },
    'POST /api/auth/email': async (call, { body }) => ({
      status: 202,
      body: { handle: await requestEmailChange(context, call.actor, body.email, callerOf(call)) },
    }),
    'PUT /api/auth/email': async (call, { body }) => {
      await changeEmail(context, call.actor, body, callerOf(call));
      return { status: 200, body: await profileOf(context, call.actor) };
    },
  };
}

/** Open pages of the user read again what was chosen for all devices. */
function tellDevices({ platform }: IdentityContext, uid: string): void {
  platform.notifier.notify('preferences', uid);
}

/** Changes the photo here and in every membership, in one transaction. */
async function changePhoto(
  { transact, dependencies }: IdentityContext,
  uid: string,
  photoUrl: string | null,
  change: (tx: Transaction) => Promise<void>,
): Promise<void> {
  const settle = await transact(async (tx) => {
    await change(tx);
    return dependencies.photoChanged(tx, uid, photoUrl);
  });
  settle();
}

async function profileOf(
  { database, dependencies, platform }: IdentityContext,
  actor: UserActor,
): Promise<OutputOf<'GET /api/auth/profile'>> {
  const { uid } = actor;
  const [user, accounts, demands, identities, withPassword, twoStep] = await Promise.all([
    getUser(database, uid),
    listAccountsOf(database, uid),
    listProviderDemands(database, actor),
    listIdentitiesOf(database, uid),
    hasPassword(database, uid),
    hasSecondFactor(database, uid),
  ]);
  // An unverified address may be someone else's, and so may invitations sent to it.
  const waitingInvitations =
    user.email_verified_at === null ? 0 : await dependencies.countInvitations(database, user.email);
  const nameOf = (id: string) => platform.config.OIDC_PROVIDERS?.find((provider) => provider.id === id)?.name ?? id;
  const neededProviders = new Map(
    demands.flatMap(({ client_id, provider_id: id, met }) => (met ? [] : [[client_id, { id, name: nameOf(id) }]])),
  );
  return presentProfile({
    ...{ user, accounts, neededProviders, identities },
    ...{ hasPassword: withPassword, waitingInvitations, twoStep },
  });
}
