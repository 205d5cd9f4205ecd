import type { OutputOf } from '@parley/contract';
import type { Auth } from '../../platform/auth/authenticate.ts';
import type { Executor } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { claimFirstUser } from './commands/claim-setup.ts';
import { endOtherSessions, endSession } from './commands/end-session.ts';
import { refreshSession } from './commands/refresh-session.ts';
import { signInByPassword } from './commands/sign-in.ts';
import { switchAccount } from './commands/switch-account.ts';
import { createIdentityContext, type IdentityContext } from './context.ts';
import { letterHandlers } from './letter-handlers.ts';
import type { IdentityNeeds } from './needs.ts';
import { personHandlers } from './person-handlers.ts';
import { markEmailVerified } from './person-repo.ts';
import { presentSessions } from './present.ts';
import { createProviderClients, type ProviderClients } from './provider-clients.ts';
import { providerHandlers } from './provider-handlers.ts';
import { hasCustomKeys } from './provider-repo.ts';
import { getUser, markAccountUsed } from './repo.ts';
import { listSessionsOf, setSessionAccount } from './session-repo.ts';

export { prepareSetup } from './commands/setup-link.ts';
export { findPhotoOf, findTimeZone, requireRecent } from './context.ts';
export type { IdentityNeeds, InvitationForSignUp } from './needs.ts';
export { deleteExpired as deleteExpiredIdentityRows } from './repo.ts';
export { endRestoredSessions } from './restored-repo.ts';

/** Sign-in, sessions and the person's own profile. */
export function identityHandlers(platform: Platform, auth: Auth, needs: IdentityNeeds): Handlers {
  const context = createIdentityContext(platform, auth, needs);
  const providers = createProviderClients(platform.config.OIDC_PROVIDERS ?? []);
  return {
    ...sessionHandlers(context, providers),
    ...letterHandlers(context),
    ...providerHandlers(context, providers),
    ...personHandlers(context),
  };
}

function sessionHandlers(context: IdentityContext, providers: ProviderClients): Handlers {
  return {
    'GET /api/auth/config': async () => ({ status: 200, body: await configOf(context, providers) }),
    'POST /api/auth/setup': async (call, { body }) => ({
      status: 200,
      body: await claimFirstUser(context, body, call),
    }),
    'POST /api/auth/sign-in': async (call, { body }) => ({
      status: 200,
      body: await signInByPassword(context, body, call),
    }),
    'POST /api/auth/token': async (call, { body }) => ({
      status: 200,
      body: await refreshSession(context, body.refresh_token, call),
    }),
    'POST /api/auth/switch': async (call, { body }) => ({
      status: 200,
      body: await switchAccount(context, call.actor, body.client_id.toLowerCase(), call),
    }),
    'POST /api/auth/sign-out': async (call) => {
      await endSession(context, call.actor, call.actor.sid, call);
      return { status: 204, body: undefined };
    },
    'GET /api/auth/sessions': async ({ actor }) => ({
      status: 200,
      body: presentSessions(await listSessionsOf(context.database, actor.uid), actor.sid),
    }),
    'DELETE /api/auth/sessions': async (call) => ({
      status: 200,
      body: { ended: await endOtherSessions(context, call.actor, call) },
    }),
    'DELETE /api/auth/sessions/{id}': async (call, { params }) => {
      const ended = await endSession(context, call.actor, params.id.toLowerCase(), call);
      if (!ended) throw new AppError('not_found', { message: 'This session was not found.' });
      return { status: 204, body: undefined };
    },
  };
}

/** Only what works here: a button that leads nowhere is worse than none. */
async function configOf(
  { platform, database }: IdentityContext,
  providers: ProviderClients,
): Promise<OutputOf<'GET /api/auth/config'>> {
  const { config } = platform;
  const listed = providers.list().map(({ id, name }) => ({ id, name }));
  return {
    methods: [
      'password',
      // Without a mail server letters wait where only the operator sees them.
      ...(config.SMTP_URL === undefined ? [] : (['email_link', 'email_code'] as const)),
      ...(listed.length === 0 ? [] : (['provider'] as const)),
      ...((await hasCustomKeys(database)) ? (['custom_token'] as const) : []),
    ],
    password_policy: { min_length: config.MIN_PASSWORD_LENGTH },
    providers: listed,
    push: { vapid_public_key: null, onesignal_app_id: null },
    sign_up: config.SIGN_UP,
  };
}

/**
 * Puts a session into an account within the transaction that made the person its member: the next refresh has the
 * claims, and the next sign-in begins there.
 */
export async function enterAccount(
  tx: Executor,
  session: { sid: string; uid: string; clientId: string },
): Promise<void> {
  await setSessionAccount(tx, session.sid, session.clientId);
  await markAccountUsed(tx, session.clientId, session.uid);
}

/** Name and address of a person, for the membership that repeats them. @throws when there is no such person */
export async function getPerson(
  tx: Executor,
  uid: string,
): Promise<{ name: string; email: string; emailVerified: boolean }> {
  const { display_name: name, email, email_verified_at: verifiedAt } = await getUser(tx, uid);
  return { name, email, emailVerified: verifiedAt !== null };
}

/** Somebody signed in has shown that they read the letters to their address. */
export async function confirmAddress(tx: Executor, uid: string): Promise<void> {
  await markEmailVerified(tx, uid);
}
