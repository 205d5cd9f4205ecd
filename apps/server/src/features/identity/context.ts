import { createHash, createHmac, randomInt } from 'node:crypto';
import type { Language } from '@parley/contract/languages';
import type { Display, Tokens } from '@parley/contract/types';
import type { Call, UserActor } from '../../platform/auth/actor.ts';
import type { AuditEvent } from '../../platform/auth/audit.ts';
import type { Auth } from '../../platform/auth/authenticate.ts';
import { type Grant, idTokenLifeS } from '../../platform/auth/id-token.ts';
import type { Executor, Transaction } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Email } from '../../platform/mail/email.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import { createKeyedConcurrencyLimit } from './concurrency-limit.ts';
import type { IdentityDependencies } from './dependencies.ts';
import { hasSecondFactor } from './factor-repo.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { presentDisplay } from './present.ts';
import { createRefreshTokens, type RefreshTokens } from './refresh-tokens.ts';
import { getUser } from './repo.ts';
import { isRecent, throttlePolicy } from './rules.ts';
import { findIsSignedInWith } from './session-repo.ts';
import { findPhoto } from './user-repo.ts';

/** Shared dependencies of the commands of this feature. */
export type IdentityContext = {
  platform: Platform;
  auth: Auth;
  dependencies: IdentityDependencies;
  /**
   * Runs statements and transactions with the role that crosses accounts, because users belong to no single account.
   */
  database: Executor;
  transact<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  passwords: Passwords;
  /** The throttle's key of an address; the address itself is not stored. */
  throttleKey(email: string): Buffer;
  /** The key of a limit of the given kind, such as emails to an address; its subject is not stored. */
  limitKey(kind: string, about: string): Buffer;
  /** The stored hash of a six-digit code, bound to its handle. */
  codeHash(handle: string, code: string): Buffer;
  /**
   * Concurrent attempts at one address in this process. They count as failed until verified, so one fewer than the
   * remaining number may run at once: users who sign in several times at once with the right password are not
   * blocked.
   */
  signIns: ReturnType<typeof createKeyedConcurrencyLimit>;
  refreshTokens: RefreshTokens;
};

export function createIdentityContext(platform: Platform, auth: Auth, needs: IdentityDependencies): IdentityContext {
  const throttleSecret = platform.secrets.derive('sign-in throttle');
  const limitSecret = platform.secrets.derive('sign-in limits');
  const codeSecret = platform.secrets.derive('codes of letters');
  const keyed = (secret: string, ...parts: string[]) =>
    createHmac('sha256', secret).update(parts.join('\u001f')).digest();
  return {
    platform,
    auth,
    dependencies: needs,
    database: platform.db.system.statements('identity'),
    transact: (fn) => platform.db.system.transaction('identity', fn),
    passwords: createPasswords(),
    signIns: createKeyedConcurrencyLimit(throttlePolicy.freeFailures - 1, 50),
    throttleKey: (email) => keyed(throttleSecret, email),
    limitKey: (kind, about) => keyed(limitSecret, kind, about),
    codeHash: (handle, code) => keyed(codeSecret, handle, code),
    refreshTokens: createRefreshTokens(platform.secrets),
  };
}

/** The bytes of a photo, by the id in its URL. */
export function findPhotoOf(platform: Platform, id: string): Promise<Buffer | null> {
  return findPhoto(platform.db.system.statements('identity'), id);
}

/** The origin of a call, for sessions, limits and the audit log. */
export type Caller = Pick<Call<unknown>, 'ip' | 'userAgent' | 'requestId'> & {
  /** The device id from the browser's cookie; a new one when there is none. */
  device: string;
  /** A session that begins with this call keeps its refresh token in a cookie. */
  wantsCookie: boolean;
  /** Of the page; null for programs that name none. */
  language: Language | null;
};

/** @property inCookie the session keeps its refresh token in a cookie: no response carries it */
export type SessionTokens = { tokens: Tokens; inCookie: boolean };

/** Six digits, to be typed by users. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** @throws AppError('requires-recent-login') when the user last authenticated over ten minutes ago */
export function requireRecent(actor: UserActor): void {
  if (isRecent(actor.authTimeMs, Date.now())) return;
  throw new AppError('requires-recent-login', { message: 'Confirm your identity first.' });
}

/** Puts an email of this feature into the outbox. @param lifeS seconds */
export async function write(context: IdentityContext, tx: Executor, email: Email, lifeS: number): Promise<void> {
  await enqueueEmail(tx, context.platform, email, lifeS);
}

/** The stored hash of a token: tokens are random, so a plain hash is safe and serves as index key. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** @returns at most 400 characters of the user agent */
export function shortUserAgent(caller: Caller): string {
  return caller.userAgent.slice(0, 400);
}

export function eventOf(
  caller: Caller,
  action: string,
  event: Pick<AuditEvent, 'uid' | 'clientId' | 'target' | 'detail'>,
): AuditEvent {
  return { ...event, action: `identity.${action}`, ip: caller.ip, requestId: caller.requestId };
}

/** The response of every sign-in. */
export async function answerTokens(context: IdentityContext, grant: Grant, refreshToken: string): Promise<Tokens> {
  return {
    id_token: await context.auth.idTokens.sign(grant),
    refresh_token: refreshToken,
    expires_in: idTokenLifeS,
  };
}

export function hasTwoStepVerification(platform: Platform, uid: string): Promise<boolean> {
  return hasSecondFactor(platform.db.system.statements('identity'), uid);
}

/** Whether a user's session signed in with an identity provider. */
export function isSignedInWith(platform: Platform, session: { uid: string; sid: string }, providerId: string) {
  return findIsSignedInWith(platform.db.system.statements('identity'), session, providerId);
}

/** What a user chose for all devices. */
export async function findDisplay(platform: Platform, uid: string): Promise<Display> {
  return presentDisplay(await getUser(platform.db.system.statements('identity'), uid));
}
