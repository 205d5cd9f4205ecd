import type { Handlers } from '../../platform/http/routing.ts';
import { addPasskey, changePasskeyName, removePasskey } from './commands/change-passkeys.ts';
import { beginPasskey, requestOwnPasskey, requestPasskey } from './commands/passkey-challenge.ts';
import { signInByPasskey } from './commands/sign-in-passkey.ts';
import type { IdentityContext } from './context.ts';
import { callerOf } from './devices.ts';
import { answerSignedIn } from './refresh-cookie.ts';

/** Signing in with passkeys, and the passkeys of a user. */
export function passkeyHandlers(context: IdentityContext): Handlers {
  return {
    'POST /api/auth/passkey-challenge': async (call, { body }) => ({
      status: 200,
      body: { options: await requestPasskey(context, body.handle, callerOf(call)) },
    }),
    'POST /api/auth/sign-in-passkey': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await signInByPasskey(context, body.passkey, caller), caller);
    },
    'POST /api/auth/factors/passkeys/begin': async ({ actor }) => ({
      status: 200,
      body: { options: await beginPasskey(context, actor) },
    }),
    'POST /api/auth/factors/passkeys': async (call, { body }) => ({
      status: 200,
      body: { recovery_codes: await addPasskey(context, call.actor, body, callerOf(call)) },
    }),
    'POST /api/auth/factors/passkeys/challenge': async ({ actor }) => ({
      status: 200,
      body: { options: await requestOwnPasskey(context, actor) },
    }),
    'PUT /api/auth/factors/passkeys/{id}': async (call, { params, body }) => {
      await changePasskeyName(context, call.actor, { id: params.id, name: body.name }, callerOf(call));
      return { status: 204, body: undefined };
    },
    'POST /api/auth/factors/passkeys/{id}/remove': async (call, { params, body }) => {
      await removePasskey(context, call.actor, { id: params.id, proof: body }, callerOf(call));
      return { status: 204, body: undefined };
    },
  };
}
