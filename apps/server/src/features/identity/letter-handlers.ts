import type { Handlers } from '../../platform/http/routing.ts';
import { sendConfirmCode, sendSignInCode, sendSignInLink } from './commands/send-code.ts';
import { signInByCode, signInByLink } from './commands/sign-in-code.ts';
import { signUp } from './commands/sign-up.ts';
import type { IdentityContext } from './context.ts';

/** What goes by letter: codes, links, signing up. */
export function letterHandlers(context: IdentityContext): Handlers {
  return {
    'POST /api/auth/sign-up': async (call, { body }) => {
      const outcome = await signUp(context, body, call);
      return 'tokens' in outcome
        ? { status: 200, body: outcome.tokens }
        : { status: 202, body: { handle: outcome.handle } };
    },
    'POST /api/auth/send-code': async (call, { body }) => ({
      status: 202,
      body: { handle: await sendSignInCode(context, body.email, call) },
    }),
    'POST /api/auth/sign-in-code': async (call, { body }) => ({
      status: 200,
      body: await signInByCode(context, body, call),
    }),
    'POST /api/auth/send-link': async (call, { body }) => {
      await sendSignInLink(context, body.email, call);
      return { status: 202, body: {} };
    },
    'POST /api/auth/sign-in-link': async (call, { body }) => ({
      status: 200,
      body: await signInByLink(context, body.link, call),
    }),
    'POST /api/auth/reauthenticate/send-code': async (call) => ({
      status: 202,
      body: { handle: await sendConfirmCode(context, call.actor, call) },
    }),
  };
}
