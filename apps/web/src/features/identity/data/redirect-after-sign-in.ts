import type { Tokens } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { session } from '../../../platform/browser-session.ts';

/** Redirects to /loggedin, which decides where to go; `next` is where the user wanted to go. */
export function useRedirectAfterSignIn(): (next?: string) => Promise<void> {
  const navigate = useNavigate();
  return (next) => navigate({ to: '/loggedin', search: next === undefined ? {} : { next }, replace: true });
}

/** Starts the session with the tokens and redirects to where the user wanted to go. */
export function useCompleteSignIn(): (tokens: Tokens, next?: string) => Promise<void> {
  const redirect = useRedirectAfterSignIn();
  return (tokens, next) => {
    session.signIn(tokens);
    return redirect(next);
  };
}
