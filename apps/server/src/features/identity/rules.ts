import { cutName } from '@parley/contract/names';
/** Free attempts, the wait after the next one, its maximum, and when attempts are forgotten. */
export const throttlePolicy = {
  freeFailures: 5,
  firstWaitS: 10,
  longestWaitS: 15 * 60,
  forgetAfterS: 24 * 3600,
} as const;

/** Emailed codes and links: lifetime in seconds, attempts, emails per hour to one address and for one caller. */
export const codePolicy = { lifeS: 600, sendsAnHour: 5, sendsAnHourFromOne: 200 } as const;

/**
 * Failed sign-ins from one caller in an hour, at any addresses, before it counts as suspicious: enough for a big
 * office behind one address, too few to try common passwords on thousands of users. It is not blocked then, because
 * any user may be behind it: passwords of one address may be tried from there `triesOfAddress` times in an hour.
 */
export const callerPolicy = { failures: 500, windowS: 3600, triesOfAddress: 3 } as const;

/** The most passkeys of one user. */
export const maxPasskeys = 20;

/** Attempts per hour from a known device; beyond that it counts as unknown. */
export const devicePolicy = { tries: 50, windowS: 3600 } as const;

/**
 * How long a sign-in counts as recent, in milliseconds: ASVS 7.5 requires it before actions that could lock the user
 * out.
 */
const recentMs = 10 * 60_000;

export function isRecent(authTimeMs: number, nowMs: number): boolean {
  return nowMs - authTimeMs < recentMs;
}

/** The claims of a provider, or of a token signed with the operator's key. */
export type ProviderIdentity = {
  /** The configured id, or `custom:<key name>`. */
  providerId: string;
  issuer: string;
  subject: string;
  /** Normalized by the contract. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** The operator trusts this provider's claims about addresses. */
  trusted: boolean;
};

/** A subject of a provider: any text of reasonable length that a column can store. */
export function isSubject(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= 255 &&
    value.isWellFormed() &&
    !value.includes('\u0000')
  );
}

/** A provider's name for a user, made storable; null when nothing remains. */
export function providerName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = cutName(value.toWellFormed(), 200);
  return name === '' ? null : name;
}

export type AddressOwner = { id: string; verified: boolean; otherSubjectOfIssuer: boolean };
export type IdentityDecision = 'sign-in' | 'link' | 'take-over' | 'create' | 'other-credential' | 'closed' | 'no-email';

/**
 * The decision on a provider's identity. Issuer and subject identify a user; an address does so only when a trusted
 * provider has verified it, and never when the same issuer used another subject for it before (a recycled address).
 * `take-over`: the local address is unverified, so the verified identity wins and unverified sign-in methods end.
 * @param known a user has this issuer and subject already
 * @param mayCreate sign-up is open, or an invitation fits
 */
export function decideIdentity(
  identity: Pick<ProviderIdentity, 'email' | 'emailVerified' | 'trusted'>,
  known: boolean,
  owner: AddressOwner | null,
  mayCreate: boolean,
): IdentityDecision {
  if (known) return 'sign-in';
  if (identity.email === null) return 'no-email';
  if (owner !== null) {
    const isVerified = identity.trusted && identity.emailVerified && !owner.otherSubjectOfIssuer;
    if (!isVerified) return 'other-credential';
    return owner.verified ? 'link' : 'take-over';
  }
  return mayCreate ? 'create' : 'closed';
}

/** The user's context of a password; the parts of a password found in it do not count. */
export type PasswordContext = { name: string; email: string; accounts: readonly string[] };

/** The minimum length of a password without the words of its context. */
const ownCharacters = 4;
/** Shorter words of the context occur in almost every password. */
const shortestWord = 3;

/**
 * The problem with a new password, as text; null when there is none. There are no composition rules: it must be long
 * enough, not be among the most common passwords, and not consist of known facts about the user.
 * @param minLength in user-perceived characters
 * @param common the most common passwords, in lower case
 */
export function passwordProblem(
  password: string,
  minLength: number,
  common: ReadonlySet<string>,
  about: PasswordContext,
): string | null {
  if ([...password].length < minLength) return `Use at least ${minLength} characters.`;
  const plain = password.normalize('NFKC').toLowerCase();
  if (common.has(plain)) return 'This password is too common. Choose another.';
  const lettersOnly = keepLetters(plain);
  let rest = lettersOnly;
  for (const word of contextWords(about)) rest = rest.replaceAll(word, '');
  const isOwn = rest === lettersOnly || ([...rest].length >= ownCharacters && !/^\d*$/.test(rest));
  return isOwn ? null : 'This password is too close to your name, email or account name. Choose another.';
}

/** Longest first, so that a part of a word does not hide the whole. */
function contextWords({ name, email, accounts }: PasswordContext): string[] {
  const parts = [name, email, ...accounts].flatMap((text) => {
    const words = text
      .normalize('NFKC')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u);
    return [...words, keepLetters(text.toLowerCase())];
  });
  const local = keepLetters(email.slice(0, email.lastIndexOf('@')).toLowerCase());
  const words = [...parts, local, 'parley', 'whatsapp'].filter((word) => word.length >= shortestWord);
  return [...new Set(words)].sort((one, other) => other.length - one.length);
}

function keepLetters(text: string): string {
  return text.normalize('NFKC').replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** A session, as found by a presented refresh token. */
export type PresentedSession = {
  /** Not revoked, before its idle and absolute expiry, and the user not disabled. */
  live: boolean;
  /** The token is the newest one. */
  current: boolean;
  /** The token is the one before the newest, which replaced it within the grace period. */
  in_grace: boolean;
};

/** The active sessions of one user. */
export const mostSessions = 100;

/** What the holder of a session's token is told once it has ended, by the stored reason. */
export const sessionEndReasons: Readonly<Record<string, string>> = {
  email: 'You were signed out because the email address of this user changed.',
  ended: 'You ended this session on another device.',
  ended_by_admin: 'An Admin signed you out.',
  factor: 'You were signed out because two-step verification changed.',
  password: 'You were signed out because your password changed.',
  reuse: 'This session ended because an old token of it was used again: somebody may have copied it.',
  too_many: `You are signed in more than ${mostSessions} times, so the session used longest ago ended.`,
};

export const refreshDecisions = ['rotate', 'repeat', 'revoke', 'refuse'] as const;
export type RefreshDecision = (typeof refreshDecisions)[number];

/**
 * The decision on a refresh token. `repeat`: another tab was first or the response was lost, and this call gets the
 * same new token. `revoke`: an already replaced token was presented, so someone has a copy.
 * @param sameClient the call comes from the client that received the newest token
 */
export function decideRefresh(session: PresentedSession | null, sameClient: boolean): RefreshDecision {
  if (session?.live !== true) return 'refuse';
  if (session.current) return 'rotate';
  return session.in_grace && sameClient ? 'repeat' : 'revoke';
}

/**
 * The one algorithm that a key may sign with; the token's own header is ignored.
 * @returns null for an unsupported kind or size of key
 */
export function algorithmOf(jwk: { kty?: string; crv?: string; n?: string }): 'ES256' | 'EdDSA' | 'RS256' | null {
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256';
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return 'EdDSA';
  const rsaBits = (Buffer.from(jwk.n ?? '', 'base64url').length || 0) * 8;
  return jwk.kty === 'RSA' && rsaBits >= 2048 ? 'RS256' : null;
}
