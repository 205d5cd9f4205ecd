import type { OutputOf } from '@parley/contract';
import { AppError } from '../../platform/errors.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { vapidKeys } from '../../platform/push-keys.ts';
import { claimFirstUser } from './commands/claim-setup.ts';
import { endOtherSessions, endSession, endSessionOf } from './commands/end-session.ts';
import { refreshSession } from './commands/refresh-session.ts';
import { signInByPassword } from './commands/sign-in.ts';
import { switchAccount } from './commands/switch-account.ts';
import type { IdentityContext } from './context.ts';
import { callerOf } from './devices.ts';
import { passkeySite } from './passkey-site.ts';
import { presentSessions } from './present.ts';
import type { ProviderClients } from './provider-clients.ts';
import { hasCustomKeys } from './provider-repo.ts';
import { answerSignedIn, answerWith, endCookie, endOldCookies, readRefreshToken } from './refresh-cookie.ts';
import { hasUsers } from './repo.ts';
import { listSessionsOf } from './session-repo.ts';

/** Sign-in by password, sessions and their tokens. */
export function sessionHandlers(context: IdentityContext, providers: ProviderClients): Handlers {
  return {
    'GET /api/auth/config': async () => ({ status: 200, body: await configOf(context, providers) }),
    'POST /api/auth/setup': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await claimFirstUser(context, body, caller), caller);
    },
    'POST /api/auth/sign-in': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await signInByPassword(context, body, caller), caller);
    },
    'POST /api/auth/token': async (call, { body }) => {
      const { refresh_token: token, session_id: sid = '' } = body;
      const renewed = await refreshSession(context, token ?? readRefreshToken(call, sid), callerOf(call));
      const { cookies, ...answer } = answerWith(context, call, renewed);
      return { ...answer, cookies: [...cookies, ...(await endOldCookies(context.database, call))] };
    },
    'DELETE /api/auth/token': async (call, { body }) => {
      const { refresh_token: token, session_id: sid } = body;
      await endSessionOf(context, token ?? readRefreshToken(call, sid ?? ''), callerOf(call));
      const cookies = sid === undefined ? [] : [endCookie(call, sid.toLowerCase())];
      return { status: 204, body: undefined, cookies };
    },
    'POST /api/auth/switch': async (call, { body }) => {
      const clientId = body.client_id.toLowerCase();
      return answerWith(context, call, await switchAccount(context, call.actor, clientId, callerOf(call)));
    },
    'POST /api/auth/sign-out': async (call) => {
      await endSession(context, call.actor, call.actor.sid, callerOf(call));
      return { status: 204, body: undefined, cookies: [endCookie(call, call.actor.sid)] };
    },
    'GET /api/auth/sessions': async ({ actor }) => ({
      status: 200,
      body: presentSessions(await listSessionsOf(context.database, actor.uid), actor.sid),
    }),
    'DELETE /api/auth/sessions': async (call) => ({
      status: 200,
      body: { ended: await endOtherSessions(context, call.actor, callerOf(call)) },
    }),
    'DELETE /api/auth/sessions/{id}': async (call, { params }) => {
      const ended = await endSession(context, call.actor, params.id.toLowerCase(), callerOf(call));
      if (!ended) throw new AppError('not_found', { message: 'This session was not found.' });
      return { status: 204, body: undefined };
    },
  };
}

/** Only the available methods: a button that does not work is worse than none. */
async function configOf(
  { platform, database }: IdentityContext,
  providers: ProviderClients,
): Promise<OutputOf<'GET /api/auth/config'>> {
  const { config } = platform;
  const listed = providers.list().map(({ id, name }) => ({ id, name }));
  return {
    methods: [
      'password',
      // Without a mail server only the operator sees emails.
      ...(config.SMTP_URL === undefined ? [] : (['email_link', 'email_code'] as const)),
      ...(listed.length === 0 ? [] : (['provider'] as const)),
      ...((await hasCustomKeys(database)) ? (['custom_token'] as const) : []),
    ],
    password_policy: { min_length: config.MIN_PASSWORD_LENGTH },
    providers: listed,
    push: { vapid_public_key: vapidKeys(platform).publicKey, onesignal_app_id: config.ONESIGNAL_APP_ID ?? null },
    sign_up: config.SIGN_UP,
    set_up: await hasUsers(database),
    passkey_origin: passkeySite(platform.publicUrl())?.origin ?? null,
  };
}
