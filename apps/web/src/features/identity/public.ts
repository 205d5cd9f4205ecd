export { ConfirmIdentity } from './components/confirm-identity.tsx';
export { useSignInErrorText } from './components/use-sign-in-problem-text.ts';
export { identity } from './data/browser-identity.ts';
export { ensureRecent } from './data/ensure-recent.ts';
export type { CurrentUser, Identity, SentCode, SignedInSession } from './data/identity-client.ts';
export { type PasskeyPlace, passkeyPlaceOfPage } from './data/passkey-place.ts';
export { useCompleteSignIn, useRedirectAfterSignIn } from './data/redirect-after-sign-in.ts';
export { signInProblemOf } from './data/sign-in-problem.ts';

/** Setting up two-step verification; loaded on demand. */
export const loadTwoStepParts = () => import('./lazy.ts');
