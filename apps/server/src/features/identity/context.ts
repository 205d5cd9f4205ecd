import { createHash, createHmac, randomBytes, randomInt } from 'node:crypto';
import type { Tokens } from '@parley/contract/types';
import type { Call, UserActor } from '../../platform/auth/actor.ts';
import type { AuditEvent } from '../../platform/auth/audit.ts';
import type { Auth } from '../../platform/auth/authenticate.ts';
import { type Grant, idTokenLifeS } from '../../platform/auth/id-token.ts';
import type { Executor, Transaction } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Letter } from '../../platform/mail/letter.ts';
import { putLetter } from '../../platform/mail/outbox.ts';
import type { Platform } from '../../platform/platform.ts';
import type { IdentityNeeds } from './needs.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { findPhoto } from './person-repo.ts';
import { getUser } from './repo.ts';
import { isRecent, throttlePolicy } from './rules.ts';
import { createKeyedTurnstile } from './turnstile.ts';

/** What the commands of this feature work with. */
export type IdentityContext = {
  platform: Platform;
  auth: Auth;
  needs: IdentityNeeds;
  /** Statements without a transaction, and transactions, of the role that crosses accounts: people belong to none. */
  database: Executor;
  transact<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>;
  passwords: Passwords;
  /** The throttle's key of an address; the address itself is not kept. */
  throttleKey(email: string): Buffer;
  /** The key of a limit of its own kind, such as letters to an address; what it is about is not kept. */
  limitKey(kind: string, about: string): Buffer;
  /** How the six digits of a letter are kept, with the handle that they belong to. */
  codeHash(handle: string, code: string): Buffer;
  /**
   * Tries of one address that run at once here. They count as failed until they are known to be right, so as many as
   * are free may run, less one: people who sign in several times at once with the right password are not blocked.
   */
  signIns: ReturnType<typeof createKeyedTurnstile>;
  /**
   * The refresh token that follows another: the same for every tab that presents the same one, and nothing anybody
   * could compute without the installation's key.
   */
  successorOf(sid: string, refreshToken: string): string;
};

export function createIdentityContext(platform: Platform, auth: Auth, needs: IdentityNeeds): IdentityContext {
  const throttleSecret = platform.secrets.derive('sign-in throttle');
  const limitSecret = platform.secrets.derive('sign-in limits');
  const codeSecret = platform.secrets.derive('codes of letters');
  const keyed = (secret: string, ...parts: string[]) =>
    createHmac('sha256', secret).update(parts.join('\u001f')).digest();
  const successorSecret = platform.secrets.derive('refresh token succession');
  return {
    platform,
    auth,
    needs,
    database: platform.db.system.statements('identity'),
    transact: (fn) => platform.db.system.transaction('identity', fn),
    passwords: createPasswords(),
    signIns: createKeyedTurnstile(throttlePolicy.freeFailures - 1, 50),
    throttleKey: (email) => keyed(throttleSecret, email),
    limitKey: (kind, about) => keyed(limitSecret, kind, about),
    codeHash: (handle, code) => keyed(codeSecret, handle, code),
    successorOf: (sid, token) => keyed(successorSecret, sid, token).toString('base64url'),
  };
}

/** The bytes of a photo by the address it is served under. */
export function findPhotoOf(platform: Platform, id: string): Promise<Buffer | null> {
  return findPhoto(platform.db.system.statements('identity'), id);
}

/** Where a call comes from, for sessions and the audit trail. */
export type Caller = Pick<Call<unknown>, 'ip' | 'userAgent' | 'requestId'>;

/** A new refresh token: 256 random bits. */
export function newRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** Six digits, as people type them. */
export function newCode(): string {
  return String(randomInt(1_000_000)).padStart(6, '0');
}

/** @throws AppError('requires-recent-login') when the person last showed who they are over ten minutes ago */
export function requireRecent(actor: UserActor): void {
  if (isRecent(actor.authTimeMs, Date.now())) return;
  throw new AppError('requires-recent-login', { message: 'Please confirm that it is you first.' });
}

/** Puts a letter of this feature into the outbox. @param lifeS seconds */
export async function write(context: IdentityContext, tx: Executor, letter: Letter, lifeS: number): Promise<void> {
  await putLetter(tx, context.platform, letter, lifeS);
}

/** How tokens are kept: they are random, so a plain hash hides them and is an index key. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** @returns at most 400 characters of what the browser says it is */
export function shortAgent(caller: Caller): string {
  return caller.userAgent.slice(0, 400);
}

export function eventOf(
  caller: Caller,
  action: string,
  event: Pick<AuditEvent, 'uid' | 'clientId' | 'target'>,
): AuditEvent {
  return { ...event, action: `identity.${action}`, ip: caller.ip, requestId: caller.requestId };
}

/** The answer of everything that signs in. */
export async function answerTokens(context: IdentityContext, grant: Grant, refreshToken: string): Promise<Tokens> {
  return {
    id_token: await context.auth.idTokens.sign(grant),
    refresh_token: refreshToken,
    expires_in: idTokenLifeS,
  };
}

/** In which zone times are shown to a person; null: that of the device. */
export async function findTimeZone(platform: Platform, uid: string): Promise<string | null> {
  return (await getUser(platform.db.system.statements('identity'), uid)).time_zone;
}
