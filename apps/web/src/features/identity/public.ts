export type { Identity, Person, SentCode, SignedInSession } from './boundary.ts';
export { identity } from './browser-identity.ts';
export { useEnter, useLand } from './enter.ts';
export { type RecentSignIn, useRecentSignIn } from './recent-sign-in.tsx';
export { signInProblemOf } from './sign-in-problem.ts';
export { useSignInErrorWords } from './use-sign-in-words.ts';
