import type { Handlers } from '../../platform/http/routing.ts';
import { sendConfirmCode, sendSignInCode, sendSignInLink } from './commands/send-code.ts';
import { signInByCode, signInByLink } from './commands/sign-in-code.ts';
import { signUp } from './commands/sign-up.ts';
import type { IdentityContext } from './context.ts';
import { callerOf } from './devices.ts';
import { answerSignedIn } from './refresh-cookie.ts';

/** Emailed codes and links, and signing up. */
export function emailCodeHandlers(context: IdentityContext): Handlers {
  return {
    'POST /api/auth/sign-up': async (call, { body }) => {
      const caller = callerOf(call);
      const outcome = await signUp(context, body, caller);
      return 'tokens' in outcome
        ? answerSignedIn(context, call, outcome.tokens, caller)
        : { status: 202, body: { handle: outcome.handle } };
    },
    'POST /api/auth/send-code': async (call, { body }) => ({
      status: 202,
      body: { handle: await sendSignInCode(context, body.email, callerOf(call)) },
    }),
    'POST /api/auth/sign-in-code': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await signInByCode(context, body, caller), caller);
    },
    'POST /api/auth/send-link': async (call, { body }) => {
      await sendSignInLink(context, body.email, callerOf(call));
      return { status: 202, body: {} };
    },
    'POST /api/auth/sign-in-link': async (call, { body }) => {
      const caller = callerOf(call);
      return answerSignedIn(context, call, await signInByLink(context, body.link, caller), caller);
    },
    'POST /api/auth/reauthenticate/send-code': async (call) => ({
      status: 202,
      body: { handle: await sendConfirmCode(context, call.actor, callerOf(call)) },
    }),
  };
}
