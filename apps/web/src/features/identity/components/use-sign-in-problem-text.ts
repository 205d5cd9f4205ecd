import { useLingui } from '@lingui/react/macro';
import { genericMessage, unavailableMessage, waitText } from '../../../ui/error-messages.ts';
import { type SignInProblem, signInProblemOf } from '../data/sign-in-problem.ts';

/** Texts for every sign-in problem: what happened and what to do. */
export function useSignInProblemText(): (problem: SignInProblem) => string {
  const { t, i18n } = useLingui();
  return (problem) => {
    switch (problem.kind) {
      case 'wrong-password':
        return t`Wrong email address or password. Is Caps Lock on?`;
      case 'wrong-code':
        return t`This code is wrong or expired. After five wrong tries you need a new one.`;
      case 'dead-link':
        return t`This link was already used or is older than ten minutes. Request a new one.`;
      case 'dead-handoff':
        return t`This sign-in was already used, took too long, or was started in another tab. Start again.`;
      case 'dead-token':
        return t`This link was already used or has expired. Go back and open Parley again.`;
      case 'no-address':
        return t`The provider didn’t share your email address. Sign in another way.`;
      case 'disabled':
        return t`This account is disabled. Ask the server’s operator to enable it.`;
      case 'other-credential':
        return t`An account with this address already exists. Sign in as before, then connect this provider in your personal settings.`;
      case 'closed':
        return t`You don’t have an account here. Ask a member of your team to invite you.`;
      case 'not-recent':
        return t`Connecting took too long. Connect the provider again from your personal settings.`;
      case 'offline':
        return t`Can’t reach the server. Check your connection and try again; your text is saved.`;
      case 'no-answer':
        return t`The server didn’t respond in time. Try again; your text is saved.`;
      case 'insecure':
        return t`Providers can only be used over https. Open Parley at its https address, or sign in another way.`;
      case 'throttled':
        return t`Too many attempts. Wait ${waitText(problem.seconds)} and try again.`;
      case 'busy':
        return t`Too many sign-ins right now. Try again in ${waitText(problem.seconds)}.`;
      case 'unavailable':
        return i18n._(unavailableMessage);
      case 'said':
        return problem.words;
      default:
        return i18n._(genericMessage);
    }
  };
}

/** The same for a thrown error. */
export function useSignInErrorText(): (error: unknown) => string {
  const words = useSignInProblemText();
  return (error) => words(signInProblemOf(error));
}
