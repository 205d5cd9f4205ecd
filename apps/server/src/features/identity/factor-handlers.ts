import type { Handlers } from '../../platform/http/routing.ts';
import { beginTotp, confirmFirstTotp, readFactors, removeTotp, renewRecoveryCodes } from './commands/change-factors.ts';
import { finishSignIn } from './commands/second-factor.ts';
import type { IdentityContext } from './context.ts';
import { callerOf } from './devices.ts';
import { answerSignedIn } from './refresh-cookie.ts';

/** The second step of a sign-in, and what it is made with. */
export function factorHandlers(context: IdentityContext): Handlers {
  return {
    'POST /api/auth/second-factor': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await finishSignIn(context, body, caller), caller);
    },
    'GET /api/auth/factors': async ({ actor }) => ({ status: 200, body: await readFactors(context, actor.uid) }),
    'POST /api/auth/factors/totp': async ({ actor }) => ({ status: 200, body: await beginTotp(context, actor) }),
    'POST /api/auth/factors/totp/confirm': async (call, { body }) => ({
      status: 200,
      body: { recovery_codes: await confirmFirstTotp(context, call.actor, body.code, callerOf(call)) },
    }),
    'POST /api/auth/factors/recovery-codes': async (call, { body }) => ({
      status: 200,
      body: { recovery_codes: await renewRecoveryCodes(context, call.actor, body, callerOf(call)) },
    }),
    'POST /api/auth/factors/remove': async (call, { body }) => {
      await removeTotp(context, call.actor, body, callerOf(call));
      return { status: 204, body: undefined };
    },
  };
}
