import { useLingui } from '@lingui/react/macro';
import { genericMessage, waitText } from '../../../ui/error-messages.ts';
import { type SignInProblem, signInProblemOf } from '../data/sign-in-problem.ts';

/** Texts for every sign-in problem: what happened and what to do. */
export function useSignInProblemText(): (problem: SignInProblem) => string {
  const { t, i18n } = useLingui();
  return (problem) => {
    switch (problem.kind) {
      case 'wrong-password':
        return t`This e-mail address and password do not belong together. Is Caps Lock on?`;
      case 'wrong-code':
        return t`This code is wrong or no longer works. After five wrong tries a new one is needed.`;
      case 'dead-link':
        return t`This link was used already or is older than ten minutes. Ask for a new one.`;
      case 'dead-handoff':
        return t`This sign-in was used already, took too long, or was begun in another tab. Please start again.`;
      case 'dead-token':
        return t`What brought you here was used already or has expired. Go back to where you came from and open Parley again.`;
      case 'no-address':
        return t`The provider did not tell your e-mail address, so nobody knows who you are here. Sign in another way.`;
      case 'disabled':
        return t`This account is disabled. Ask whoever runs this server to let you in again.`;
      case 'other-credential':
        return t`There is an account with this address already. Sign in the way you did before, then connect this provider in your personal settings.`;
      case 'closed':
        return t`There is no account for you here. Ask somebody of your team to invite you.`;
      case 'not-recent':
        return t`That took too long: connect the provider once more from your personal settings.`;
      case 'offline':
        return t`The server cannot be reached. Check your connection and try again; what you typed stays here.`;
      case 'no-answer':
        return t`The server did not answer in time. Try again; what you typed stays here.`;
      case 'insecure':
        return t`Providers can only be used over https. Open Parley at its https address, or sign in another way.`;
      case 'throttled':
        return t`Too many tries. Wait ${waitText(problem.seconds)} and try again.`;
      case 'busy':
        return t`Too many people are signing in at this moment. Try again in ${waitText(problem.seconds)}.`;
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
