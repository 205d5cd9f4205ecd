import type { Tokens } from '@parley/contract/types';
import { useNavigate } from '@tanstack/react-router';
import { session } from '../../platform/browser-session.ts';

/** On to /loggedin, which knows where a signed-in person belongs; `next` is where they wanted to be. */
export function useLand(): (next?: string) => Promise<void> {
  const navigate = useNavigate();
  return (next) => navigate({ to: '/loggedin', search: next === undefined ? {} : { next }, replace: true });
}

/** Takes the tokens of a sign-in and goes where the person wanted to be. */
export function useEnter(): (tokens: Tokens, next?: string) => Promise<void> {
  const land = useLand();
  return (tokens, next) => {
    session.signIn(tokens);
    return land(next);
  };
}
