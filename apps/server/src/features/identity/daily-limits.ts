import { createHmac } from 'node:crypto';
import type { Executor } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { takeLimited } from './token-repo.ts';

/*
 * What a user may cause in a day, in all accounts together: limits of an account alone grow with every account that its
 * user creates.
 */
const dayS = 24 * 3_600;
/** Emails to one address that has not asked for them, whoever has them sent. */
const mostToAddress = 10;
/** The same by one user, to any addresses. */
const mostByUser = 500;
/** New users that an identity provider creates in one account. */
const mostProvided = 5_000;

type Installation = Pick<Platform, 'secrets' | 'config'>;

/** @throws AppError('too_many_requests') with these words when all of a day are taken */
async function take(tx: Executor, { secrets }: Installation, about: string[], most: number, words: string) {
  const key = createHmac('sha256', secrets.derive('sign-in limits')).update(about.join('\u001f')).digest();
  const retryAfterS = await takeLimited(tx, key, most, dayS);
  if (retryAfterS > 0) throw new AppError('too_many_requests', { message: words, retryAfterS });
}

/**
 * Counts an email that a user has sent to an address which has not asked for it.
 * @param tx of the system role
 * @throws AppError('too_many_requests')
 */
export async function takeEmailToStranger(
  tx: Executor,
  platform: Installation,
  email: { by: string; to: string },
): Promise<void> {
  const byUser = `You can have ${mostByUser} emails sent a day. Try again tomorrow.`;
  await take(tx, platform, ['emails by a user', email.by], mostByUser, byUser);
  const toAddress = 'This address got too many emails today. Try again tomorrow.';
  await take(tx, platform, ['emails to a stranger', email.to.toLowerCase()], mostToAddress, toAddress);
}

/**
 * Counts an account that a user creates.
 * @param tx of the system role, the one that creates it
 * @throws AppError('too_many_requests')
 */
export async function takeAccount(tx: Executor, platform: Installation, uid: string): Promise<void> {
  const most = platform.config.ACCOUNTS_PER_USER_A_DAY;
  const words =
    most === 1
      ? 'You can create one account a day. Try again tomorrow.'
      : `You can create ${most} accounts a day. Try again tomorrow.`;
  await take(tx, platform, ['accounts of a user', uid], most, words);
}

/**
 * Counts a user whom an account creates.
 * @param tx of the system role
 * @throws AppError('too_many_requests')
 */
export async function takeProvidedUser(tx: Executor, platform: Installation, clientId: string): Promise<void> {
  const words = `An account can create ${mostProvided} users a day. Try again tomorrow.`;
  await take(tx, platform, ['users of an account', clientId], mostProvided, words);
}
