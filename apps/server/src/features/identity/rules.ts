import { commonPasswords } from './common-passwords.ts';

/** Wrong passwords that cost nothing, the wait after the one that follows, its limit, and when all is forgotten. */
export const throttlePolicy = {
  freeFailures: 5,
  firstWaitS: 10,
  longestWaitS: 15 * 60,
  forgetAfterS: 24 * 3600,
} as const;

/** Codes and links of letters: seconds they live, tries, letters to one address and from one caller in an hour. */
export const codePolicy = { lifeS: 600, sendsAnHour: 5, sendsAnHourFromOne: 200 } as const;

/**
 * Failed sign-ins from one caller in an hour, whatever the addresses: enough for a big office behind one address, too few
 * to try a common password on thousands of people.
 */
export const callerPolicy = { failures: 500, windowS: 3600 } as const;

/** How long a sign-in counts as recent, milliseconds: ASVS 7.5 asks for it before what could lock the person out. */
const recentMs = 10 * 60_000;

export function isRecent(authTimeMs: number, nowMs: number): boolean {
  return nowMs - authTimeMs < recentMs;
}

/**
 * What stands for one caller in limits: an IPv4 address, or the /64 that a household or machine gets of IPv6.
 * @param ip as the socket gives it
 */
export function callerGroup(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped !== undefined || !ip.includes(':')) return mapped ?? ip;
  const [head = '', tail = ''] = ip.split('::', 2);
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === '' ? [] : tail.split(':');
  const zeros = ip.includes('::') ? Math.max(0, 8 - groups.length - rest.length) : 0;
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...rest];
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** What a provider, or a token of the operator's key, says about somebody. */
export type ForeignIdentity = {
  /** The configured id, or `custom:<key name>`. */
  providerId: string;
  issuer: string;
  subject: string;
  /** In the contract's spelling. */
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  /** The operator believes this provider's word about addresses. */
  trusted: boolean;
};

/** A subject as others name people: anything of reasonable length that a row can hold. */
export function isSubject(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= 255 &&
    value.isWellFormed() &&
    !value.includes('\u0000')
  );
}

/** A name from elsewhere, made storable; null when nothing is left of it. */
export function foreignName(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const name = value
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, 200);
  return name === '' ? null : name;
}

export type AddressOwner = { id: string; verified: boolean; otherSubjectOfIssuer: boolean };
export type IdentityDecision = 'sign-in' | 'link' | 'take-over' | 'create' | 'other-credential' | 'closed' | 'no-email';

/**
 * What a foreign identity leads to. Issuer and subject name a person; an address does so only when a trusted provider
 * vouches for it, and never when the same issuer has called its owner something else before (a recycled address).
 * `take-over`: nobody has proven the local address, so the proof wins and whatever unproven ways in there are end.
 * @param known somebody has this issuer and subject already
 * @param mayCreate sign-up is open, or an invitation fits
 */
export function decideIdentity(
  identity: Pick<ForeignIdentity, 'email' | 'emailVerified' | 'trusted'>,
  known: boolean,
  owner: AddressOwner | null,
  mayCreate: boolean,
): IdentityDecision {
  if (known) return 'sign-in';
  if (identity.email === null) return 'no-email';
  if (owner !== null) {
    const proven = identity.trusted && identity.emailVerified && !owner.otherSubjectOfIssuer;
    if (!proven) return 'other-credential';
    return owner.verified ? 'link' : 'take-over';
  }
  return mayCreate ? 'create' : 'closed';
}

/**
 * What is wrong with a new password, in words; null when nothing is. There are no rules of composition: length and not
 * being among the first guesses is what counts.
 * @param minLength characters as a person counts them
 */
export function passwordProblem(password: string, minLength: number, email: string): string | null {
  if ([...password].length < minLength) return `Use at least ${minLength} characters.`;
  const plain = password.toLowerCase();
  if (commonPasswords.has(plain)) return 'This password is among the most common ones. Choose another.';
  if (plain === email || plain === email.slice(0, email.indexOf('@'))) return 'Choose something else than your e-mail.';
  return null;
}

/** A session as a presented refresh token found it. */
export type PresentedSession = {
  /** Not revoked, not past its idle or absolute end, the person not disabled. */
  live: boolean;
  /** The token is the newest one, not the one before. */
  current: boolean;
  /** The rotation that replaced the token was less than the grace ago. */
  in_grace: boolean;
};

export const refreshDecisions = ['rotate', 'repeat', 'revoke', 'refuse'] as const;
export type RefreshDecision = (typeof refreshDecisions)[number];

/**
 * What a refresh token leads to. `repeat`: another tab was first, and this one gets the same new token as that one.
 * `revoke`: an old token comes back long after it was replaced, so somebody holds a copy.
 */
export function decideRefresh(session: PresentedSession | null): RefreshDecision {
  if (session?.live !== true) return 'refuse';
  if (session.current) return 'rotate';
  return session.in_grace ? 'repeat' : 'revoke';
}

/**
 * The one algorithm a key may sign with; a token's own word about it counts for nothing.
 * @returns null for a key of a kind or size we do not take
 */
export function algorithmOf(jwk: { kty?: string; crv?: string; n?: string }): 'ES256' | 'EdDSA' | 'RS256' | null {
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256';
  if (jwk.kty === 'OKP' && jwk.crv === 'Ed25519') return 'EdDSA';
  const rsaBits = (Buffer.from(jwk.n ?? '', 'base64url').length || 0) * 8;
  return jwk.kty === 'RSA' && rsaBits >= 2048 ? 'RS256' : null;
}
